import { randomBytes } from 'node:crypto'
import type { StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import { hashToken } from '../../platform/authentication/tokens.ts'

/** How long a person has to answer the dialog of the browser. */
export const ceremonyMinutes = 5

export type CeremonyPurpose = 'registration' | 'sign_in' | 'second_factor' | 'step_up'

/** A challenge is bound to its purpose and to the session that requested it. */
export interface Ceremony {
  readonly purpose: CeremonyPurpose
  /** Null for a sign-in, which has no session yet. */
  readonly sessionId: number | null
  readonly now: Date
}

/** Creates a challenge; a session has at most one challenge for each purpose. */
export async function issueChallenge(db: StatementRunner, { purpose, sessionId, now }: Ceremony): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db.query(sql`delete from passkey_challenge where session_id = ${sessionId} and purpose = ${purpose}`)
  await db.query(sql`insert into passkey_challenge (challenge_hash, purpose, session_id, expires_at)
values (${hashToken(challenge)}, ${purpose}, ${sessionId}, ${now}::timestamptz + make_interval(mins => ${ceremonyMinutes}))`)
  return challenge
}

/**
 * Uses up a challenge. Returns false if it is unknown, was used already, has expired, or belongs to another purpose or
 * session. One statement decides, so that only one of several parallel requests succeeds.
 */
export async function useChallenge(
  db: StatementRunner,
  challenge: string,
  { purpose, sessionId, now }: Ceremony,
): Promise<boolean> {
  const used = await db.query(sql`delete from passkey_challenge where challenge_hash = ${hashToken(challenge)}
  and purpose = ${purpose} and session_id is not distinct from ${sessionId}::bigint and expires_at > ${now} returning purpose`)
  return used.length > 0
}
