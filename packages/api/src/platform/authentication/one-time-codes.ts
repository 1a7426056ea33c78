import { randomBytes } from 'node:crypto'
import { type Call, reject, type StatementRunner } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { verifySync } from 'otplib'
import type { Throttle } from './throttle.ts'
import { tokenHash } from './tokens.ts'

const recoveryCodes = 10
/** The form of authenticator codes; recovery codes are longer. */
const sixDigits = /^\d{6}$/

interface CodeParts {
  readonly throttle: Throttle
  readonly vault: Vault
}

/** Rejects a wrong authenticator or recovery code; does nothing for callers without two-factor authentication. */
export async function checkCode({ throttle, vault }: CodeParts, code: string, call: Call): Promise<void> {
  const accountId = Number(call.caller.accountId)
  const [credential] = await call.db.query(
    sql<{ sealed: string | null }>`select totp_secret as sealed from credential where account_id = ${accountId}`,
  )
  if (!credential?.sealed) return
  await throttle.code(accountId)
  const isRight = sixDigits.test(code)
    ? await useStep(call.db, accountId, findStep(openKey(vault, accountId, credential.sealed), code, call.now))
    : await useRecoveryCode(call.db, accountId, code)
  if (!isRight) reject('wrong_code', 'data.code')
  await throttle.codePassed(accountId)
}

/** Marks the time step of a code as used. Returns false for a step up to the last used one: each code works once. */
async function useStep(db: StatementRunner, accountId: number, step: number | undefined): Promise<boolean> {
  if (step === undefined) return false
  const used = await db.query(
    sql`update credential set totp_last_step = ${step} where account_id = ${accountId} and totp_last_step < ${step} returning account_id`,
  )
  return used.length > 0
}

async function useRecoveryCode(db: StatementRunner, accountId: number, code: string): Promise<boolean> {
  const used = await db.query(
    sql`delete from recovery_code where account_id = ${accountId} and code_hash = ${tokenHash(code.toLowerCase())} returning account_id`,
  )
  return used.length > 0
}

/** Returns the time step of a code; the previous and the next step are valid too, because clocks differ. */
export function findStep(key: string, code: string, now: Date): number | undefined {
  if (!sixDigits.test(code)) return undefined
  const result = verifySync({ secret: key, token: code, epoch: Math.floor(now.getTime() / 1000), epochTolerance: 30 })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** Replaces the recovery codes. Each has 128 random bits, so a plain hash of it is safe to store. */
export async function renewRecoveryCodes(db: StatementRunner, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    randomBytes(16)
      .toString('hex')
      .replace(/(.{8})(?=.)/g, '$1-'),
  )
  await db.query(sql`delete from recovery_code where account_id = ${accountId}`)
  await db.query(
    sql`insert into recovery_code (account_id, code_hash) select ${accountId}, unnest(${codes.map(tokenHash)}::bytea[])`,
  )
  return codes
}

const context = (accountId: number) => ['account', String(accountId), 'totp']

export const sealKey = (vault: Vault, accountId: number, key: string): string => vault.seal(key, context(accountId))

export const openKey = (vault: Vault, accountId: number, stored: string): string =>
  vault.open(stored, context(accountId))
