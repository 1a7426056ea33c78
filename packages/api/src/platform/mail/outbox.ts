import type { Connection } from '@wachta/resource'
import { sql } from 'kysely'

/** A message that someone is to get. Links and texts are made when it is sent: no token waits in the queue. */
export type MailRequest =
  | {
      readonly kind: 'activation'
      readonly accountId: number
      readonly page?: string | null
      readonly redirectUri?: string | null
    }
  | { readonly kind: 'password'; readonly accountId: number; readonly page?: string | null }
  /** To the address that is to become the account's: its link confirms it. */
  | { readonly kind: 'email_address'; readonly accountId: number; readonly to: string }
  /** To an address that the account wants to notify: its link agrees to that. */
  | { readonly kind: 'recipient'; readonly accountId: number; readonly to: string }
  | { readonly kind: 'address_change_requested'; readonly accountId: number }
  | { readonly kind: 'username_changed'; readonly accountId: number }
  | { readonly kind: 'two_factor_changed'; readonly accountId: number }
  | { readonly kind: 'password_changed'; readonly accountId: number }
  | { readonly kind: 'address_changed'; readonly accountId: number; readonly to: string }
  | { readonly kind: 'account_closed'; readonly accountId: number; readonly eraseAfter: string }

export const mailTask = 'mail'

/** Queues a message in the transaction that causes it: what is rolled back is never told, what is committed always is. */
export async function enqueueMail(db: Connection, request: MailRequest): Promise<void> {
  await db.query(
    sql`select from graphile_worker.add_job(${mailTask}, payload => ${JSON.stringify(request)}::json, max_attempts => 12)`,
  )
}
