import { type JobName, jobNames, type NewJob } from './jobs.ts'

/** The jobs that send posts of status pages to their subscribers. */
export const subscriberJobNames: readonly JobName[] = [
  ...[jobNames.addBulletin, jobNames.messageSubscribers, jobNames.messageWebSubscribers],
]

/** Small, so that other pages get their turn, and so that a job interrupted by a crash repeats little. */
const maxDeliveriesPerJob = 20

/** The properties of a message to a subscriber that its job depends on. */
export interface SubscriberDelivery {
  readonly id: number
  readonly channel_id: string
  readonly page_id: number
  /** False for the mail that asks for confirmation. */
  readonly is_bulletin: boolean
}

/** Creates a job that notifies the subscribers of new content in a post; each post has at most one such job. */
export const makeBulletinJob = (post: number): NewJob => ({
  name: jobNames.addBulletin,
  payload: { post },
  key: `${jobNames.addBulletin}:${post}`,
})

/** The database stores priorities in two bytes. */
const maxPriority = 30_000

/**
 * Creates jobs that send messages to subscribers. The later a job is in its queue, the lower is its priority, so that
 * queues take turns, however long they are.
 */
export const makeSubscriberJobs = (deliveries: readonly SubscriberDelivery[]): NewJob[] =>
  [...Map.groupBy(deliveries, (one) => JSON.stringify(getLane(one))).values()].flatMap((group) =>
    group.flatMap((first, index) => {
      if (index % maxDeliveriesPerJob > 0) return []
      const ids = group.slice(index, index + maxDeliveriesPerJob).map(({ id }) => id)
      const priority = Math.min(index / maxDeliveriesPerJob, maxPriority)
      return [{ priority, ...getLane(first), payload: { deliveries: ids } }]
    }),
  )

/** Creates a job that asks a visitor for confirmation. */
export const makeConfirmationJob = (delivery: number): NewJob => ({
  ...getLane({ channel_id: 'email', page_id: 0, is_bulletin: false }),
  payload: { deliveries: [delivery] },
})

/** Creates a job that sends a message later; each message has at most one such job. */
export function makeSubscriberTimer(delivery: SubscriberDelivery, runAt: Date): NewJob {
  const lane = getLane(delivery)
  return { ...lane, payload: { deliveries: [delivery.id] }, runAt, key: `${lane.name}:${delivery.id}` }
}

/**
 * Returns the job name and queue of a message. Strangers choose the webhook endpoints, so these messages have separate
 * workers: e-mail does not wait for slow endpoints. Each page has a queue, so it occupies at most one worker. E-mails
 * that ask for confirmation have no queue, because the visitor is waiting for them.
 */
function getLane({ channel_id, page_id, is_bulletin }: Omit<SubscriberDelivery, 'id'>) {
  if (channel_id !== 'email') return { name: jobNames.messageWebSubscribers, queue: `web subscribers ${page_id}` }
  return is_bulletin
    ? { name: jobNames.messageSubscribers, queue: `mail subscribers ${page_id}` }
    : { name: jobNames.messageSubscribers, priority: -1 }
}
