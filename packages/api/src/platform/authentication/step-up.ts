import { type Call, reject, type StatementRunner } from '@wachta/resource'
import type { Vault } from '@wachta/runtime/vault'
import { sql } from 'kysely'
import { findIdentity } from './identity.ts'
import { checkCode } from './one-time-codes.ts'
import { isPassword } from './passwords.ts'
import type { Throttle } from './throttle.ts'

/** How long after a step-up or sign-in a session may change the access to an account. */
const stepUpMinutes = 5

/** The password and code of a step-up. */
export interface Proof {
  readonly password?: string | undefined
  /** An authenticator or recovery code; required if the account has two-factor authentication. */
  readonly code?: string | undefined
}

interface StepUpParts {
  readonly database: StatementRunner
  readonly throttle: Throttle
  readonly vault: Vault
}

/** Rejects a session without a recent step-up. The database is queried, so that all api processes agree. */
export async function requireStepUp(db: StatementRunner, sessionId: number | null, now: Date): Promise<void> {
  const [recentStepUp] = await db.query(sql`select from session where id = ${sessionId}::bigint
  and stepped_up_at > ${now}::timestamptz - make_interval(mins => ${stepUpMinutes})`)
  if (!recentStepUp) reject('step_up_required')
}

/**
 * Verifies the caller by the password and code in the request, or else requires a recent step-up. Must run before a
 * transaction is open, because verifying a password is slow.
 */
export async function requireProofOrStepUp(parts: StepUpParts, proof: Proof, call: Call): Promise<void> {
  if (proof.password === undefined) return call.requireStepUp()
  const hasTwoFactor = await checkPassword(parts, proof.password, call)
  if (!hasTwoFactor) return
  if (proof.code === undefined) return call.requireStepUp()
  await call.transaction(async (tx) => void (await checkCode(parts, String(proof.code), tx)))
}

/** Verifies the password and, with two-factor authentication, the code; both must be in the request. */
export async function checkProof(parts: StepUpParts, { password = '', code }: Proof, call: Call): Promise<void> {
  const hasTwoFactor = await checkPassword(parts, password, call)
  if (!hasTwoFactor) return
  if (code === undefined) return reject('missing_field', 'data.code')
  await call.transaction(async (tx) => void (await checkCode(parts, code, tx)))
}

/** Verifies the caller's password. Returns whether a code is needed too. */
async function checkPassword({ database, throttle }: StepUpParts, password: string, { caller }: Call) {
  await throttle.confirmation(Number(caller.accountId))
  const identity = await findIdentity(database, sql`a.id = ${caller.accountId}`)
  if (!(await isPassword(identity?.passwordHash, password))) reject('wrong_password', 'data.password')
  return identity?.hasTwoFactor === true
}
