import { hourMs } from '@wachta/domain'
import { type Call, type RowChange, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { enqueueMail } from '../../platform/mail/outbox.ts'

/** Sends a confirmation link to the new address and a warning to the current one; earlier links become invalid. */
export async function queueAddressConfirmation(accountId: number, address: string, { db, now }: Call): Promise<void> {
  if ((await countRequest(accountId, { db, now })) > maxPerHour)
    reject('too_many_for_now', 'data.email_address', { limit: maxPerHour })
  await db.query(sql`delete from mailed_token where account_id = ${accountId} and purpose = 'email_address'`)
  await enqueueMail(db, { kind: 'email_address', accountId, to: address })
  await enqueueMail(db, { kind: 'address_change_requested', accountId })
}

/** Drops a pending address, invalidates links mailed to the account, and notifies the former address of the change. */
export async function notifyAddressChanged(
  { id: accountId, changes, before }: RowChange,
  { db }: Pick<Call, 'db'>,
): Promise<void> {
  if (!('email_address' in changes)) return
  await db.query(sql`update account set pending_email_address = null where id = ${accountId}`)
  await db.query(
    sql`delete from mailed_token where account_id = ${accountId} and purpose <> 'recipient' and used_at is null`,
  )
  await enqueueMail(db, { kind: 'address_changed', accountId, to: String(before['email_address']) })
}

/** Gives up a new address that is not confirmed yet; the link that was sent to it becomes invalid. */
export async function cancelAddressConfirmation(accountId: number, { db }: Pick<Call, 'db'>): Promise<void> {
  await db.query(sql`update account set pending_email_address = null
where id = ${accountId} and pending_email_address is not null`)
  await db.query(sql`delete from mailed_token where account_id = ${accountId} and purpose = 'email_address'`)
}

/** How many new addresses per hour can be requested for an account: each causes e-mails, also to strangers. */
const maxPerHour = 5

/** Counts a request in the table of the throttle, and returns the number of requests in this hour. */
async function countRequest(accountId: number, { db, now }: Pick<Call, 'db' | 'now'>): Promise<number> {
  const [counted] = await db.query(sql<{ points: number }>`insert into login_limit as l (key, points, expire)
values (${`new-address:${accountId}`}, 1, ${now.getTime() + hourMs})
on conflict (key) do update set points = case when l.expire > ${now.getTime()} then l.points + 1 else 1 end,
  expire = case when l.expire > ${now.getTime()} then l.expire else excluded.expire end returning points`)
  return counted?.points ?? 0
}
