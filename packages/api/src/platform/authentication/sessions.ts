import { reject, type StatementRunner } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import type { Identity } from './identity.ts'
import { createSessionToken, hashToken } from './tokens.ts'

const hourSeconds = 3600
const daySeconds = 24 * hourSeconds

/** The upper bounds, in seconds, of the idle timeout that clients request and of the whole duration of a session. */
const maxSessionSeconds = {
  customer: { idle: 14 * daySeconds, absolute: 90 * daySeconds },
  administrator: { idle: hourSeconds, absolute: 12 * hourSeconds },
} as const

/** The data that a client sends when it signs in. */
export interface SessionData {
  readonly client_id?: string
  readonly scope?: 'customer' | 'administrator'
  readonly timeout?: number
  readonly user_ip_address?: string
}

export const defaultTimeoutSeconds = hourSeconds
export const maxTimeoutSeconds = 7_776_000

export interface Origin {
  readonly kind: 'session' | 'auth_token'
  readonly address: string
  readonly cellNumber: number
  readonly now: Date
}

interface SessionRequest extends SessionData, Origin {
  /** True if the sign-in proved two factors at once; otherwise the second factor of the account is required, if any. */
  readonly isVerified?: true
}

/** Starts a session. Only the hash of its token is stored, so the token is returned only here. */
export async function startSession(
  db: StatementRunner,
  identity: Identity,
  request: SessionRequest,
): Promise<{ id: number; token: string }> {
  const { kind, address, cellNumber, now } = request
  const scope = request.scope ?? 'customer'
  if (scope === 'administrator' && !identity.isAdministrator) reject('administrator_scope_refused', 'data.scope')
  const isVerified = request.isVerified ?? !identity.hasTwoFactor
  const { idle, absolute } = maxSessionSeconds[scope]
  const timeout = Math.min(request.timeout ?? defaultTimeoutSeconds, idle)
  const token = createSessionToken(kind, cellNumber)
  const [session] = await db.query(sql<{ id: number }>`insert into session
  (account_id, token_hash, kind, client_id, scope, timeout, created_at, last_used_at, expires_at, client_ip_address, user_ip_address, is_verified, stepped_up_at)
  values (${identity.accountId}, ${hashToken(token)}, ${kind}, ${request.client_id ?? null}, ${scope}, ${timeout},
    ${now}, ${now}, ${now}::timestamptz + make_interval(secs => ${absolute}), ${address}, ${request.user_ip_address ?? null}, ${isVerified},
    ${isVerified ? now : null})
  returning id`)
  if (!session) throw new Error('no session was stored')
  if (isVerified) await logAuthentication(db, { ...request, accountId: identity.accountId, type: kind })
  return { id: session.id, token }
}

export interface Authentication {
  readonly accountId: number
  readonly type: 'session' | 'auth_token'
  /** Null for an observer, whose address the account does not see. */
  readonly address: string | null
  readonly now: Date
  readonly client_id?: string | null
  readonly user_ip_address?: string | null
}

export async function logAuthentication(
  db: StatementRunner,
  { accountId, type, address, now, client_id, user_ip_address }: Authentication,
): Promise<void> {
  await db.query(sql`insert into authentication (account_id, time, type, client_id, client_ip_address, user_ip_address)
values (${accountId}, ${now}, ${type}, ${client_id ?? null}, ${address}, ${user_ip_address ?? null})`)
}

/** Logs Basic authentication, which every request repeats, once per account, IP address and hour. */
export async function logBasicAuthentication(
  db: StatementRunner,
  { accountId, address, now }: Pick<Authentication, 'accountId' | 'address' | 'now'>,
): Promise<void> {
  await db.query(sql`insert into authentication (account_id, time, type, client_ip_address)
select ${accountId}, ${now}, 'session', ${address} where not exists (select from authentication
  where account_id = ${accountId} and client_ip_address = ${address} and type = 'session' and time > ${now}::timestamptz - interval '1 hour')`)
}

/** Ends all sessions of an account, including those in which it observes others, except `keptSessionId`. */
export async function endSessions(
  db: StatementRunner,
  accountId: number,
  keptSessionId: number | null = null,
): Promise<void> {
  await db.query(
    sql`delete from session where ${accountId} in (account_id, observer_id) and id is distinct from ${keptSessionId}::bigint`,
  )
}

/** Ends the sessions of an account and of its additional users. */
export async function endSessionsOfTree(db: StatementRunner, accountId: number): Promise<void> {
  await db.query(
    sql`with tree as (select id from account where id = ${accountId} or parent_account_id = ${accountId})
delete from session where account_id in (select id from tree) or observer_id in (select id from tree)`,
  )
}

export const isLiveSession = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`s.expires_at > ${now} and s.last_used_at + make_interval(secs => s.timeout) > ${now}`
