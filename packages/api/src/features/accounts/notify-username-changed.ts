import type { Call, RowChange } from '@wachta/resource'
import { enqueueMail } from '../../platform/mail/outbox.ts'

/** Notifies the holder by e-mail that the user name was changed. */
export async function notifyUsernameChanged({ id: accountId, changes }: RowChange, { db }: Call): Promise<void> {
  if ('username' in changes) await enqueueMail(db, { kind: 'username_changed', accountId })
}
