import { dayMs } from '@wachta/domain'
import type { StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import { emailVerificationChannel } from './verified-address.ts'

/** How many links per day: to one address from all accounts together, and from one account. */
const recipientLimits = { perAddress: 3, perAccount: 500, withinMs: dayMs } as const

interface Recipient {
  readonly accountId: number
  readonly to: string
}

/** Why no link is sent to a recipient. */
export type NoLinkReason = 'gone' | 'verified' | 'too_many_to_address' | 'too_many_of_account'

interface RecipientFacts {
  readonly isWanted: boolean
  readonly isVerified: boolean
  readonly linksToAddress: number
  readonly linksOfAccount: number
}

/** Returns why a confirmation link must not be sent; undefined if it can be sent. */
export async function findNoLinkReason(
  db: Pick<StatementRunner, 'query'>,
  recipient: Recipient,
  now: Date,
): Promise<NoLinkReason | undefined> {
  const { isWanted, isVerified, linksToAddress, linksOfAccount } = await findFacts(db, recipient, now)
  if (!isWanted) return 'gone'
  if (isVerified) return 'verified'
  if (linksToAddress >= recipientLimits.perAddress) return 'too_many_to_address'
  return linksOfAccount >= recipientLimits.perAccount ? 'too_many_of_account' : undefined
}

async function findFacts(
  db: Pick<StatementRunner, 'query'>,
  { accountId, to }: Recipient,
  now: Date,
): Promise<RecipientFacts> {
  const since = new Date(now.getTime() - recipientLimits.withinMs)
  const [facts] = await db.query(sql<RecipientFacts>`select
  exists (select from contact_address where owner_id = ${accountId} and address = ${to})
    or exists (select from notification_address where owner_id = ${accountId} and address = ${to})
    or exists (select from periodic_report_address where owner_id = ${accountId} and address = ${to})
    or exists (select from report_template where owner_id = ${accountId} and recipients @> array[${to}]) as "isWanted",
  exists (select from verified_address where account_id = ${accountId} and channel_id = ${emailVerificationChannel} and address = ${to} and verified_at is not null)
    or exists (select from account where (id = ${accountId} or parent_account_id = ${accountId}) and is_activated
      and lower(email_address) = lower(${to})) as "isVerified",
  (select count(*)::int from mailed_token where purpose = 'recipient' and lower(address) = lower(${to}) and created_at > ${since}) as "linksToAddress",
  (select count(*)::int from mailed_token where purpose = 'recipient' and account_id = ${accountId} and created_at > ${since}) as "linksOfAccount"`)
  if (!facts) throw new Error('the query returned no row')
  return facts
}

/** Whether the recipient may be sent messages of the account. */
export const isConfirmed = async (
  db: Pick<StatementRunner, 'query'>,
  recipient: Recipient,
  now: Date,
): Promise<boolean> => (await findFacts(db, recipient, now)).isVerified

/** Records that the recipient agreed to notifications from the account. */
export async function markVerified(
  db: Pick<StatementRunner, 'query'>,
  { accountId, to }: Recipient,
  now: Date,
): Promise<void> {
  await db.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
values (${accountId}, ${emailVerificationChannel}, ${to}, ${now})
on conflict (account_id, channel_id, address) do update set verified_at = excluded.verified_at`)
}

/**
 * Leaves the newest link to a recipient out of the limits, because its e-mail could not be sent; otherwise the limits
 * would stop the retries. The link stays valid, in case the e-mail has arrived all the same.
 */
export async function discountLink(db: Pick<StatementRunner, 'query'>, { accountId, to }: Recipient): Promise<void> {
  await db.query(sql`update mailed_token set created_at = to_timestamp(0) where token_hash = (
  select token_hash from mailed_token where purpose = 'recipient' and account_id = ${accountId} and address = ${to}
  order by created_at desc limit 1)`)
}
