import { Counter, Histogram } from '@prometheus-io/client'
import type { Database } from '@wachta/database'
import { type JobName, loadBacklog, notificationJobNames, type Task } from '@wachta/queue'
import { askedGauge, type Metrics } from '@wachta/runtime'
import { sql } from 'kysely'
import type { Counted } from './deliver/index.ts'

/** What operators see of a notifier. */
export interface ProcessMetrics {
  /** The task, counted and timed. */
  measured<Name extends JobName>(name: Name, task: Task<Name>): Task<Name>
  /** A message was handed over, or could not be. */
  attempted(attempt: Counted): void
  /** A message was put on record, to be sent or not. */
  counted(message: { readonly channel_id: string; readonly status: string; readonly reason: string | null }): void
}

export function createProcessMetrics(metrics: Metrics, database: Pick<Database, 'query'>): ProcessMetrics {
  const registers = [metrics]
  const jobs = new Counter({
    name: 'wachta_notifier_jobs_total',
    help: 'Jobs that were worked on, by task and outcome.',
    labelNames: ['task', 'outcome'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'wachta_notifier_job_duration_seconds',
    help: 'How long a job took.',
    labelNames: ['task'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers,
  })
  const waits = new Histogram({
    name: 'wachta_notifier_job_wait_seconds',
    help: 'From the commit that asked for a job, or the time that it was for, until it was worked on.',
    labelNames: ['task'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
    registers,
  })
  const notifications = new Counter({
    name: 'wachta_notifier_messages_total',
    help: 'Messages, by channel, by what became of them, and why where they were not sent.',
    labelNames: ['channel', 'status', 'reason'] as const,
    registers,
  })
  const attempts = new Counter({
    name: 'wachta_notifier_attempts_total',
    help: 'Attempts to hand a message over, by channel, outcome, and why where it failed for good.',
    labelNames: ['channel', 'outcome', 'reason'] as const,
    registers,
  })
  const ages = new Histogram({
    name: 'wachta_notifier_hand_off_seconds',
    help: 'From the making of a message until a provider took it.',
    labelNames: ['channel'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600],
    registers,
  })
  watchPending(metrics, database)
  watchQueue(metrics, database)
  return {
    measured: (name, task) => async (payload, job) => {
      const took = durations.startTimer({ task: name })
      waits.observe({ task: name }, Math.max(0, Date.now() - job.runAt.getTime()) / 1_000)
      try {
        await task(payload, job)
        jobs.inc({ task: name, outcome: 'done' })
      } catch (error) {
        jobs.inc({ task: name, outcome: 'failed' })
        throw error
      } finally {
        took()
      }
    },
    attempted: ({ channel_id: channel, outcome, reason, age_ms }) => {
      attempts.inc({ channel, outcome, reason: reason ?? '' })
      if (outcome === 'sent') ages.observe({ channel }, age_ms / 1_000)
    },
    counted: ({ channel_id: channel, status, reason }) => notifications.inc({ channel, status, reason: reason ?? '' }),
  }
}

/** The oldest message that is still to be sent says more than how many there are. */
function watchPending(metrics: Metrics, database: Pick<Database, 'query'>): void {
  askedGauge(metrics, {
    name: 'wachta_notifier_oldest_pending_seconds',
    help: 'The age of the oldest message that is still to be sent; 0 where there is none.',
    async ask() {
      const [oldest] = await database.query(sql<{ age: number }>`select
  coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float8 as age from notification where status = 'pending'`)
      return [{ value: oldest?.age ?? 0 }]
    },
  })
}

/** What has been committed and nobody has worked on, by what is to be done. */
function watchQueue(metrics: Metrics, database: Pick<Database, 'query'>): void {
  const load = () => loadBacklog(database, notificationJobNames)
  askedGauge(metrics, {
    name: 'wachta_notifier_queue_jobs',
    help: 'Jobs whose time has come and that nobody works on.',
    labelNames: ['task'],
    ask: async () => (await load()).map(({ name, waiting }) => ({ labels: { task: name }, value: waiting })),
  })
  askedGauge(metrics, {
    name: 'wachta_notifier_queue_age_seconds',
    help: 'How long the first of them has waited; for the task "tell" that is the oldest occurrence that nobody was told of.',
    labelNames: ['task'],
    ask: async () =>
      (await load()).map(({ name, waitingSeconds }) => ({ labels: { task: name }, value: waitingSeconds })),
  })
}
