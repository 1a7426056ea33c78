import type { Database } from '@wachta/database'
import { accessTokenPrefix, dropAccountScopes, isWellFormedToken } from '@wachta/domain'
import { type Caller, type Registry, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { isOwnerActive, isRegistrantTrusted } from './application-trust.ts'
import { type Identity, identityColumns, identityTables, requireAdmission, toCaller } from './identity.ts'
import { limitDelegate } from './limits.ts'
import { recordUse } from './record-use.ts'
import { hashToken } from './tokens.ts'

/** Returns whether a Bearer token has the prefix of access tokens of applications. */
export const hasAccessTokenPrefix = (token: string): boolean => token.startsWith(accessTokenPrefix)

interface FoundToken extends Identity {
  readonly applicationId: number
  readonly grantId: number | null
  readonly scopes: readonly string[]
  readonly lastUsedAt: Date | null
}

/**
 * Finds the caller behind an access token: the person who gave an application access or, for a token that the
 * application got for itself, the account that registered it, without account scopes. Applications never have
 * administrator rights.
 */
export async function authenticateAccessToken(
  { database, registry }: { readonly database: Database; readonly registry: Registry },
  { token, address, now }: { readonly token: string; readonly address: string; readonly now: Date },
): Promise<{ caller: Caller; identity: Identity }> {
  const isWellFormed = isWellFormedToken(accessTokenPrefix, token)
  const found = (isWellFormed ? await findToken(database, token, now) : undefined) ?? reject('access_token_invalid')
  requireAdmission(found, address)
  const { grantId, applicationId, scopes, lastUsedAt } = found
  if (grantId !== null) await recordUse(database, { table: 'application_grant', id: grantId, lastUsedAt }, now)
  const effectiveScopes = grantId === null ? dropAccountScopes(scopes) : scopes
  const limits = limitDelegate(registry, found, { scopes: effectiveScopes, groupIds: null })
  return { caller: { ...toCaller(found, 'customer'), limits, applicationId }, identity: found }
}

/** Scopes that have since been removed from the application or from the grant no longer count. */
async function findToken(database: Database, token: string, now: Date): Promise<FoundToken | undefined> {
  const statement = sql<FoundToken>`select ${identityColumns}, t.application_id as "applicationId", t.grant_id as "grantId",
  t.scopes, t.last_used_at as "lastUsedAt"
from (select r.application_id, r.grant_id, g.last_used_at,
    case when r.model = 'AccessToken' then g.account_id else y.owner_id end as account_id,
    array(select s from unnest(string_to_array(coalesce(r.payload ->> 'scope', ''), ' ')) s
      where s = any(y.scopes) and (g.scopes is null or s = any(g.scopes))) as scopes
  from oauth_record r join application y on y.id = r.application_id left join application_grant g on g.id = r.grant_id
  where r.model in ('AccessToken', 'ClientCredentials') and r.id_hash = ${hashToken(token)} and r.expires_at > ${now}
    and (g.expires_at > ${now} or r.model = 'ClientCredentials' and ${isRegistrantTrusted})
    and ${isOwnerActive}) t
join (${identityTables}) on a.id = t.account_id`
  const [found] = await database.run<FoundToken>({ ...database.compile(statement), name: 'access_token_identity' })
  return found
}
