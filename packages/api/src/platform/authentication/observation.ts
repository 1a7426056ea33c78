import { type Caller, reject, type StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'
import { findIdentity, type Identity } from './identity.ts'
import { logAuthentication } from './sessions.ts'
import { createSessionToken, hashToken } from './tokens.ts'

/** The longest duration of an observation: a working day. */
const maxHours = 12
const idleTimeoutSeconds = 1800
/** The client id by which the holder of the account recognises observers in the log of sign-ins. */
const clientId = 'observer'

interface Observation {
  readonly accountId: number
  readonly observerId: number
  readonly cellNumber: number
  readonly now: Date
}

/**
 * Starts a read-only session that sees an account as its holder does. The IP address of the observer is not in the
 * holder's log of sign-ins; administrators find it in the audit log.
 */
export async function startObservation(
  db: StatementRunner,
  { accountId, observerId, cellNumber, now }: Observation,
): Promise<{ id: number; token: string }> {
  const token = createSessionToken('session', cellNumber)
  const [session] = await db.query(sql<{ id: number }>`insert into session
  (account_id, token_hash, kind, client_id, scope, timeout, created_at, last_used_at, expires_at, is_verified, observer_id)
  values (${accountId}, ${hashToken(token)}, 'session', ${clientId}, 'customer', ${idleTimeoutSeconds}, ${now}, ${now},
    ${now}::timestamptz + make_interval(hours => ${maxHours}), true, ${observerId}) returning id`)
  if (!session) throw new Error('no session was stored')
  await logAuthentication(db, { accountId, type: 'session', address: null, now, client_id: clientId })
  return { id: session.id, token }
}

/** Finds the observer, or rejects the session if the observer is no longer allowed to see the account. */
export async function findObserver(db: StatementRunner, observerId: number, accountId: number): Promise<Identity> {
  const mayObserve = sql`exists (select from account o where o.id = ${accountId} and (a.is_administrator
  or o.subaccount_edit and o.reseller_account_id = a.id))`
  return (await findIdentity(db, sql`a.id = ${observerId} and ${mayObserve}`)) ?? reject('invalid_session')
}

export const toObserverCaller = (caller: Caller, observerId: number): Caller => ({
  ...caller,
  scope: 'customer',
  readOnly: true,
  observerId,
})
