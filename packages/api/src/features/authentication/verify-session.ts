import { type Call, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { hasTwoFactor } from '../../platform/authentication/identity.ts'
import { logAuthentication } from '../../platform/authentication/sessions.ts'

interface UnverifiedSession {
  readonly id: number
  readonly kind: 'session' | 'auth_token'
  readonly client_id: string | null
  readonly user_ip_address: string | null
}

/** Locks a session that still waits for its second factor; rejects any other session. */
export async function lockUnverifiedSession(id: number, { db }: Call): Promise<UnverifiedSession> {
  const [session] = await db.query(sql<UnverifiedSession>`select s.id, s.kind, s.client_id, s.user_ip_address
from session s join account a on a.id = s.account_id join credential c on c.account_id = a.id
where s.id = ${id} and not s.is_verified and ${hasTwoFactor} for update of s`)
  return session ?? reject('session_already_verified')
}

/** Marks a session as verified, after its second factor was checked; this is also a step-up. */
export async function markSessionVerified(session: UnverifiedSession, call: Call): Promise<undefined> {
  const { id, kind: type } = session
  const { now, request } = call
  const accountId = Number(call.caller.accountId)
  await call.db.query(sql`update session set is_verified = true, stepped_up_at = ${now} where id = ${id}`)
  await logAuthentication(call.db, { ...session, accountId, type, address: request.address, now })
  const [before, after] = [{ is_verified: false }, { is_verified: true }]
  await call.record({ resource: 'session', id, accountId, before, after })
}
