import type { Call, Values } from '@wachta/resource'
import { sql } from 'kysely'
import { enqueueMail } from '../mail/outbox.ts'

/** After a change of address, links that were mailed to the former one open nothing, and its reader is told. */
export async function addressChanged(accountId: number, changes: Values, before: Values, { db }: Call): Promise<void> {
  if (!('email_address' in changes)) return
  await db.query(sql`delete from mailed_token where account_id = ${accountId} and used_at is null`)
  await enqueueMail(db, { kind: 'address_changed', accountId, to: String(before['email_address']) })
}
