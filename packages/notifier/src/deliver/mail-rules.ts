import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { DailyMailLimits } from './mail-limits.ts'
import type { RenderedMessage } from './rendered-message.ts'

/** Why an e-mail is not sent. */
export type MailReason = 'address_not_verified' | 'mail_limit_recipient' | 'mail_limit_account'

/** Finds the messages that must not be sent by e-mail: the address is not verified, or a limit is reached. */
export async function applyMailRules(
  database: Pick<Database, 'query'>,
  renderedMessages: readonly RenderedMessage[],
  limits: DailyMailLimits,
): Promise<ReadonlyMap<number, MailReason>> {
  const mails = renderedMessages.filter(({ channel }) => channel.isEmailAddress)
  const suppressed = new Map<number, MailReason>()
  for (const { pending } of mails) if (!pending.is_verified) suppressed.set(pending.id, 'address_not_verified')
  // `units` is 1 once an e-mail is counted; one that was deferred is not counted again.
  const uncounted = mails.filter(({ pending }) => pending.is_verified && pending.units === 0)
  if (uncounted.length === 0) return suppressed
  const exceeded = await countMails(database, uncounted, limits)
  return new Map([...suppressed, ...exceeded])
}

/**
 * Counts the e-mails and marks them as counted, in one statement. Scopes are locked in one order, so that two processes
 * never deadlock.
 */
async function countMails(
  db: Pick<Database, 'query'>,
  renderedMessages: readonly RenderedMessage[],
  limits: DailyMailLimits,
): Promise<Map<number, MailReason>> {
  const shares = renderedMessages.flatMap((rendered) => listShares(rendered, limits))
  const counted = renderedMessages.map(({ pending }) => pending.id)
  const rows = await db.query(sql<{ day: string; scope: string; messages: number }>`with marked as (
  update notification set units = 1 where id = any(${counted}::bigint[]))
insert into mail_usage as u (day, scope, messages)
select w.day, w.scope, count(*) from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as w (day date, scope text)
group by 1, 2 order by 1, 2
on conflict (day, scope) do update set messages = u.messages + excluded.messages returning u.day::text as day, u.scope, u.messages`)
  const usage = new Map(rows.map(({ day, scope, messages }) => [`${day} ${scope}`, messages]))
  const suppressed = new Map<number, MailReason>()
  // The last messages of the batch are the ones that exceed the limit.
  for (const { id, day, scope, limit, reason } of shares.toReversed()) {
    const messageCount = usage.get(`${day} ${scope}`) ?? 0
    if (messageCount > limit) suppressed.set(id, reason)
    usage.set(`${day} ${scope}`, messageCount - 1)
  }
  return suppressed
}

/** One e-mail as it counts against one limit. */
interface Share {
  readonly id: number
  readonly day: string
  readonly scope: string
  readonly limit: number
  readonly reason: MailReason
}

function listShares(
  { pending: { id, created_at, address, account_id } }: RenderedMessage,
  limits: DailyMailLimits,
): Share[] {
  const day = created_at.toISOString().slice(0, 10)
  return [
    { id, day, scope: `recipient ${address.toLowerCase()}`, limit: limits.recipient, reason: 'mail_limit_recipient' },
    { id, day, scope: `account ${account_id}`, limit: limits.account, reason: 'mail_limit_account' },
  ]
}
