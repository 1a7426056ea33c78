import { computeGiveUpTime } from '@wachta/domain'
import { VaultError } from '@wachta/runtime/vault'
import { addAttachments } from './attachments.ts'
import { combineMessages } from './combine-messages.ts'
import { countOutcome, type DeliveryContext } from './delivery-context.ts'
import { createAwaitingStartRecord, getUrgency, toDeliveryRecord } from './delivery-records.ts'
import { applyMailRules } from './mail-rules.ts'
import type { PendingMessage } from './pending.ts'
import { applyPhoneRules, setDialNumber } from './phone-rules.ts'
import type { DeliveryRecord } from './record.ts'
import { getNotifications, type RenderedMessage, renderPending } from './rendered-message.ts'

/** Renders the messages, combines messages to the same address into digests, and settles messages that are not sent. */
export async function prepareMessages(
  pending: readonly PendingMessage[],
  context: DeliveryContext,
): Promise<{ readonly renderedMessages: RenderedMessage[]; readonly records: DeliveryRecord[] }> {
  const records: DeliveryRecord[] = []
  const rendered: RenderedMessage[] = []
  for (const one of pending) {
    const result = renderOrSettle(one, context)
    if ('rendered' in result) rendered.push(result.rendered)
    else records.push(result.record)
  }
  const renderedMessages = combineMessages(rendered)
  const phones = await applyPhoneRules(context.database, renderedMessages, context.phoneRules)
  const mails = await applyMailRules(context.database, renderedMessages, context.mailLimits)
  const rejected = new Map<number, string>([...phones.rejected, ...mails])
  for (const message of renderedMessages) {
    const reason = rejected.get(message.pending.id)
    if (!reason) continue
    for (const one of getNotifications(message)) {
      countOutcome(one.pending, { outcome: 'suppressed', reason }, context)
      records.push({ id: one.pending.id, status: 'suppressed', reason, rendered: one })
    }
  }
  const sendable = renderedMessages
    .filter(({ pending: { id } }) => !rejected.has(id) && !phones.settled.has(id))
    .map((message) => setDialNumber(message, context.phoneRules))
  const onMissing = (key: string) => context.log?.warn({ key }, 'evidence is missing and left out of a message')
  return { renderedMessages: await addAttachments(sendable, { ...context, onMissing }), records }
}

type RenderedOrSettled = { readonly rendered: RenderedMessage } | { readonly record: DeliveryRecord }

function renderOrSettle(pending: PendingMessage, context: DeliveryContext): RenderedOrSettled {
  const { kind, created_at, channel_id, service, alert } = pending
  const channel = context.channel(channel_id)
  if (!channel) return toSettledRecord({ pending }, 'not_configured', context)
  const isAboutAlert = kind === 'start' || kind === 'end'
  if (isAboutAlert && !(service && alert)) return toSettledRecord({ pending }, 'service_gone', context)
  const isTooLate = context.now().getTime() > computeGiveUpTime(created_at.getTime(), getUrgency(pending))
  if (pending.is_start_lost) return toSettledRecord({ pending }, 'not_told_of_start', context)
  if (pending.start_due_at && !isTooLate)
    return { record: createAwaitingStartRecord(pending, pending.start_due_at, context) }
  try {
    const rendered = renderPending(pending, channel, context)
    const reason = findObsoleteReason(pending)
    if (reason) return toSettledRecord({ pending, rendered }, reason, context)
    return isTooLate ? toSettledRecord({ pending, rendered }, 'gave_up', context) : { rendered }
  } catch (err) {
    if (isTooLate) return toSettledRecord({ pending }, 'gave_up', context)
    context.log?.error({ err, notification: pending.id }, 'could not render a message; retrying')
    const answer = err instanceof VaultError ? 'a secret in the message cannot be decrypted' : 'internal error'
    return { record: toDeliveryRecord(pending, { result: 'temporary', answer }, context) }
  }
}

/**
 * Returns why a message has become obsolete since it was created: after hours of retries it must not wake anyone in
 * vain.
 */
function findObsoleteReason({
  kind,
  alert,
  is_blocked,
}: PendingMessage): 'acknowledged' | 'account_blocked' | undefined {
  if (kind === 'start' && alert?.is_acknowledged) return 'acknowledged'
  return is_blocked ? 'account_blocked' : undefined
}

/** A message that is not sent, with its rendered form if there is one. */
interface UnsentMessage {
  readonly pending: PendingMessage
  readonly rendered?: RenderedMessage
}

function toSettledRecord(
  { pending, rendered }: UnsentMessage,
  reason: keyof typeof settlements,
  context: DeliveryContext,
): { readonly record: DeliveryRecord } {
  const { status, outcome } = settlements[reason]
  countOutcome(pending, { outcome, reason }, context)
  return { record: { id: pending.id, status, reason, ...(rendered && { rendered }) } }
}

const suppressed = { status: 'suppressed', outcome: 'suppressed' } as const

/** The status that each reason leads to, and the outcome that it is counted as. */
const settlements = {
  not_configured: { status: 'failed', outcome: 'permanent' },
  service_gone: suppressed,
  not_told_of_start: suppressed,
  acknowledged: suppressed,
  account_blocked: suppressed,
  gave_up: { status: 'failed', outcome: 'gave_up' },
} as const
