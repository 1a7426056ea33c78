import type { Call, RowChange } from '@wachta/resource'
import { enqueueMail } from '../../platform/mail/outbox.ts'

/** Tells the holder by mail that the name they sign in with is another one now. */
export async function notifyUsernameChanged({ id: accountId, changes }: RowChange, { db }: Call): Promise<void> {
  if ('username' in changes) await enqueueMail(db, { kind: 'username_changed', accountId })
}
