import { closed, lockRow, nameSchema, type Operation, parseKey, reject, requirePermission } from '@wachta/resource'
import { sql } from 'kysely'
import { generateSecret, generateURI } from 'otplib'
import { Type } from 'typebox'
import {
  checkCode,
  findStep,
  openKey,
  renewRecoveryCodes,
  sealKey,
} from '../../platform/authentication/one-time-codes.ts'
import { endSessions } from '../../platform/authentication/sessions.ts'
import { type Proof, requireProofOrStepUp } from '../../platform/authentication/step-up.ts'
import type { ApiContext } from '../../platform/context.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { account } from '../accounts/account.ts'
import { codeField, currentPassword } from '../accounts/credential-fields.ts'
import { sessionResource } from './session.ts'
import { lockUnverifiedSession, markSessionVerified } from './verify-session.ts'

const codeData = nameSchema('two_factor_code_data', Type.Object({ code: codeField }, closed))
const setupData = nameSchema(
  'two_factor_setup_data',
  Type.Object({ code: Type.Optional(codeField), password: Type.Optional(currentPassword) }, closed),
)
const setupResult = nameSchema(
  'two_factor_setup_result',
  Type.Object(
    {
      key: Type.String({ description: 'The key for the authenticator, in base 32.' }),
      uri: Type.String({ description: 'The same as an otpauth URI, for a QR code.' }),
    },
    closed,
  ),
)
const verifyResult = nameSchema(
  'two_factor_verify_result',
  Type.Object(
    {
      recovery_codes: Type.Array(Type.String(), {
        description: 'Each works once in place of the second factor if the authenticator is lost.',
      }),
    },
    closed,
  ),
)

/** The operations that set up two-factor authentication for an account, and verify a session with a code. */
export const twoFactorOperations = (context: ApiContext): Operation[] => [
  setupAccount(context),
  verifyAccount(context),
  verifySession(context),
]

function setupAccount(context: ApiContext): Operation {
  const { vault } = context
  return {
    id: 'setup_account_2fa',
    method: 'POST',
    path: '/accounts/{_id}/2fa/setup',
    tag: 'accounts',
    summary: 'Generate a 2FA key; 2fa/verify with a code made from it switches 2FA on.',
    description:
      'Needs a step-up, or the current password in the request and, where 2FA is on, a code of the current key.',
    access: 'customer',
    on: { resource: 'account', flag: 'setup_2fa' },
    body: setupData,
    bodyOptional: true,
    status: 200,
    result: setupResult,
    secret: true,
    slow: true,
    admits: 'without_two_factor',
    async handle(call) {
      const id = Number(parseKey(account, call))
      await requirePermission({ resource: account, key: id }, 'setup_2fa', call)
      await requireProofOrStepUp(context, (call.body ?? {}) as Proof, call)
      return call.transaction(async (tx) => {
        const { username } = await lockRow({ resource: account, key: id }, 'setup_2fa', tx)
        const key = generateSecret()
        await tx.db.query(
          sql`update credential set totp_pending_secret = ${sealKey(vault, id, key)} where account_id = ${id}`,
        )
        const after = { two_factor_setup: 'started' }
        await tx.record({ resource: 'account', id, accountId: id, before: null, after })
        return { value: { key, uri: generateURI({ issuer: 'Wachta', label: String(username), secret: key }) } }
      })
    },
  }
}

const verifyAccount = ({ throttle, vault }: ApiContext): Operation => ({
  id: 'verify_account_2fa',
  method: 'POST',
  path: '/accounts/{_id}/2fa/verify',
  tag: 'accounts',
  summary: 'Check a one-time code and switch 2FA on; all other sessions end. Answers with recovery codes.',
  access: 'customer',
  on: { resource: 'account', flag: 'setup_2fa' },
  body: codeData,
  status: 200,
  result: verifyResult,
  secret: true,
  admits: 'without_two_factor',
  async handle(call) {
    const id = Number(parseKey(account, call))
    await lockRow({ resource: account, key: id }, 'setup_2fa', call)
    await throttle.code(id)
    const [credential] = await call.db.query(
      sql<{
        pending: string | null
      }>`select totp_pending_secret as pending from credential where account_id = ${id}`,
    )
    if (!credential?.pending) return reject('two_factor_not_started')
    const { code } = call.body as { code: string }
    const step = findStep(openKey(vault, id, credential.pending), code, call.now)
    if (step === undefined) return reject('wrong_code', 'data.code')
    await throttle.codePassed(id)
    await call.db.query(sql`update credential set totp_secret = totp_pending_secret, totp_pending_secret = null,
  totp_last_step = ${step} where account_id = ${id}`)
    await endSessions(call.db, id, call.caller.sessionId)
    const codes = await renewRecoveryCodes(call.db, id)
    await enqueueMail(call.db, { kind: 'two_factor_changed', accountId: id })
    await call.record({ resource: 'account', id, accountId: id, before: null, after: { two_factor: 'on' } })
    return { value: { recovery_codes: codes } }
  },
})

function verifySession(context: ApiContext): Operation {
  return {
    id: 'verify_session_2fa',
    method: 'POST',
    path: '/sessions/{_id}/2fa/verify',
    tag: 'sessions',
    summary: 'Verify the calling session with a one-time 2FA code.',
    access: 'customer',
    on: { resource: 'session', flag: 'own' },
    body: codeData,
    status: 204,
    admits: 'unverified',
    async handle(call) {
      const id = Number(parseKey(sessionResource, call))
      await requirePermission({ resource: sessionResource, key: id }, 'own', call)
      if (id !== call.caller.sessionId) reject('not_the_calling_session')
      const session = await lockUnverifiedSession(id, call)
      await checkCode(context, (call.body as { code: string }).code, call)
      return markSessionVerified(session, call)
    },
  }
}
