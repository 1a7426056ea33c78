import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const endMs = 5_000

/** All processes that descend from one, with itself. */
export function listDescendants(pid: number): number[] {
  const found = [pid]
  for (const each of found) {
    try {
      const children = readFileSync(`/proc/${each}/task/${each}/children`, 'utf8')
      found.push(...children.split(' ').filter(Boolean).map(Number))
    } catch {
      // It has ended meanwhile.
    }
  }
  return found
}

/**
 * Kills everything in a jail. The end of the first process of the namespace takes all others with it; its parent must
 * stay to collect it, because a process without a parent remains in the process table until another process collects it.
 */
export function killProcesses(pid: number): void {
  const [, first] = listDescendants(pid)
  try {
    process.kill(first ?? pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Kills everything in a jail and waits until it is gone. */
export async function endProcesses(pid: number): Promise<void> {
  const started = performance.now()
  const [, first = pid] = listDescendants(pid)
  // The library may have killed the outer one; the inner one follows it.
  while (isRunning(pid) || isRunning(first)) {
    if (performance.now() - started > endMs) throw new Error('the processes of a browser do not end')
    killProcesses(pid)
    await delay(5)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
