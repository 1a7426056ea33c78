import { randomBytes } from 'node:crypto'
import { type Call, reject, type StatementRunner } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { verifySync } from 'otplib'
import { hasPasskey, hasTwoFactor, identityTables, needsPasskey } from './identity.ts'
import type { Throttle } from './throttle.ts'
import { hashToken } from './tokens.ts'

const recoveryCodeCount = 10
/** The form of authenticator codes; recovery codes are longer. */
const authenticatorCodePattern = /^\d{6}$/

interface CodeParts {
  readonly throttle: Throttle
  readonly vault: Vault
  /** The field of the request that has the code; `data.code` unless given. */
  readonly field?: string
}

interface SignInFactors {
  readonly sealed: string | null
  readonly hasTwoFactor: boolean
  /** Whether only a passkey or a recovery code will do. */
  readonly isPasskeyOnly: boolean
}

/** Rejects a wrong authenticator or recovery code; does nothing for callers without two-factor authentication. */
export async function checkCode(parts: CodeParts, code: string, call: Call): Promise<void> {
  const { throttle, vault, field = 'data.code' } = parts
  const accountId = Number(call.caller.accountId)
  const [factors] =
    await call.db.query(sql<SignInFactors>`select c.totp_secret as sealed, ${hasTwoFactor} as "hasTwoFactor",
  (${hasPasskey} and ${needsPasskey}) as "isPasskeyOnly" from ${identityTables} where a.id = ${accountId}`)
  if (!factors?.hasTwoFactor) return
  await throttle.code(accountId)
  if (!(await useCode({ vault, accountId, factors, field }, code, call))) reject('wrong_code', field)
  await throttle.codePassed(accountId)
}

interface CodeHolder {
  readonly vault: Vault
  readonly accountId: number
  readonly factors: SignInFactors
  readonly field: string
}

async function useCode(holder: CodeHolder, code: string, { db, now }: Call): Promise<boolean> {
  const { vault, accountId, factors, field } = holder
  if (!authenticatorCodePattern.test(code)) return useRecoveryCode(db, accountId, code)
  // A code can be phished, so it does not replace a passkey that is required.
  if (factors.isPasskeyOnly) reject('passkey_required', field)
  if (factors.sealed === null) return false
  return useStep(db, accountId, findStep(openKey(vault, accountId, factors.sealed), code, now))
}

/**
 * Marks the time step of a code as used. Returns false if the step is not after the last used one, so that each code
 * works only once.
 */
async function useStep(db: StatementRunner, accountId: number, step: number | undefined): Promise<boolean> {
  if (step === undefined) return false
  const used = await db.query(
    sql`update credential set totp_last_step = ${step} where account_id = ${accountId} and totp_last_step < ${step} returning account_id`,
  )
  return used.length > 0
}

async function useRecoveryCode(db: StatementRunner, accountId: number, code: string): Promise<boolean> {
  const used = await db.query(
    sql`delete from recovery_code where account_id = ${accountId} and code_hash = ${hashToken(code.toLowerCase())} returning account_id`,
  )
  return used.length > 0
}

/** Returns the time step of a code; the previous and the next step are valid too, because clocks differ. */
export function findStep(key: string, code: string, now: Date): number | undefined {
  if (!authenticatorCodePattern.test(code)) return undefined
  const result = verifySync({ secret: key, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Replaces the recovery codes. Each has 128 random bits, so a plain hash of it is safe to store. */
export async function renewRecoveryCodes(db: StatementRunner, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () =>
    randomBytes(16)
      .toString('hex')
      .replace(/(.{8})(?=.)/g, '$1-'),
  )
  await db.query(sql`delete from recovery_code where account_id = ${accountId}`)
  await db.query(
    sql`insert into recovery_code (account_id, code_hash) select ${accountId}, unnest(${codes.map(hashToken)}::bytea[])`,
  )
  return codes
}

const getSealContext = (accountId: number) => ['account', String(accountId), 'totp']

export const sealKey = (vault: Vault, accountId: number, key: string): string =>
  vault.seal(key, getSealContext(accountId))

export const openKey = (vault: Vault, accountId: number, stored: string): string =>
  vault.open(stored, getSealContext(accountId))
