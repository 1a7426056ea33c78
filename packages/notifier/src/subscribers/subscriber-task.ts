import type { Carriers } from '@wachta/channels'
import type { Database } from '@wachta/database'
import { computeGiveUpTime, computeNextAttempt } from '@wachta/domain'
import {
  addJobs,
  type MessageSubscribersPayload,
  makeSubscriberJobs,
  makeSubscriberTimer,
  type SubscriberDelivery,
} from '@wachta/queue'
import type { DeliverLog } from '../deliver/delivery-context.ts'
import { createDestinations, type Destinations } from '../deliver/destinations.ts'
import { type DeliveryOutcome, type OutgoingMessage, sendToProvider } from '../deliver/send-to-provider.ts'
import { claimDelivery, type PendingDelivery } from './load-delivery.ts'
import { type DeliveryResult, recordDelivery } from './record-delivery.ts'
import { findSuppressedReason, type RenderDeliveryContext, renderDelivery } from './render-delivery.ts'

/** The outcome of an attempt, or of a message that is settled without one, as it is counted. */
export interface SubscriberOutcome {
  readonly channel_id: string
  readonly outcome: 'sent' | 'temporary' | 'permanent' | 'deferred' | 'suppressed'
}

export interface SubscriberTaskOptions extends RenderDeliveryContext {
  readonly database: Pick<Database, 'query' | 'transaction'>
  readonly carriers: Carriers
  readonly now: () => Date
  readonly random?: () => number
  readonly log?: DeliverLog
  readonly onOutcome?: (counted: SubscriberOutcome) => void
}

/**
 * Creates the task that sends messages to subscribers, one after the other: alerts use the same mail server and must
 * not wait behind a long list. Each outcome is recorded before the next message is sent, so a crash repeats one message
 * at most, with the same id.
 */
export function createSubscriberTask(options: SubscriberTaskOptions) {
  const context = { ...options, destinations: createDestinations() }
  return async ({ deliveries }: MessageSubscribersPayload): Promise<void> => {
    for (const [index, id] of deliveries.entries()) {
      const started = performance.now()
      const sent = await sendOne(id, context)
      if (sent === undefined || performance.now() - started < slowAttemptMs) continue
      return requeue(deliveries.slice(index + 1), sent, context)
    }
  }
}

/** After an attempt that took this long, others get their turn before the rest of the job. */
const slowAttemptMs = 2_000

/** All messages of a job are of the same kind and page. */
async function requeue(
  ids: readonly number[],
  attempted: SubscriberDelivery,
  { database }: TaskContext,
): Promise<void> {
  await database.transaction((tx) => addJobs(tx, makeSubscriberJobs(ids.map((id) => ({ ...attempted, id })))))
}

type TaskContext = SubscriberTaskOptions & { readonly destinations: Destinations }

/** Sends a message. Returns it if it was attempted or settled, undefined otherwise. */
async function sendOne(id: number, context: TaskContext): Promise<SubscriberDelivery | undefined> {
  const { database, now, onOutcome } = context
  const claim = await claimDelivery(database, id)
  if (claim === undefined) return undefined
  if ('held' in claim) {
    await database.transaction((tx) => addJobs(tx, [makeSubscriberTimer(claim.held, claim.until)]))
    return undefined
  }
  const { delivery } = claim
  const suppression = findSuppressedReason(delivery)
  const outcome =
    suppression === undefined
      ? await attempt(delivery, context)
      : { result: 'suppressed' as const, answer: suppression }
  onOutcome?.({ channel_id: delivery.channel_id, outcome: outcome.result })
  await recordDelivery(database, toResult(delivery, outcome, context), now())
  return delivery
}

type Outcome = DeliveryOutcome | { readonly result: 'suppressed'; readonly answer: string }

async function attempt(delivery: PendingDelivery, context: TaskContext): Promise<DeliveryOutcome> {
  const { log } = context
  let outgoing: OutgoingMessage
  try {
    outgoing = renderDelivery(delivery, context)
  } catch (err) {
    log?.error({ err, delivery: delivery.id }, 'could not render a message to a subscriber; retrying')
    return { result: 'temporary', answer: 'internal error' }
  }
  const onDefect = (fault: string) =>
    log?.error({ fault, channel: delivery.channel_id, delivery: delivery.id }, 'a channel failed because of a defect')
  return sendToProvider(outgoing, { carriers: context.carriers, destinations: context.destinations, onDefect })
}

function toResult(delivery: PendingDelivery, outcome: Outcome, context: TaskContext): DeliveryResult {
  const { now, random = Math.random } = context
  const { subscriber_id: subscriberId, failures } = delivery
  const created_at = delivery.created_at.getTime()
  const time = now().getTime()
  const common = { delivery, subscriberId, isFailure: false }
  const isTooLate = time > computeGiveUpTime(created_at, 'news')
  if (outcome.result === 'deferred') {
    // A destination that rests again and again must not keep its messages for ever.
    if (isTooLate) return { ...common, status: 'failed', answer: 'the destination could not be reached for a day' }
    return { ...common, status: 'pending', answer: '', retryAt: new Date(time + outcome.delayMs) }
  }
  const { answer } = outcome
  if (outcome.result === 'sent' || outcome.result === 'suppressed') return { ...common, status: outcome.result, answer }
  if (outcome.result === 'permanent')
    return { ...common, status: 'failed', answer, isFailure: true, isAddressGone: outcome.isAddressGone === true }
  const { retryAfterMs } = outcome
  const retryAt = isTooLate
    ? undefined
    : computeNextAttempt({
        created_at,
        now: time,
        urgency: 'news',
        failures: failures + 1,
        retryAfterMs,
        random: random(),
      })
  if (retryAt === undefined) return { ...common, status: 'failed', answer, isFailure: true }
  return { ...common, status: 'pending', answer, isFailure: true, retryAt: new Date(retryAt) }
}
