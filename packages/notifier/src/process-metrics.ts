import { Counter, Histogram } from '@prometheus-io/client'
import type { Database } from '@wachta/database'
import { type JobName, loadBacklog, notificationJobNames, subscriberJobNames, type Task } from '@wachta/queue'
import { createScrapedGauge, type Metrics } from '@wachta/runtime'
import { sql } from 'kysely'
import type { CountedOutcome } from './deliver/index.ts'
import type { SubscriberOutcome } from './subscribers/index.ts'

/** The process metrics of a notifier. */
export interface ProcessMetrics {
  /** Wraps a task so that its runs are counted and timed. */
  measureTask<Name extends JobName>(name: Name, task: Task<Name>): Task<Name>
  /** Counts an attempt to deliver a message, or a message that was settled without one. */
  countAttempt(attempt: CountedOutcome): void
  /** Counts a new notification, which is pending or suppressed. */
  countMessage(message: { readonly channel_id: string; readonly status: string; readonly reason: string | null }): void
  /** Counts an attempt to deliver a message to a subscriber of a status page, or a message that was suppressed. */
  countSubscriberOutcome(counted: SubscriberOutcome): void
}

export function createProcessMetrics(metrics: Metrics, database: Pick<Database, 'query'>): ProcessMetrics {
  const registers = [metrics]
  const jobs = new Counter({
    name: 'wachta_notifier_jobs_total',
    help: 'Finished jobs, by task and outcome.',
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
    help: 'Time from the commit that created a job, or its scheduled time, until it started.',
    labelNames: ['task'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
    registers,
  })
  const notifications = new Counter({
    name: 'wachta_notifier_messages_total',
    help: 'Notifications by channel, status and, if they were not sent, the reason.',
    labelNames: ['channel', 'status', 'reason'] as const,
    registers,
  })
  const attempts = new Counter({
    name: 'wachta_notifier_attempts_total',
    help: 'Delivery attempts by channel, outcome and, after a permanent failure, the reason.',
    labelNames: ['channel', 'outcome', 'reason'] as const,
    registers,
  })
  const ages = new Histogram({
    name: 'wachta_notifier_hand_off_seconds',
    help: 'Time from the creation of a notification until a provider accepted it.',
    labelNames: ['channel'] as const,
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300, 3_600],
    registers,
  })
  const subscriberMessages = new Counter({
    name: 'wachta_notifier_subscriber_messages_total',
    help: 'Messages to subscribers of status pages, by channel and outcome.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  })
  watchPending(metrics, database)
  watchQueue(metrics, database)
  return {
    measureTask: (name, task) => async (payload, job) => {
      const stopTimer = durations.startTimer({ task: name })
      waits.observe({ task: name }, Math.max(0, Date.now() - job.runAt.getTime()) / 1_000)
      try {
        await task(payload, job)
        jobs.inc({ task: name, outcome: 'done' })
      } catch (error) {
        jobs.inc({ task: name, outcome: 'failed' })
        throw error
      } finally {
        stopTimer()
      }
    },
    countAttempt: ({ channel_id: channel, outcome, reason, ageMs }) => {
      attempts.inc({ channel, outcome, reason: reason ?? '' })
      if (outcome === 'sent') ages.observe({ channel }, ageMs / 1_000)
    },
    countMessage: ({ channel_id: channel, status, reason }) =>
      notifications.inc({ channel, status, reason: reason ?? '' }),
    countSubscriberOutcome: ({ channel_id: channel, outcome }) => subscriberMessages.inc({ channel, outcome }),
  }
}

/** The age of the oldest pending message says more than their number. */
function watchPending(metrics: Metrics, database: Pick<Database, 'query'>): void {
  createScrapedGauge(metrics, {
    name: 'wachta_notifier_oldest_pending_seconds',
    help: 'The age of the oldest pending notification; 0 if there is none.',
    async read() {
      const [oldest] = await database.query(sql<{ age: number }>`select
  coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float8 as age from notification where status = 'pending'`)
      return [{ value: oldest?.age ?? 0 }]
    },
  })
}

/** Due jobs that are not started, by task. */
function watchQueue(metrics: Metrics, database: Pick<Database, 'query'>): void {
  const load = (names: readonly JobName[]) => loadBacklog(database, names)
  createScrapedGauge(metrics, {
    name: 'wachta_notifier_queue_jobs',
    help: 'Jobs that are due and not started.',
    labelNames: ['task'],
    read: async () =>
      (await load([...notificationJobNames, ...subscriberJobNames])).map(({ name, waiting }) => ({
        labels: { task: name },
        value: waiting,
      })),
  })
  createScrapedGauge(metrics, {
    name: 'wachta_notifier_queue_age_seconds',
    help: 'How long the oldest due job has waited; for the task "tell", the oldest alert without notifications.',
    labelNames: ['task'],
    // Without messages to subscribers: with a long list, they wait although nothing is wrong.
    read: async () =>
      (await load(notificationJobNames)).map(({ name, waitingSeconds }) => ({
        labels: { task: name },
        value: waitingSeconds,
      })),
  })
}
