import { type CheckOrder, type CheckOutcome, createGuard, OverloadedError, runCheck } from '@wachta/checks'
import { createFloodFailure } from '../end-of-check.ts'
import { type CheckProcess, type EndOfProcess, ProcessEnded, startCheckProcess } from './check-process.ts'

/** Runs checks in browsers, each in a separate process while it runs. */
export interface BrowserProcesses extends AsyncDisposable {
  /** Runs a check and returns its outcome. Rejects only if the system cannot create a process now. */
  run(order: CheckOrder): Promise<CheckOutcome>
}

export interface BrowserProcessesOptions {
  /** The path of the browser. */
  readonly path: string
  /** Ranges that the guard opens besides the public internet. */
  readonly allow: readonly string[]
}

/** Added to the time limit of a check, which the process itself enforces unless a page stalls it. */
const graceMs = 3_000

/** Starting a process costs as much as a check, so a process without problems is kept this long for further checks. */
const maxIdleMs = 300_000

export function createBrowserProcesses({ path, allow }: BrowserProcessesOptions): BrowserProcesses {
  const idle = new Map<CheckProcess, NodeJS.Timeout>()
  const busy = new Set<CheckProcess>()
  const acquire = async (): Promise<CheckProcess> => {
    for (const [idleProcess, timer] of idle) {
      clearTimeout(timer)
      idle.delete(idleProcess)
      if (!idleProcess.hasEnded) return idleProcess
      // It failed late, or the system killed it; the next check is not to blame.
      void idleProcess.end()
    }
    return startCheckProcess()
  }
  const release = async (process: CheckProcess): Promise<void> => {
    const canBeReused = (await process.isReusable()) && busy.has(process)
    busy.delete(process)
    if (!canBeReused) return process.end()
    const endIdle = (): void => {
      idle.delete(process)
      void process.end()
    }
    idle.set(process, setTimeout(endIdle, maxIdleMs).unref())
  }
  const runIn = async (process: CheckProcess, { onArtifact, ...order }: CheckOrder): Promise<CheckOutcome> => {
    const task = { kind: 'check', browser: path, allow, order, isWatched: onArtifact !== undefined } as const
    const report = await process.runTask(task, {
      limitMs: order.timeout_ms + graceMs,
      onReport: (each) => each.kind === 'artifact' && onArtifact?.(each.artifact),
    })
    if (report.kind !== 'outcome') throw new ProcessEnded('broken')
    return report.outcome
  }
  return {
    async run(order) {
      try {
        const process = await acquire()
        busy.add(process)
        try {
          return await runIn(process, order)
        } finally {
          void release(process)
        }
      } catch (cause) {
        if (!(cause instanceof ProcessEnded)) throw cause
        return toEndOutcome(order, cause.end)
      }
    },
    async [Symbol.asyncDispose]() {
      const all = [...idle.keys(), ...busy]
      for (const timer of idle.values()) clearTimeout(timer)
      idle.clear()
      busy.clear()
      await Promise.all(all.map((process) => process.end()))
    },
  }
}

/** Returns the outcome of a check whose process has ended. It is a failure only if the page overloaded the process. */
function toEndOutcome(order: CheckOrder, end: EndOfProcess): Promise<CheckOutcome> {
  const fail = async (): Promise<never> => {
    if (end === 'flooded') throw createFloodFailure()
    if (end === 'broken') throw new Error('the process of the check has ended')
    throw new OverloadedError(`the process of the check ${end === 'killed' ? 'was killed' : 'did not react in time'}`)
  }
  return runCheck(order, { guard: createGuard({}), browser: { openPage: fail, runScenario: fail } })
}
