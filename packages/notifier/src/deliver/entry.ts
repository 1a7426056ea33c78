import { type MessageUrgency, nextAttempt } from '@wachta/domain'
import { count, type DeliveryContext } from './delivery-context.ts'
import type { Outcome } from './hand-over.ts'
import type { Pending } from './pending.ts'
import type { Entry } from './record.ts'

/** When somebody looks after a message that went on alone, and of which nothing more was heard. */
const followUpMs = 45_000
/** And when after one that somebody else had in hand when its turn came. */
const recheckMs = 5_000
const afterClaimMs = 100
/** By how much an end comes after the start that it waits for. */
const afterStartMs = 1_000

/** What is written down about an outcome, and when the message is tried again. */
export function toEntry(pending: Pending, outcome: Outcome, context: DeliveryContext): Entry {
  const { id, created_at, failures } = pending
  const time = context.now()
  if (outcome.result === 'put_off') {
    count(pending, 'put_off', context)
    return { id, status: 'pending', again: new Date(time.getTime() + outcome.delayMs) }
  }
  const attempt = { time, outcome: outcome.result, answer: outcome.answer }
  if (outcome.result === 'sent') {
    count(pending, 'sent', context, outcome.units === undefined ? {} : { units: outcome.units })
    return { id, status: 'sent', attempt }
  }
  if (outcome.result === 'permanent') {
    count(pending, 'permanent', context, { reason: outcome.reason })
    return { id, status: 'failed', reason: outcome.reason, attempt }
  }
  const again = nextAttempt({
    created_at: created_at.getTime(),
    now: time.getTime(),
    urgency: getUrgency(pending),
    failures: failures + 1,
    retryAfterMs: outcome.retryAfterMs,
    random: (context.random ?? Math.random)(),
  })
  count(pending, 'temporary', context)
  if (again !== undefined) return { id, status: 'pending', attempt, again: new Date(again) }
  count(pending, 'gave_up', context, { reason: 'gave_up' })
  return { id, status: 'failed', reason: 'gave_up', attempt }
}

/** Of a message whose attempt takes longer than its job. */
export const stillUnderWay = (id: number, { now }: DeliveryContext): Entry => ({
  id,
  status: 'pending',
  again: new Date(now().getTime() + followUpMs),
  keepsClaim: true,
})

/** Of a message that another job of this process is sending: what becomes of it is for that one to say. */
export const waitForOtherJob = (id: number, { now }: DeliveryContext): Entry => ({
  id,
  status: 'pending',
  again: new Date(now().getTime() + recheckMs),
  keepsClaim: true,
})

/** Of a message that another process has claimed: it may have sent it, even where it seems to be dead. */
export const waitForOtherProcess = (id: number, until: Date): Entry => ({
  id,
  status: 'pending',
  again: new Date(until.getTime() + afterClaimMs),
})

/**
 * Of an end whose start is still to be handed over. Told first, it would be followed by an alarm about what is over, and
 * where the start opens an incident, nothing would ever close it.
 */
export function waitForStart(pending: Pending, start_due_at: Date, context: DeliveryContext): Entry {
  count(pending, 'put_off', context)
  const again = Math.max(start_due_at.getTime(), context.now().getTime()) + afterStartMs
  return { id: pending.id, status: 'pending', again: new Date(again) }
}

export const getUrgency = ({ kind }: Pending): MessageUrgency => (kind === 'test' || kind === 'code' ? 'trial' : 'news')
