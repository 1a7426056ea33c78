import { computeNextAttempt, type MessageUrgency } from '@wachta/domain'
import { count, type DeliveryContext } from './delivery-context.ts'
import type { PendingMessage } from './pending.ts'
import type { DeliveryRecord } from './record.ts'
import type { RenderedMessage } from './rendered-message.ts'
import type { DeliveryOutcome } from './send-to-provider.ts'

/** When to check on a message whose attempt outlasted its job. */
const followUpMs = 45_000
/** When to check on a message that another job of this process was sending. */
const recheckMs = 5_000
const afterClaimMs = 100
/** How long an end waits after the start that must come first. */
const afterStartMs = 1_000

/** Turns the outcome of an attempt into the entries to record, one for each notification that the message carries. */
export function toEntries(
  rendered: RenderedMessage,
  outcome: DeliveryOutcome,
  context: DeliveryContext,
): DeliveryRecord[] {
  const { lines, pending } = rendered
  if (lines === undefined) return [{ ...toEntry(pending, outcome, context), rendered }]
  // The same for all, so that they wait for one address again when they are due.
  const random = (context.random ?? Math.random)()
  return lines.map((line) => {
    const entry =
      outcome.result === 'permanent' && outcome.reason === 'refused'
        ? sendAlone(line.pending, outcome.answer, context)
        : toEntry(line.pending, outcome, { ...context, random: () => random })
    return { ...entry, rendered: line, ...(outcome.result === 'sent' && { digest_id: pending.id }) }
  })
}

/** The entry of a notification in a digest that was rejected: only what is rejected alone has failed. */
function sendAlone(pending: PendingMessage, answer: string, context: DeliveryContext): DeliveryRecord {
  const time = context.now()
  count(pending, { outcome: 'temporary' }, context)
  return { id: pending.id, status: 'pending', attempt: { time, outcome: 'permanent', answer }, again: time }
}

/** Turns an outcome into the entry to record, with the time of the next attempt. */
export function toEntry(pending: PendingMessage, outcome: DeliveryOutcome, context: DeliveryContext): DeliveryRecord {
  const { id, created_at, failures } = pending
  const time = context.now()
  if (outcome.result === 'deferred') {
    count(pending, { outcome: 'deferred' }, context)
    return { id, status: 'pending', again: new Date(time.getTime() + outcome.delayMs) }
  }
  const attempt = { time, outcome: outcome.result, answer: outcome.answer }
  if (outcome.result === 'sent') {
    const { units } = outcome
    count(pending, { outcome: 'sent', ...(units !== undefined && { units }) }, context)
    return { id, status: 'sent', attempt }
  }
  if (outcome.result === 'permanent') {
    count(pending, { outcome: 'permanent', reason: outcome.reason }, context)
    return { id, status: 'failed', reason: outcome.reason, attempt }
  }
  const again = computeNextAttempt({
    created_at: created_at.getTime(),
    now: time.getTime(),
    urgency: getUrgency(pending),
    failures: failures + 1,
    retryAfterMs: outcome.retryAfterMs,
    random: (context.random ?? Math.random)(),
  })
  count(pending, { outcome: 'temporary' }, context)
  if (again !== undefined) return { id, status: 'pending', attempt, again: new Date(again) }
  count(pending, { outcome: 'gave_up', reason: 'gave_up' }, context)
  return { id, status: 'failed', reason: 'gave_up', attempt }
}

/** The entry of a message whose attempt takes longer than its job. */
export const createUnderWayRecord = (id: number, { now }: DeliveryContext): DeliveryRecord => ({
  id,
  status: 'pending',
  again: new Date(now().getTime() + followUpMs),
  keepsClaim: true,
})

/** The entry of a message that another job of this process is sending: that job records the outcome. */
export const waitForOtherJob = (id: number, { now }: DeliveryContext): DeliveryRecord => ({
  id,
  status: 'pending',
  again: new Date(now().getTime() + recheckMs),
  keepsClaim: true,
})

/** The entry of a message that another process has claimed: it may have sent it, even if it seems to be dead. */
export const waitForOtherProcess = (id: number, until: Date): DeliveryRecord => ({
  id,
  status: 'pending',
  again: new Date(until.getTime() + afterClaimMs),
})

/**
 * The entry of an end whose start is still pending. Sent first, the end would be followed by a late alarm, and an
 * incident that the start opens would never be closed.
 */
export function waitForStart(pending: PendingMessage, start_due_at: Date, context: DeliveryContext): DeliveryRecord {
  count(pending, { outcome: 'deferred' }, context)
  const again = Math.max(start_due_at.getTime(), context.now().getTime()) + afterStartMs
  return { id: pending.id, status: 'pending', again: new Date(again) }
}

export const getUrgency = ({ kind }: PendingMessage): MessageUrgency =>
  kind === 'test' || kind === 'code' ? 'trial' : 'news'
