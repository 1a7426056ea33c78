import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '@wachta/runtime'

export interface RepeatedTask {
  readonly name: string
  readonly everyMs: number
  readonly stopping: AbortSignal
  readonly log: Log
}

/** Does the work at a regular interval, until the process stops. A failure is logged, and the work is tried again the next time. */
export async function repeat(
  { name, everyMs, stopping, log }: RepeatedTask,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work()
    } catch (err) {
      if (!stopping.aborted) log.error({ err }, `${name} failed; retrying`)
    }
    await wait(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
