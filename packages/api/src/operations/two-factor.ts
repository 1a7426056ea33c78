import { randomBytes } from 'node:crypto'
import {
  type Call,
  type Connection,
  closed,
  demand,
  keyOf,
  lockRow,
  named,
  type Operation,
  refuse,
} from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { Type } from 'typebox'
import { endSessions, logAuthentication } from '../authentication/sessions.ts'
import { tokenHash } from '../authentication/tokens.ts'
import { account } from '../resources/account.ts'
import { session } from '../resources/session.ts'
import type { Services } from '../services.ts'

const recoveryCodes = 10

const codeField = Type.String({
  minLength: 6,
  maxLength: 32,
  description: 'A code of the authenticator, or a recovery code.',
})
const codeData = named('two_factor_code_data', Type.Object({ code: codeField }, closed))
const setupData = named('two_factor_setup_data', Type.Object({ code: Type.Optional(codeField) }, closed))
const setupResult = named(
  'two_factor_setup_result',
  Type.Object(
    {
      key: Type.String({ description: 'The key for the authenticator, in base 32.' }),
      uri: Type.String({ description: 'The same as an otpauth address, to be shown as a QR code.' }),
    },
    closed,
  ),
)
const verifyResult = named(
  'two_factor_verify_result',
  Type.Object(
    {
      recovery_codes: Type.Array(Type.String(), {
        description: 'Each opens the account once, when the authenticator is lost.',
      }),
    },
    closed,
  ),
)

/** Two-factor authentication: setting it up for an account, and passing it with a session. */
export const twoFactorOperations = (services: Services): Operation[] => {
  const { searcher, throttle, vault } = services

  /** Whoever holds a token alone does not replace the second factor that is there to stop them. */
  async function demandPresentCode(call: Call, id: number): Promise<void> {
    const [credential] = await call.db.query(
      sql<{ sealed: string | null }>`select totp_secret as sealed from credential where account_id = ${id}`,
    )
    if (!credential?.sealed) return
    await throttle.code(id)
    if (!(await passes(call, id, opened(vault, id, credential.sealed)))) refuse('wrong_code', 'data.code')
    await throttle.codePassed(id)
  }

  return [
    {
      id: 'setup_account_2fa',
      method: 'POST',
      path: '/accounts/{_id}/2fa/setup',
      tag: 'accounts',
      summary:
        'Generate a 2FA key; 2fa/verify with a code made from it switches 2FA on. Where it is on, a present code is needed.',
      access: 'customer',
      on: { resource: 'account', flag: 'setup_2fa' },
      body: setupData,
      bodyOptional: true,
      status: 200,
      result: setupResult,
      secret: true,
      admits: 'without_two_factor',
      async handle(call) {
        const id = Number(keyOf(account, call))
        const { username } = await lockRow(searcher.registry, account, id, 'setup_2fa', call)
        await demandPresentCode(call, id)
        const key = generateSecret()
        await call.db.query(
          sql`update credential set totp_pending_secret = ${sealed(vault, id, key)} where account_id = ${id}`,
        )
        await call.record({
          resource: 'account',
          id,
          accountId: id,
          before: null,
          after: { two_factor_setup: 'started' },
        })
        return { value: { key, uri: generateURI({ issuer: 'Wachta', label: String(username), secret: key }) } }
      },
    },
    {
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
        const id = Number(keyOf(account, call))
        await lockRow(searcher.registry, account, id, 'setup_2fa', call)
        await throttle.code(id)
        const [credential] = await call.db.query(
          sql<{
            pending: string | null
          }>`select totp_pending_secret as pending from credential where account_id = ${id}`,
        )
        if (!credential?.pending) return refuse('two_factor_not_started')
        const step = matchedStep(opened(vault, id, credential.pending), call)
        if (step === undefined) return refuse('wrong_code', 'data.code')
        await throttle.codePassed(id)
        await call.db.query(sql`update credential set totp_secret = totp_pending_secret, totp_pending_secret = null,
  totp_last_step = ${step} where account_id = ${id}`)
        await endSessions(call.db, id, call.caller.sessionId)
        const codes = await renewRecoveryCodes(call.db, id)
        await call.record({ resource: 'account', id, accountId: id, before: null, after: { two_factor: 'on' } })
        return { value: { recovery_codes: codes } }
      },
    },
    {
      id: 'verify_session_2fa',
      method: 'POST',
      path: '/sessions/{_id}/2fa/verify',
      tag: 'sessions',
      summary: 'Verify the session that makes the call with a one-time 2FA code.',
      access: 'customer',
      on: { resource: 'session', flag: 'own' },
      body: codeData,
      status: 204,
      admits: 'unverified',
      async handle(call) {
        const id = Number(keyOf(session, call))
        const accountId = Number(call.caller.accountId)
        await demand(searcher.registry, session, id, 'own', call)
        if (id !== call.caller.sessionId) refuse('not_the_calling_session')
        const [open] =
          await call.db.query(sql<OpenSession>`select s.is_verified as "isVerified", s.kind, s.client_id, s.user_ip_address,
  c.totp_secret as sealed from session s join credential c on c.account_id = s.account_id where s.id = ${id} for update of s`)
        if (open?.isVerified !== false || !open.sealed) return refuse('session_already_verified')
        await throttle.code(accountId)
        if (!(await passes(call, accountId, opened(vault, accountId, open.sealed))))
          return refuse('wrong_code', 'data.code')
        await throttle.codePassed(accountId)
        await call.db.query(sql`update session set is_verified = true where id = ${id}`)
        await logAuthentication(call.db, {
          ...open,
          accountId,
          type: open.kind,
          address: call.request.address,
          now: call.now,
        })
        await call.record({
          resource: 'session',
          id,
          accountId,
          before: { is_verified: false },
          after: { is_verified: true },
        })
        return undefined
      },
    },
  ]
}

interface OpenSession {
  readonly isVerified: boolean
  readonly kind: 'session' | 'auth_token'
  readonly client_id: string | null
  readonly user_ip_address: string | null
  readonly sealed: string | null
}

const passes = async (call: Call, accountId: number, key: string): Promise<boolean> =>
  (await passesCode(call, accountId, key)) || (await passesRecovery(call, accountId))

/** A code counts once: its step must lie after the last one that was used, and that is decided by the database. */
async function passesCode(call: Call, accountId: number, key: string): Promise<boolean> {
  const step = matchedStep(key, call)
  if (step === undefined) return false
  const used = await call.db.query(
    sql`update credential set totp_last_step = ${step} where account_id = ${accountId} and totp_last_step < ${step} returning account_id`,
  )
  return used.length > 0
}

async function passesRecovery({ db, body }: Call, accountId: number): Promise<boolean> {
  const code = codeOf(body).toLowerCase()
  const used = await db.query(
    sql`delete from recovery_code where account_id = ${accountId} and code_hash = ${tokenHash(code)} returning account_id`,
  )
  return used.length > 0
}

/** The time step that a code belongs to; the steps before and after the present one count too, as clocks differ. */
function matchedStep(key: string, { body, now }: Call): number | undefined {
  const code = codeOf(body)
  if (!/^\d{6}$/.test(code)) return undefined
  const result = verifySync({ secret: key, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

const codeOf = (body: unknown): string => (body as { code?: string } | undefined)?.code ?? ''

async function renewRecoveryCodes(db: Connection, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    randomBytes(10)
      .toString('hex')
      .replace(/(.{5})(?=.)/g, '$1-'),
  )
  await db.query(sql`delete from recovery_code where account_id = ${accountId}`)
  await db.query(
    sql`insert into recovery_code (account_id, code_hash) select ${accountId}, unnest(${codes.map(tokenHash)}::bytea[])`,
  )
  return codes
}

const context = (accountId: number) => ['account', String(accountId), 'totp']
const sealed = (vault: Vault, accountId: number, key: string) => vault.seal(key, context(accountId))
const opened = (vault: Vault, accountId: number, stored: string) => vault.open(stored, context(accountId))
