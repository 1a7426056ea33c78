import { type DeliverPayload, type JobKey, jobNames, type NewJob, type NotifyPayload } from './jobs.ts'

export const maxAlertsPerJob = 100
/** As many as all jobs of a notifier hold for one destination without it putting messages off. */
const maxNotificationsPerJob = 40

/** Jobs that decide who is notified of alerts. */
export const notifyJobs = (alertIds: readonly number[]): NewJob[] =>
  splitIntoParts(alertIds, maxAlertsPerJob).map((occurrences) => ({ name: jobNames.notify, payload: { occurrences } }))

/**
 * Decides about an alert at a later time; each alert has at most one such job. The time is part of the payload because the
 * clock of the database starts the job: a notifier whose clock is behind would decide too early and plan the same time again.
 */
export const notifyTimer = (alertId: number, time: number): NewJob => ({
  name: jobNames.notify,
  payload: { occurrences: [alertId], not_before: time },
  runAt: new Date(time),
  key: notifyKey(alertId),
})

/** Decides again about one alert of a job, as of the time that the job was planned for. */
export const retryNotifyJob = (alertId: number, payload: NotifyPayload): NewJob => ({
  name: jobNames.notify,
  payload: { ...payload, occurrences: [alertId] },
})

interface NewNotification {
  readonly id: number
  readonly channel_id: string
  readonly address: string
}

/**
 * Jobs that send notifications. Each is of one channel only, so a slow channel does not delay the others; those to one
 * address are next to each other, because they can share a message.
 */
export function deliverJobs(notifications: readonly NewNotification[]): NewJob[] {
  const byChannel = Map.groupBy(notifications, ({ channel_id }) => channel_id)
  return [...byChannel.values()].flatMap((ofOneChannel) =>
    splitIntoParts(
      [...Map.groupBy(ofOneChannel, ({ address }) => address).values()].flat(),
      maxNotificationsPerJob,
    ).map((some) => ({
      name: jobNames.deliver,
      payload: deliverPayload(some.map(({ id }) => id)),
    })),
  )
}

/** Sends a notification at a later time; each notification has at most one such job. */
export const deliverTimer = (notificationId: number, runAt: Date): NewJob => ({
  name: jobNames.deliver,
  payload: deliverPayload([notificationId]),
  runAt,
  key: deliverKey(notificationId),
})

export const notifyKey = (alertId: number): JobKey => `${jobNames.notify}:${alertId}`
export const deliverKey = (notificationId: number): JobKey => `${jobNames.deliver}:${notificationId}`

const deliverPayload = (notifications: readonly number[]): DeliverPayload => ({ notifications })

const splitIntoParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))
