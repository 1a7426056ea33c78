import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '@wachta/runtime'

export interface RepeatedTask {
  readonly name: string
  readonly intervalMs: number
  readonly stopping: AbortSignal
  readonly log: Log
}

/**
 * Does the work at a regular interval, until the process stops. Failures are logged, and the work is retried at the
 * next interval.
 */
export async function repeat(
  { name, intervalMs, stopping, log }: RepeatedTask,
  work: () => Promise<unknown>,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work()
    } catch (err) {
      if (!stopping.aborted) log.error({ err }, `${name} failed; retrying`)
    }
    await wait(intervalMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
