import { type Call, closed, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { findIdentity, matchUsername } from '../../platform/authentication/identity.ts'
import { endSessions } from '../../platform/authentication/sessions.ts'
import { type Proof, requireProofOrStepUp } from '../../platform/authentication/step-up.ts'
import { hashToken } from '../../platform/authentication/tokens.ts'
import { rejectIfSsoRequired } from '../../platform/authentication/verify-password.ts'
import type { ApiContext } from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { account } from './account.ts'
import { accountFields, password } from './account-fields.ts'
import { activate } from './activate.ts'
import { hashNewPassword, setPassword } from './credential.ts'
import { codeField, currentPassword } from './credential-fields.ts'
import { cancelAddressConfirmation } from './email-address.ts'

const tokenField = Type.String({ minLength: 1, maxLength: 256, description: 'The token of the e-mail.' })

/** The operations that change a password, or set a new one by e-mail; a new password ends all sessions. */
export const accountPasswordOperations = (context: ApiContext): Operation[] => [
  changePassword(context),
  initializeReset(context),
  confirmReset(context),
]

const changePassword = (context: ApiContext): Operation => ({
  id: 'change_account_password',
  method: 'POST',
  path: '/accounts/{_id}/change_password',
  tag: 'accounts',
  summary: 'Change the password of an account; all its sessions end.',
  description: "Needs a step-up, or the caller's own password in the request and, with 2FA on, a code.",
  access: 'customer',
  on: { resource: 'account', flag: 'change_password' },
  body: nameSchema(
    'change_password_data',
    Type.Object(
      {
        new_password: password,
        password: Type.Optional(currentPassword),
        code: Type.Optional(codeField),
      },
      closed,
    ),
  ),
  status: 204,
  // `secret` disables idempotency keys: the code is checked in a transaction of its own, whose answer would be stored
  // for the key and replayed instead of changing the password.
  secret: true,
  slow: true,
  async handle(call) {
    const id = Number(parseKey(account, call))
    await requirePermission({ resource: account, key: id }, 'change_password', call)
    const data = call.body as Proof & { new_password: string }
    await requireProofOrStepUp(context, data, call)
    const identity = await findIdentity(context.database, sql`a.id = ${id}`)
    // The owner can give the user a password; the user cannot leave single sign-on by itself.
    if (id === call.caller.accountId && identity) rejectIfSsoRequired(identity)
    const holder = { username: identity?.username, email_address: identity?.emailAddress }
    const hash = await hashNewPassword(data.new_password, holder, 'data.new_password')
    return call.transaction((tx) => finishPasswordChange(tx, id, hash))
  },
})

const initializeReset = (context: ApiContext): Operation => ({
  id: 'initialize_password_reset',
  method: 'POST',
  path: '/system/reset_password/initialize',
  tag: 'system',
  summary:
    'Request an e-mail with a link for setting a new password. The response does not reveal whether the account exists.',
  access: 'public',
  body: nameSchema('reset_password_initialize_data', Type.Object({ username: accountFields.username.schema }, closed)),
  status: 204,
  async handle({ db, body, request }) {
    const { username } = body as { username: string }
    await context.throttle.mail(request.address)
    await context.throttle.reset(username, request.address)
    const identity = await findIdentity(db, matchUsername(username))
    // For an unknown name, a blocked account or one that requires SSO, a message is queued too, which the mailer drops:
    // all requests take the same time.
    const accountId = identity && !identity.isBlocked && !identity.requiresSso ? identity.accountId : 0
    await enqueueMail(db, { kind: 'password', accountId })
    return undefined
  },
})

const confirmReset = (context: ApiContext): Operation => ({
  id: 'confirm_password_reset',
  method: 'POST',
  path: '/system/reset_password/confirm',
  tag: 'system',
  summary: 'Set a new password with the token of the e-mail. Two-factor authentication stays on.',
  access: 'public',
  body: nameSchema(
    'reset_password_confirm_data',
    Type.Object({ account_id: accountFields.id.schema, token: tokenField, new_password: password }, closed),
  ),
  status: 204,
  slow: true,
  async handle(call) {
    const data = call.body as { account_id: number; token: string; new_password: string }
    const isValidToken = sql`token_hash = ${hashToken(data.token)} and account_id = ${data.account_id} and purpose = 'password'
  and used_at is null and expires_at > ${call.now}`
    const [token] = await context.database.query(sql`select from mailed_token where ${isValidToken}`)
    const identity = token ? await findIdentity(context.database, sql`a.id = ${data.account_id}`) : undefined
    if (!identity || identity.isBlocked) return reject('invalid_token')
    const hash = await hashNewPassword(
      data.new_password,
      { username: identity.username, email_address: identity.emailAddress },
      'data.new_password',
    )
    return call.transaction(async (tx) => {
      const used = await tx.db.query(
        sql`update mailed_token set used_at = ${tx.now} where ${isValidToken} returning account_id`,
      )
      if (used.length === 0) reject('invalid_token')
      // Opening the link proves the e-mail address, so it also activates the account.
      await activate(data.account_id, tx)
      return finishPasswordChange(tx, data.account_id, hash)
    })
  },
})

async function finishPasswordChange(call: Call, accountId: number, hash: string): Promise<undefined> {
  // Somebody else may have requested the pending change of the e-mail address: the warning about that request says that
  // a new password cancels it.
  await cancelAddressConfirmation(accountId, call)
  await setPassword(accountId, hash, call)
  await endSessions(call.db, accountId)
  await call.db.query(
    sql`delete from mailed_token where account_id = ${accountId} and purpose = 'password' and used_at is null`,
  )
  await enqueueMail(call.db, { kind: 'password_changed', accountId })
  await call.record({ resource: 'account', id: accountId, accountId, before: null, after: { password: 'changed' } })
}
