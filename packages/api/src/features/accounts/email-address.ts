import type { Call, RowChange } from '@wachta/resource'
import { sql } from 'kysely'
import { enqueueMail } from '../../platform/mail/outbox.ts'

/** Sends a confirmation link to the new address and a warning to the current one; earlier links become invalid. */
export async function queueAddressConfirmation(accountId: number, address: string, { db }: Call): Promise<void> {
  await db.query(sql`delete from mailed_token where account_id = ${accountId} and purpose = 'email_address'`)
  await enqueueMail(db, { kind: 'email_address', accountId, to: address })
  await enqueueMail(db, { kind: 'address_change_requested', accountId })
}

/** Invalidates links that were mailed to the former address, and notifies its reader of the change. */
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
