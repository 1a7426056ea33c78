import { computeNextAttempt, type MessageUrgency } from '@wachta/domain'
import { countOutcome, type DeliveryContext } from './delivery-context.ts'
import type { PendingMessage } from './pending.ts'
import type { DeliveryRecord } from './record.ts'
import type { RenderedMessage } from './rendered-message.ts'
import type { DeliveryOutcome } from './send-to-provider.ts'

/** When to check on a message whose attempt outlasted its job. */
const followUpMs = 45_000
/** When to check on a message that another job of this process was sending. */
const recheckMs = 5_000
const delayAfterClaimMs = 100
/** How long an end waits after the start that must come first. */
const delayAfterStartMs = 1_000

/** Turns the outcome of an attempt into records, one for each notification that the message carries. */
export function toDeliveryRecords(
  rendered: RenderedMessage,
  outcome: DeliveryOutcome,
  context: DeliveryContext,
): DeliveryRecord[] {
  const { lines, pending } = rendered
  if (lines === undefined) return [{ ...toDeliveryRecord(pending, outcome, context), rendered }]
  // The same jitter for all notifications, so that they are due together and can share a message again.
  const random = (context.random ?? Math.random)()
  return lines.map((line) => {
    const record =
      outcome.result === 'permanent' && outcome.reason === 'refused'
        ? createLoneRetryRecord(line.pending, outcome.answer, context)
        : toDeliveryRecord(line.pending, outcome, { ...context, random: () => random })
    return { ...record, rendered: line, ...(outcome.result === 'sent' && { digest_id: pending.id }) }
  })
}

/** The record of a notification in a rejected digest: it is retried alone, and fails only if it is rejected alone. */
function createLoneRetryRecord(pending: PendingMessage, answer: string, context: DeliveryContext): DeliveryRecord {
  const time = context.now()
  countOutcome(pending, { outcome: 'temporary' }, context)
  return { id: pending.id, status: 'pending', attempt: { time, outcome: 'permanent', answer }, retryAt: time }
}

/** Turns an outcome into a record, with the time of the next attempt. */
export function toDeliveryRecord(
  pending: PendingMessage,
  outcome: DeliveryOutcome,
  context: DeliveryContext,
): DeliveryRecord {
  const { id, created_at, failures } = pending
  const time = context.now()
  if (outcome.result === 'deferred') {
    countOutcome(pending, { outcome: 'deferred' }, context)
    return { id, status: 'pending', retryAt: new Date(time.getTime() + outcome.delayMs) }
  }
  const attempt = { time, outcome: outcome.result, answer: outcome.answer }
  if (outcome.result === 'sent') {
    const { units } = outcome
    countOutcome(pending, { outcome: 'sent', ...(units !== undefined && { units }) }, context)
    return { id, status: 'sent', attempt }
  }
  if (outcome.result === 'permanent') {
    countOutcome(pending, { outcome: 'permanent', reason: outcome.reason }, context)
    return { id, status: 'failed', reason: outcome.reason, attempt }
  }
  const retryAt = computeNextAttempt({
    created_at: created_at.getTime(),
    now: time.getTime(),
    urgency: getUrgency(pending),
    failures: failures + 1,
    retryAfterMs: outcome.retryAfterMs,
    random: (context.random ?? Math.random)(),
  })
  countOutcome(pending, { outcome: 'temporary' }, context)
  if (retryAt !== undefined) return { id, status: 'pending', attempt, retryAt: new Date(retryAt) }
  countOutcome(pending, { outcome: 'gave_up', reason: 'gave_up' }, context)
  return { id, status: 'failed', reason: 'gave_up', attempt }
}

/** The record of a message whose attempt takes longer than its job. */
export const createUnderWayRecord = (id: number, { now }: DeliveryContext): DeliveryRecord => ({
  id,
  status: 'pending',
  retryAt: new Date(now().getTime() + followUpMs),
  keepsClaim: true,
})

/** The record of a message that another job of this process is sending: that job records the outcome. */
export const createOtherJobRecord = (id: number, { now }: DeliveryContext): DeliveryRecord => ({
  id,
  status: 'pending',
  retryAt: new Date(now().getTime() + recheckMs),
  keepsClaim: true,
})

/**
 * The record of a message that another process has claimed. That process may have sent it, even if it seems to be dead.
 */
export const createOtherProcessRecord = (id: number, until: Date): DeliveryRecord => ({
  id,
  status: 'pending',
  retryAt: new Date(until.getTime() + delayAfterClaimMs),
})

/**
 * The record of an end whose start is still pending. Sent first, the end would be followed by a late alarm, and an
 * incident that the start opens would never be closed.
 */
export function createAwaitingStartRecord(
  pending: PendingMessage,
  start_due_at: Date,
  context: DeliveryContext,
): DeliveryRecord {
  countOutcome(pending, { outcome: 'deferred' }, context)
  const retryAt = Math.max(start_due_at.getTime(), context.now().getTime()) + delayAfterStartMs
  return { id: pending.id, status: 'pending', retryAt: new Date(retryAt) }
}

export const getUrgency = ({ kind }: PendingMessage): MessageUrgency =>
  kind === 'test' || kind === 'code' ? 'trial' : 'news'
