import { type DeliverPayload, type JobKey, jobNames, type NewJob, type NotifyPayload } from './jobs.ts'

export const maxAlertsPerJob = 100
/** Small enough that the messages of all jobs of a notifier can wait for one destination without being deferred. */
const maxNotificationsPerJob = 40

/** Creates jobs that decide who is notified of alerts. */
export const makeNotifyJobs = (alertIds: readonly number[]): NewJob[] =>
  splitIntoParts(alertIds, maxAlertsPerJob).map((occurrences) => ({ name: jobNames.notify, payload: { occurrences } }))

/**
 * Creates a job that decides about an alert at a later time; each alert has at most one such job. The time is part of
 * the payload because the clock of the database starts the job: a notifier whose clock is behind would decide too early
 * and plan the same time again.
 */
export const makeNotifyTimer = (alertId: number, time: number): NewJob => ({
  name: jobNames.notify,
  payload: { occurrences: [alertId], not_before: time },
  runAt: new Date(time),
  key: toNotifyKey(alertId),
})

/** Creates a job that decides again about one alert of a job, as of the time that the job was planned for. */
export const makeNotifyRetry = (alertId: number, payload: NotifyPayload): NewJob => ({
  name: jobNames.notify,
  payload: { ...payload, occurrences: [alertId] },
})

interface NewNotification {
  readonly id: number
  readonly channel_id: string
  readonly address: string
}

/**
 * Creates jobs that send notifications. Each job has only one channel, so that a slow channel does not delay the
 * others. Notifications to one address are adjacent, because they can share a message.
 */
export function makeDeliverJobs(notifications: readonly NewNotification[]): NewJob[] {
  const byChannel = Map.groupBy(notifications, ({ channel_id }) => channel_id)
  return [...byChannel.values()].flatMap((channelNotifications) =>
    splitIntoParts(
      [...Map.groupBy(channelNotifications, ({ address }) => address).values()].flat(),
      maxNotificationsPerJob,
    ).map((batch) => ({
      name: jobNames.deliver,
      payload: toDeliverPayload(batch.map(({ id }) => id)),
    })),
  )
}

/** Creates a job that sends a notification at a later time; each notification has at most one such job. */
export const makeDeliverTimer = (notificationId: number, runAt: Date): NewJob => ({
  name: jobNames.deliver,
  payload: toDeliverPayload([notificationId]),
  runAt,
  key: toDeliverKey(notificationId),
})

export const toNotifyKey = (alertId: number): JobKey => `${jobNames.notify}:${alertId}`
export const toDeliverKey = (notificationId: number): JobKey => `${jobNames.deliver}:${notificationId}`

const toDeliverPayload = (notifications: readonly number[]): DeliverPayload => ({ notifications })

const splitIntoParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
