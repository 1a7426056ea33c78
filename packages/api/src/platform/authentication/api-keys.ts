import type { Database } from '@wachta/database'
import { apiKeyPrefix, getApiKeyState, isWellFormedApiKey } from '@wachta/domain'
import { type Caller, type Registry, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { type Identity, identityColumns, identityTables, requireAdmission, toCaller } from './identity.ts'
import { limitDelegate } from './limits.ts'
import { recordUse } from './record-use.ts'
import { hashToken } from './tokens.ts'

/** Returns whether a Bearer token has the prefix of API keys, which no session token has: those are hexadecimal. */
export const hasApiKeyPrefix = (token: string): boolean => token.startsWith(apiKeyPrefix)

interface KeySources {
  readonly database: Database
  readonly registry: Registry
}

interface FoundKey extends Identity {
  readonly keyId: number
  readonly scopes: readonly string[]
  readonly groupIds: readonly number[] | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  readonly lastUsedAt: Date | null
}

/**
 * Finds the caller behind an API key. A key acts as its holder, without administrator rights. It needs no second
 * factor, because the holder used it to create the key.
 */
export async function authenticateApiKey(
  { database, registry }: KeySources,
  { token, address, now }: { readonly token: string; readonly address: string; readonly now: Date },
): Promise<{ caller: Caller; identity: Identity }> {
  if (!isWellFormedApiKey(token)) reject('api_key_mistyped')
  const found = (await findKey(database, token)) ?? reject('api_key_unknown')
  const state = getApiKeyState(found, now)
  if (state !== 'active') reject(state === 'revoked' ? 'api_key_revoked' : 'api_key_expired')
  requireAdmission(found, address)
  await recordUse(database, { table: 'api_key', id: found.keyId, lastUsedAt: found.lastUsedAt }, now)
  const limits = limitDelegate(registry, found, found)
  return { caller: { ...toCaller(found, 'customer'), limits, apiKeyId: found.keyId }, identity: found }
}

async function findKey(database: Database, token: string): Promise<FoundKey | undefined> {
  const statement = sql<FoundKey>`select ${identityColumns}, y.id as "keyId", y.scopes, y.group_ids as "groupIds",
  y.expires_at as "expiresAt", y.revoked_at as "revokedAt", y.last_used_at as "lastUsedAt"
from ${identityTables} join api_key y on y.account_id = a.id where y.key_hash = ${hashToken(token)}`
  const [found] = await database.run<FoundKey>({ ...database.compile(statement), name: 'api_key_identity' })
  return found
}
