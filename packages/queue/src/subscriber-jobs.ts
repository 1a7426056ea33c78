import { type JobName, jobNames, type NewJob } from './jobs.ts'

/** The jobs that bring posts of status pages to their subscribers. */
export const subscriberJobNames: readonly JobName[] = [
  ...[jobNames.addBulletin, jobNames.messageSubscribers, jobNames.messageWebSubscribers],
]

/** Small, so that other pages get their turn, and a crash repeats little. */
const maxDeliveriesPerJob = 20

/** A message to a subscriber, as far as its job is concerned. */
export interface SubscriberDelivery {
  readonly id: number
  readonly channel_id: string
  readonly page_id: number
  /** False for the mail that asks for confirmation. */
  readonly is_bulletin: boolean
}

/** Notifies the subscribers of what is new in a post; each post has at most one such job. */
export const makeBulletinJob = (post: number): NewJob => ({
  name: jobNames.addBulletin,
  payload: { post },
  key: `${jobNames.addBulletin}:${post}`,
})

/** The database keeps priorities in two bytes. */
const maxPriority = 30_000

/** Sends messages to subscribers. The later its place in a list, the lower the priority of a job: lists take turns, however long they are. */
export const makeSubscriberJobs = (deliveries: readonly SubscriberDelivery[]): NewJob[] =>
  [...Map.groupBy(deliveries, (one) => JSON.stringify(getLane(one))).values()].flatMap((group) =>
    group.flatMap((first, index) => {
      if (index % maxDeliveriesPerJob > 0) return []
      const ids = group.slice(index, index + maxDeliveriesPerJob).map(({ id }) => id)
      const priority = Math.min(index / maxDeliveriesPerJob, maxPriority)
      return [{ priority, ...getLane(first), payload: { deliveries: ids } }]
    }),
  )

/** Asks a visitor for confirmation. */
export const makeConfirmationJob = (delivery: number): NewJob => ({
  ...getLane({ channel_id: 'email', page_id: 0, is_bulletin: false }),
  payload: { deliveries: [delivery] },
})

/** Sends a message later; each message has at most one such job. */
export function makeSubscriberTimer(delivery: SubscriberDelivery, runAt: Date): NewJob {
  const lane = getLane(delivery)
  return { ...lane, payload: { deliveries: [delivery.id] }, runAt, key: `${lane.name}:${delivery.id}` }
}

/**
 * Strangers choose the endpoints of the web, so these messages have workers of their own: however slow they are, e-mail does not
 * wait. Each page has a queue, so it occupies one worker at most. Mails that ask for confirmation do not queue, because the visitor is waiting for them.
 */
function getLane({ channel_id, page_id, is_bulletin }: Omit<SubscriberDelivery, 'id'>) {
  if (channel_id !== 'email') return { name: jobNames.messageWebSubscribers, queue: `web subscribers ${page_id}` }
  return is_bulletin
    ? { name: jobNames.messageSubscribers, queue: `mail subscribers ${page_id}` }
    : { name: jobNames.messageSubscribers, priority: -1 }
}
