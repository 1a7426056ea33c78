import { hash, randomBytes } from 'node:crypto'
import type { Database } from '@wachta/database'
import { type Caller, type Registry, reject } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { authenticateAccessToken, hasAccessTokenPrefix } from './access-tokens.ts'
import { toClientNetwork } from './allow-list.ts'
import { authenticateApiKey, hasApiKeyPrefix } from './api-keys.ts'
import {
  findIdentity,
  type Identity,
  identityColumns,
  identityTables,
  isUsername,
  lacksPasskey,
  lacksTwoFactor,
  matchUsername,
  requireAdmission,
  toCaller,
} from './identity.ts'
import { findObserver, toObserverCaller } from './observation.ts'
import { isLiveSession, logBasicAuthentication } from './sessions.ts'
import type { Throttle } from './throttle.ts'
import { hashToken, tokenPattern } from './tokens.ts'
import { rejectIfSsoRequired, verifyPassword } from './verify-password.ts'

/** The result of authenticating a request. */
export interface AuthResult {
  readonly caller: Caller
  readonly identity: Identity
  readonly session: Session | null
  /** Whether the request itself contains the password, so that no step-up is needed. */
  readonly carriesPassword: boolean
}

interface Session {
  readonly id: number
  readonly kind: 'session' | 'auth_token'
  readonly isVerified: boolean
}

export interface Authenticator {
  authenticate(authorization: string, address: string, now: Date): Promise<AuthResult>
  /** Counts an answer that reveals that a user name exists, per account or IP address; rejects after too many. */
  countTakenName(accountId: number | null, address: string): Promise<void>
  /**
   * Clears the cache of callers. Call it after every write that may concern a caller, so that changed permissions take
   * effect at once.
   */
  forget(): void
}

/** How long a caller is cached; permissions that another process revokes are effective within this time. */
const callerCacheMs = 1000
/**
 * How long a verified password is not hashed again. A change of the password is noticed when the account is next read,
 * because the stored hash is compared.
 */
const passwordCacheMs = 60_000
const maxCacheEntries = 10_000
const sessionTokenPattern = new RegExp(tokenPattern)

interface Credentials {
  readonly authorization: string
  readonly address: string
  readonly now: Date
}

interface AuthenticatorParts {
  readonly database: Database
  readonly throttle: Throttle
  readonly registry: Registry
}

export function createAuthenticator({ database, throttle, registry }: AuthenticatorParts): Authenticator {
  const callers = createCache<AuthResult>(callerCacheMs)
  const passwords = createCache<string>(passwordCacheMs)
  const pendingAuthentications = new Map<string, Promise<AuthResult>>()
  /** How often `forget` was called. */
  let forgetCount = 0
  // Cache keys are fingerprints and not the credentials, so that a memory dump does not reveal them.
  const secret = randomBytes(32).toString('base64')
  const fingerprint = (text: string) => hash('sha256', `${secret}${text}`, 'base64')

  async function authenticateBasic(encoded: string, address: string, now: Date): Promise<AuthResult> {
    const [username, password] = readBasic(encoded)
    const cacheKey = fingerprint(`${username}\0${password}`)
    const cachedHash = passwords.get(cacheKey, now)
    const candidate = cachedHash === undefined ? undefined : await findIdentity(database, matchUsername(username))
    const identity =
      candidate?.passwordHash === cachedHash && candidate
        ? candidate
        : await verifyPassword(database, throttle, { username, password, address })
    if (identity.hasTwoFactor) reject('wrong_credentials')
    requireAdmission(identity, address)
    rejectIfSsoRequired(identity)
    if (identity.passwordHash) passwords.set(cacheKey, identity.passwordHash, now)
    await logBasicAuthentication(database, { accountId: identity.accountId, address, now })
    return {
      // Administrators need two-factor authentication, which Basic does not support.
      caller: toCaller(identity, 'customer'),
      identity,
      session: null,
      carriesPassword: true,
    }
  }

  return {
    async authenticate(authorization, address, now) {
      const key = fingerprint(`${address}\0${authorization}`)
      const cached = callers.get(key, now)
      if (cached) return cached
      // Concurrent requests share one authentication, so that the same password is not hashed and counted twice.
      const pending = pendingAuthentications.get(key) ?? authenticateAndCache(key, { authorization, address, now })
      pendingAuthentications.set(key, pending)
      return pending.finally(() => pendingAuthentications.delete(key))
    },
    countTakenName: (accountId, address) =>
      throttle.nameTaken(accountId === null ? toClientNetwork(address) : String(accountId)),
    forget() {
      forgetCount += 1
      callers.clear()
    },
  }

  /** A result is not cached if permissions changed in the meantime: it may have been read before the change. */
  async function authenticateAndCache(key: string, { authorization, address, now }: Credentials): Promise<AuthResult> {
    const countBefore = forgetCount
    const found = await authenticateByScheme(authorization, address, now)
    if (forgetCount === countBefore) callers.set(key, found, now)
    return found
  }

  async function authenticateByScheme(authorization: string, address: string, now: Date): Promise<AuthResult> {
    const [name = '', credentials = ''] = authorization.split(' ', 2)
    const scheme = name.toLowerCase()
    const authenticateToken = scheme === 'bearer' ? findTokenAuthenticator(credentials) : undefined
    if (authenticateToken)
      return {
        ...(await authenticateToken({ database, registry }, { token: credentials, address, now })),
        session: null,
        carriesPassword: false,
      }
    if (scheme === 'bearer') return authenticateSession(database, { token: credentials, address, now })
    if (scheme === 'basic') return authenticateBasic(credentials, address, now)
    return reject('authentication_required')
  }
}

/** Returns the function that authenticates an API key or access token; undefined for the token of a session. */
function findTokenAuthenticator(token: string): typeof authenticateApiKey | undefined {
  if (hasApiKeyPrefix(token)) return authenticateApiKey
  return hasAccessTokenPrefix(token) ? authenticateAccessToken : undefined
}

function readBasic(encoded: string): [username: string, password: string] {
  const decoded = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  // An impossible user name is rejected before the attempt is counted or the database is queried.
  const isName = isUsername(decoded.slice(0, Math.max(colon, 0)))
  if (!isName || decoded.length > 2000 || decoded.includes('\0')) reject('wrong_credentials')
  return [decoded.slice(0, colon), decoded.slice(colon + 1)]
}

async function authenticateSession(
  database: Database,
  { token, address, now }: { readonly token: string; readonly address: string; readonly now: Date },
): Promise<AuthResult> {
  if (!sessionTokenPattern.test(token)) reject('invalid_session')
  const found = await findSession(database, token, now)
  if (!found) return reject('invalid_session')
  await admitSession(database, found, address)
  await extendSession(database, found, now)
  const session: Session = { id: found.sessionId, kind: found.kind, isVerified: found.isVerified }
  const caller = toCaller(found, found.scope, found.sessionId)
  return {
    caller: found.observerId === null ? caller : toObserverCaller(caller, found.observerId),
    identity: found,
    session,
    carriesPassword: false,
  }
}

interface FoundSession extends Identity {
  readonly sessionId: number
  readonly kind: Session['kind']
  readonly scope: 'customer' | 'administrator'
  readonly isVerified: boolean
  readonly lastUsed: Date
  readonly timeout: number
  readonly observerId: number | null
}

/** Rejects a session that may no longer be used. For an observer, the observer's own allow-list applies. */
async function admitSession(database: Database, found: FoundSession, address: string): Promise<void> {
  if (found.observerId === null) return requireAdmission(found, address)
  requireAdmission({ ...found, allowList: null }, address)
  requireAdmission(await findObserver(database, found.observerId, found.accountId), address)
}

const selectSessions = (condition: RawBuilder<unknown>, now: Date) => sql<FoundSession>`select ${identityColumns},
  s.id as "sessionId", s.kind, case when a.is_administrator then s.scope else 'customer' end as scope,
  s.is_verified as "isVerified", s.last_used_at as "lastUsed", s.timeout, s.observer_id as "observerId"
from ${identityTables} join session s on s.account_id = a.id where ${condition} and ${isLiveSession(now)}`

async function findSession(database: Database, token: string, now: Date): Promise<FoundSession | undefined> {
  const statement = selectSessions(sql`s.token_hash = ${hashToken(token)}`, now)
  const [found] = await database.run<FoundSession>({ ...database.compile(statement), name: 'session_identity' })
  return found
}

/** A session that holds a stream open. */
export interface StreamSession {
  readonly session: number
  readonly scope: string
  readonly role: string
  readonly groupIds: readonly number[] | null
  readonly address: string
}

/** Returns the streams whose sessions would still be admitted, from the same IP address and with the same rights. */
export async function findAdmitted<One extends StreamSession>(
  database: Database,
  all: readonly One[],
  now: Date,
): Promise<ReadonlySet<One>> {
  const ids = all.map(({ session }) => session)
  const found = await database.query(selectSessions(sql`s.id = any(${ids}::bigint[])`, now))
  const byId = new Map(found.map((session) => [session.sessionId, session]))
  const admitted = await Promise.all(
    all.map(async (one) => {
      const session = byId.get(one.session)
      return session !== undefined && hasRightsOf(one, session) && (await isAdmitted(database, session, one.address))
    }),
  )
  return new Set(all.filter((_one, index) => admitted[index]))
}

const hasRightsOf = ({ scope, role, groupIds }: StreamSession, session: FoundSession): boolean =>
  scope === session.scope && role === session.role && String(groupIds) === String(session.roleGroupIds)

async function isAdmitted(database: Database, session: FoundSession, address: string): Promise<boolean> {
  const isObserver = session.observerId !== null
  if (!session.isVerified || lacksTwoFactor(session, { scope: session.scope, isObserver })) return false
  if (lacksPasskey(session, { isObserver })) return false
  return admitSession(database, session, address).then(
    () => true,
    () => false,
  )
}

/** Extends the idle timeout, once a minute or tenth of the timeout at most: otherwise each read would be a write. */
async function extendSession(
  database: Database,
  { sessionId, lastUsed, timeout }: FoundSession,
  now: Date,
): Promise<void> {
  const idle = now.getTime() - lastUsed.getTime()
  if (idle < Math.min(60_000, timeout * 100)) return
  await database.query(sql`update session set last_used_at = ${now} where id = ${sessionId} and last_used_at < ${now}`)
}

/** Creates a cache whose entries expire; it is cleared when it is full. */
function createCache<T>(milliseconds: number) {
  const entries = new Map<string, { value: T; until: number }>()
  return {
    get(key: string, now: Date): T | undefined {
      const entry = entries.get(key)
      return entry && entry.until > now.getTime() ? entry.value : undefined
    },
    set(key: string, value: T, now: Date): void {
      if (entries.size >= maxCacheEntries) entries.clear()
      entries.set(key, { value, until: now.getTime() + milliseconds })
    },
    clear: () => entries.clear(),
  }
}
