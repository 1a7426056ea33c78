import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@wachta/database'
import { hourMs, minuteMs, secondMs } from '@wachta/domain'
import type { Log } from '@wachta/runtime'
import { FencedError, type FencedLease, RewoundError } from '../store/fenced.ts'
import { judgeExpiry } from './expiry.ts'
import { judgeMassChanges } from './judge-mass-changes.ts'
import { reconcileRules } from './reconcile.ts'
import { judgeResponseTimes } from './response-times.ts'
import { judgeSensorRules } from './sensors.ts'
import type { AlertListener } from './write-alert-updates.ts'

export interface JudgingOptions extends FencedLease, AlertListener {
  readonly database: Database
  readonly now: () => number
  readonly log: Pick<Log, 'warn'>
  readonly signal: AbortSignal
}

/** A task that runs at an interval. */
interface PeriodicTask {
  readonly name: string
  readonly intervalMs: number
  run(now: number): Promise<unknown>
}

const tickMs = 1_000

/**
 * Evaluates the alert rules that commits do not evaluate: rules about more than the status, and rules that have
 * changed. A failed task is retried at its next turn. Throws only if another analyst owns the shard or the database
 * lacks commits.
 */
export async function keepJudging(options: JudgingOptions): Promise<void> {
  const { now, log, signal, shard } = options
  const dueTimes = new Map(createTasks(options).map((task) => [task, 0]))
  while (!signal.aborted) {
    for (const [task, at] of dueTimes) {
      if (signal.aborted || performance.now() < at) continue
      dueTimes.set(task, performance.now() + task.intervalMs)
      try {
        await task.run(now())
      } catch (err) {
        if (err instanceof FencedError || err instanceof RewoundError) throw err
        log.warn({ err, shard, task: task.name }, 'could not evaluate alert rules; retrying')
      }
    }
    await wait(tickMs, undefined, { signal }).catch(() => undefined)
  }
}

function createTasks(options: JudgingOptions): PeriodicTask[] {
  const { database, shard, epoch, owner, counter, log, onAlerts = () => undefined } = options
  const optionsAt = (now: number) => ({ database, shard, epoch, owner, counter, now, onAlerts })
  const tasks: PeriodicTask[] = [
    { name: 'rules', intervalMs: minuteMs, run: (now) => reconcileRules(optionsAt(now)) },
    {
      name: 'response times',
      intervalMs: minuteMs,
      run: (now) => judgeResponseTimes(optionsAt(now), { isLong: false }),
    },
    {
      name: 'long response times',
      intervalMs: 5 * minuteMs,
      run: (now) => judgeResponseTimes(optionsAt(now), { isLong: true }),
    },
    { name: 'expiry', intervalMs: hourMs, run: (now) => judgeExpiry(optionsAt(now)) },
  ]
  if (shard !== 0) return tasks
  // Rules that are not about single services are evaluated once, by the owner of the first shard.
  let listening_since = options.now()
  return [
    ...tasks,
    {
      name: 'sensors',
      intervalMs: 10 * secondMs,
      run: async (now) => {
        // When heartbeats arrive again, sensors whose heartbeat comes a little later must not immediately count as
        // lost.
        if (await judgeSensorRules({ ...optionsAt(now), listening_since })) listening_since = now
      },
    },
    {
      name: 'mass changes',
      intervalMs: secondMs,
      run: async (now) => {
        const outcome = await judgeMassChanges(optionsAt(now))
        if (outcome !== undefined)
          log.warn({ outcome }, 'services of a mass change were checked again by other sensors')
      },
    },
  ]
}
