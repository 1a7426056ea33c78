import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const endTimeoutMs = 5_000

/** Returns a process and all its descendants. */
export function listDescendants(pid: number): number[] {
  const pids = [pid]
  for (const each of pids) {
    try {
      const children = readFileSync(`/proc/${each}/task/${each}/children`, 'utf8')
      pids.push(...children.split(' ').filter(Boolean).map(Number))
    } catch {
      // It has ended meanwhile.
    }
  }
  return pids
}

/**
 * Kills everything in a jail. When the first process of the namespace ends, all others in it are killed. Its parent
 * must survive to reap it: an orphan stays in the process table until another process reaps it.
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
  // Playwright may already have killed the outer process; the inner one ends after it.
  while (isRunning(pid) || isRunning(first)) {
    if (performance.now() - started > endTimeoutMs) throw new Error('the processes of a browser do not end')
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
