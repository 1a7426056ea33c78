import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { listDescendants } from './jail/processes.ts'

/** The measurements from which starvation is detected. */
interface BrowserUsage {
  readonly pid: number
  /** When the browser was started, on the monotonic clock. */
  readonly startedAt: number
  /** The share of the CPUs that was in use since then. */
  readonly usage: number | null
}

const busyUsage = 0.95
const minOwnShare = 0.4
const minWaitedShare = 0.25

/** Whether all CPUs were busy, mostly with other work, while threads of the browser waited for them. */
export function isStarved({ pid, startedAt, usage }: BrowserUsage): boolean {
  if (usage === null || usage < busyUsage) return false
  const elapsedMs = performance.now() - startedAt
  const { runMs, waitedMs } = readThreadTimes(pid)
  return runMs / (elapsedMs * availableParallelism()) < minOwnShare && waitedMs / elapsedMs >= minWaitedShare
}

/** Returns how long the threads of a browser ran, and how long they waited for a CPU. */
function readThreadTimes(pid: number): { readonly runMs: number; readonly waitedMs: number } {
  let [runNs, waitedNs] = [0, 0]
  for (const each of listDescendants(pid)) {
    for (const thread of listThreads(each)) {
      const [run = 0, waited = 0] = readNumbers(`/proc/${each}/task/${thread}/schedstat`)
      runNs += run
      waitedNs += waited
    }
  }
  return { runMs: runNs / 1e6, waitedMs: waitedNs / 1e6 }
}

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function readNumbers(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').split(' ').map(Number)
  } catch {
    return []
  }
}
