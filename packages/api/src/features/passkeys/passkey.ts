import { type Call, defineResource, one, reject, type Values } from '@wachta/resource'
import { flag, id, nullable, text, textList, time } from '@wachta/resource/field'
import { administrator, all, any, self, writer } from '@wachta/resource/permission'
import { sql } from 'kysely'
import { findIdentity } from '../../platform/authentication/identity.ts'
import { endSessions } from '../../platform/authentication/sessions.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'

const holder = self('account_id')

/** A WebAuthn credential with which the holder of an account signs in. */
export const passkey = defineResource('passkey', {
  fields: {
    id: id(),
    account_id: id(),
    name: text({ min: 1, max: 100 }),
    transports: textList({
      max: 10,
      maxLength: 32,
      description: 'How browsers connect to it, such as internal or usb.',
    }),
    is_backed_up: flag({ description: 'Whether the provider keeps a copy, so that it survives a lost device.' }),
    created_at: time(),
    last_used_at: nullable(time()),
    clone_suspected_at: nullable(
      time({ description: 'When its signature counter went backwards, which indicates a copied key.' }),
    ),
  },
  relations: { account: one('account', 'account_id') },
  query: ['name'],
  isPersonal: true,
  owner: 'account_id',
  // A read-only user has passkeys too: they decide how the user signs in, not what it may change.
  permissions: {
    delete: any(holder, all(administrator, writer)),
    own: holder,
    read: any(holder, administrator),
    update: holder,
  },
  serve: {
    path: '/passkeys',
    tag: 'passkeys',
    operations: ['list', 'search', 'read', 'update', 'delete', 'permissions'],
  },
  update: { fields: ['name'] },
  delete: { prepare: prepareRemoval },
})

/** Two-factor authentication can be replaced but not switched off, so the last factor stays. */
async function prepareRemoval(before: Values, call: Call): Promise<void> {
  await call.requireStepUp()
  const accountId = Number(before['account_id'])
  // Every deletion locks the account first, so two requests cannot delete the last two passkeys at the same time.
  const [remaining] = await call.db.query(sql<{ others: number; hasCodes: boolean }>`select
  (select count(*) from passkey where account_id = ${accountId} and id <> ${Number(before['id'])}) as others,
  totp_secret is not null as "hasCodes" from credential where account_id = ${accountId}`)
  if (Number(remaining?.others) === 0) {
    if (!remaining?.hasCodes) reject('last_second_factor')
    const identity = await findIdentity(call.db, sql`a.id = ${accountId}`)
    if (identity?.needsPasskey) reject('last_passkey')
  }
  // Ends all sessions except the caller's: a thief of the authenticator may have signed in with it.
  await endSessions(call.db, accountId, call.caller.sessionId)
  await enqueueMail(call.db, { kind: 'passkey_removed', accountId })
}
