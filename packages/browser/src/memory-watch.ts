import { readFileSync } from 'node:fs'
import { listDescendants } from './jail/processes.ts'

/** Memory of all processes of a browser together. A large shop with videos needs about 600 MB. */
const maxBytes = 1_610_612_736
const everyMs = 100
const pageBytes = 4_096

/** Watches the memory of a browser until it takes too much. The limit of a single process is set in the jail. */
export function watchMemory(pid: number, onExceeded: (what: string) => void): Disposable {
  const timer = setInterval(() => {
    const bytes = takenBytes(listDescendants(pid))
    if (bytes <= maxBytes) return
    clearInterval(timer)
    onExceeded(`the page took more than ${Math.round(maxBytes / 1024 ** 2)} MB of memory`)
  }, everyMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/**
 * Memory that a page can fill: not the program, which is mapped from its file. Most of what processes share is a picture
 * in two of them.
 */
function takenBytes(pids: readonly number[]): number {
  const statuses = pids.map((pid) => readOrEmpty(`/proc/${pid}/status`))
  const own = statuses.map((status) => kilobytesIn(status, /^RssAnon:\s+(\d+)/m))
  const shared = statuses.map((status) => kilobytesIn(status, /^RssShmem:\s+(\d+)/m))
  return (sum(own) + Math.max(sum(shared) / 2, ...shared)) * 1024
}

const kilobytesIn = (status: string, line: RegExp): number => Number(line.exec(status)?.[1] ?? 0)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** All memory of a process. */
export const residentBytes = (pid: number): number =>
  Number(readOrEmpty(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * pageBytes

/** Empty if the process has ended. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
