import { readFileSync } from 'node:fs'
import { killProcesses, listDescendants } from './jail/processes.ts'

export interface MemoryWatch {
  /** Why everything was killed; null if it was not. */
  readonly killedFor: string | null
  stop(): void
}

/** Memory of all processes of a browser together. A large shop with videos needs about 600 MB. */
const maxBytes = 1_610_612_736
const everyMs = 100
const pageBytes = 4_096

/** Kills a browser that takes too much memory. The limit of a single process is set in the jail. */
export function watchMemory(pid: number): MemoryWatch {
  const state = { killedFor: null as string | null }
  const timer = setInterval(() => {
    const bytes = listDescendants(pid).reduce((sum, each) => sum + ownBytes(each), 0)
    if (bytes <= maxBytes) return
    state.killedFor = `the page took more than ${Math.round(maxBytes / 1024 ** 2)} MB of memory`
    clearInterval(timer)
    killProcesses(pid)
  }, everyMs)
  return {
    get killedFor() {
      return state.killedFor
    },
    stop: () => clearInterval(timer),
  }
}

/** Without what processes share, such as the program itself. */
function ownBytes(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number)
    return (resident - shared) * pageBytes
  } catch {
    return 0
  }
}
