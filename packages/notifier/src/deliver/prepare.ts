import { givenUpAt } from '@wachta/domain'
import { withAttachments } from './attachments.ts'
import { behindStart, entryOf, urgencyOf } from './entry.ts'
import { type Letter, writeLetter } from './letter.ts'
import { applyMailRules } from './mail-rules.ts'
import { count, type Office } from './office.ts'
import type { Pending } from './pending.ts'
import { applyPhoneRules, dialled } from './phone-rules.ts'
import type { Entry } from './record.ts'

/** Writes the messages, and sorts out those that are not sent at all. */
export async function prepare(
  pending: readonly Pending[],
  office: Office,
): Promise<{ readonly letters: Letter[]; readonly entries: Entry[] }> {
  const entries: Entry[] = []
  const letters: Letter[] = []
  for (const one of pending) {
    const written = write(one, office)
    if ('letter' in written) letters.push(written.letter)
    else entries.push(written.entry)
  }
  const phones = await applyPhoneRules(office.database, letters, office.caps)
  const mails = await applyMailRules(office.database, letters, office.mailLimits)
  const refused = new Map<number, string>([...phones.refused, ...mails])
  for (const letter of letters) {
    const reason = refused.get(letter.pending.id)
    if (!reason) continue
    count(letter.pending, 'suppressed', office, { reason })
    entries.push({ id: letter.pending.id, status: 'suppressed', reason, letter })
  }
  const going = letters
    .filter(({ pending: { id } }) => !refused.has(id) && !phones.settled.has(id))
    .map((letter) => dialled(letter, office.caps))
  const onMissing = (key: string) => office.log?.warn({ key }, 'evidence is left out of a message: it is not there')
  return { letters: await withAttachments(going, { ...office, onMissing }), entries }
}

type Written = { readonly letter: Letter } | { readonly entry: Entry }

function write(pending: Pending, office: Office): Written {
  const { kind, created_at, channel_id, service, occurrence } = pending
  const channel = office.channel(channel_id)
  if (!channel) return decided(pending, 'failed', 'not_configured', office)
  const isNews = kind === 'start' || kind === 'end'
  if (isNews && !(service && occurrence)) return decided(pending, 'suppressed', 'service_gone', office)
  const isTooLate = office.now().getTime() > givenUpAt(created_at.getTime(), urgencyOf(pending))
  if (pending.is_start_lost) return decided(pending, 'suppressed', 'not_told_of_start', office)
  if (pending.start_due_at && !isTooLate) return { entry: behindStart(pending, pending.start_due_at, office) }
  try {
    const letter = writeLetter(pending, channel, office)
    const reason = overtaken(pending)
    if (reason) return decided(pending, 'suppressed', reason, office, letter)
    return isTooLate ? decided(pending, 'failed', 'gave_up', office, letter) : { letter }
  } catch (err) {
    if (isTooLate) return decided(pending, 'failed', 'gave_up', office)
    office.log?.error({ err, notification: pending.id }, 'a message cannot be written; it is tried again')
    return { entry: entryOf(pending, { result: 'temporary', answer: 'what is secret in it cannot be opened' }, office) }
  }
}

/** What may have happened since it was decided to tell: a message that is tried for hours must not wake anybody in vain. */
function overtaken({ kind, occurrence, is_blocked }: Pending): 'acknowledged' | 'account_blocked' | undefined {
  if (kind === 'start' && occurrence?.is_acknowledged) return 'acknowledged'
  return is_blocked ? 'account_blocked' : undefined
}

function decided(
  pending: Pending,
  status: 'failed' | 'suppressed',
  reason: keyof typeof outcomes,
  office: Office,
  letter?: Letter,
): { readonly entry: Entry } {
  count(pending, outcomes[reason], office, { reason })
  return { entry: { id: pending.id, status, reason, ...(letter && { letter }) } }
}

/** What each reason is counted as. */
const outcomes = {
  not_configured: 'permanent',
  service_gone: 'suppressed',
  not_told_of_start: 'suppressed',
  acknowledged: 'suppressed',
  account_blocked: 'suppressed',
  gave_up: 'gave_up',
} as const
