import type { Database } from '@wachta/database'
import { applicationScopes, isLoopbackUri } from '@wachta/domain'
import { type RawBuilder, sql } from 'kysely'
import Provider, { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isOwnerActive, isRegistrantTrusted } from '../authentication/application-trust.ts'
import { hashToken } from '../authentication/tokens.ts'
import { isDeparted } from '../http/departed.ts'

export interface AdapterParts {
  readonly database: Database
  /** Called when the second use of a code or token has ended the access that an account gave. */
  readonly onReuse: (accountId: number) => void
}

/**
 * Stores the provider's data. Ids of codes and tokens are secrets, so only their hashes are stored. Sessions of the
 * provider are not stored at all: the web app has its own, and every request needs a new decision of the person.
 */
export const createOAuthAdapter =
  (parts: AdapterParts) =>
  (model: string): Adapter => {
    const { database } = parts
    if (model === 'Client') return { ...emptyAdapter, find: (id) => findClient(database, id) }
    if (model === 'Grant')
      return {
        ...emptyAdapter,
        find: (id) => findGrant(database, id),
        destroy: (id) => endGrant(parts, sql`id = ${Number(id)}`),
      }
    return model === 'Session' ? emptyAdapter : createRecordAdapter(parts, model)
  }

/** An adapter that does nothing; each model overrides the methods that it needs. */
const emptyAdapter: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

/** Ends grants. At the token endpoint, this happens only if a code or token was used twice. */
async function endGrant({ database, onReuse }: AdapterParts, where: RawBuilder<unknown>): Promise<void> {
  const statement = sql<{
    accountId: number
  }>`delete from application_grant where ${where} returning account_id as "accountId"`
  const ended = await database.query(statement)
  if (Provider.ctx?.oidc.route === 'token') for (const { accountId } of ended) onReuse(accountId)
}

function createRecordAdapter(parts: AdapterParts, model: string): Adapter {
  const { database } = parts
  const matchRecord = (id: string) => sql`model = ${model} and id_hash = ${hashToken(id)}`
  return {
    ...emptyAdapter,
    async upsert(id, payload, expiresIn) {
      const { jti: _, userCode, ...stored } = payload
      const clientId = payload.clientId ?? String(payload.params?.['client_id'] ?? '')
      const grantId = payload.grantId === undefined ? null : Number(payload.grantId)
      await database
        .query(sql`insert into oauth_record (model, id_hash, application_id, grant_id, payload, user_code_hash, expires_at)
values (${model}, ${hashToken(id)}, (select id from application where client_id = ${clientId}), ${grantId},
  ${toStorable(stored)}, ${userCode === undefined ? null : hashToken(userCode)}, now() + make_interval(secs => ${expiresIn}))`)
        .catch(rejectRevoked)
    },
    async find(id) {
      const [found] =
        await database.query(sql<FoundRecord>`select payload, extract(epoch from consumed_at)::int as consumed
from oauth_record where ${matchRecord(id)}`)
      if (!found) return rejectDeparted(database, id)
      return { ...found.payload, jti: id, ...(found.consumed !== null && { consumed: found.consumed }) }
    },
    // A single statement decides which of several parallel uses succeeds. A second use may be a theft, so it ends the
    // grant.
    async consume(id) {
      const used = await database.query(
        sql`update oauth_record set consumed_at = now() where ${matchRecord(id)} and consumed_at is null returning 1`,
      )
      if (used.length > 0) return
      await endGrant(parts, sql`id in (select grant_id from oauth_record where ${matchRecord(id)})`)
      throw new errors.InvalidGrant('already used')
    },
    async destroy(id) {
      await database.query(sql`delete from oauth_record where ${matchRecord(id)}`)
    },
    async revokeByGrantId(grantId) {
      await database.query(sql`delete from oauth_record where model = ${model} and grant_id = ${Number(grantId)}`)
    },
  }
}

/**
 * Returns undefined for an unknown token, code or client, so that the provider rejects it. If it belongs to an account
 * that is moving to another cell, throws an error after which the client tries again and does not give up its access.
 */
async function rejectDeparted(database: Database, secret: string): Promise<undefined> {
  if (!(await isDeparted(database, secret))) return undefined
  const unavailable = new errors.TemporarilyUnavailable('the account is moving to another cell')
  throw Object.assign(unavailable, { status: 503, statusCode: 503 })
}

interface FoundRecord {
  readonly payload: AdapterPayload
  readonly consumed: number | null
}

/** PostgreSQL cannot store NUL characters, so a request with one is rejected. */
function toStorable(payload: object): string {
  return JSON.stringify(payload, (_name, value: unknown) => {
    if (typeof value === 'string' && value.includes('\0')) throw new errors.InvalidRequest('NUL is not allowed')
    return value
  })
}

/** Rejects a token whose application or grant was deleted while it was being issued. */
function rejectRevoked(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === foreignKeyViolation || code === notNullViolation) throw new errors.InvalidGrant('revoked')
  throw error
}

const foreignKeyViolation = '23503'
const notNullViolation = '23502'

interface FoundClient {
  readonly name: string
  readonly kind: 'confidential' | 'public'
  readonly redirectUris: string[]
  readonly grantTypes: string[]
  readonly scopes: readonly string[]
  readonly secretHash: string | null
  readonly isTrusted: boolean
}

async function findClient(database: Database, id: string): Promise<AdapterPayload | undefined> {
  // No application has such an id, and PostgreSQL cannot look up every text.
  if (!/^[\x21-\x7e]{1,64}$/.test(id)) return undefined
  const [found] = await database.query(sql<FoundClient>`select name, kind, redirect_uris as "redirectUris",
  grant_types as "grantTypes", scopes, encode(secret_hash, 'hex') as "secretHash", ${isRegistrantTrusted} as "isTrusted"
from application y where client_id = ${id} and ${isOwnerActive}`)
  if (!found) return rejectDeparted(database, id)
  const { redirectUris, isTrusted } = found
  const grantTypes = found.grantTypes.filter((type) => type !== 'client_credentials' || isTrusted)
  const usesCodes = grantTypes.includes('authorization_code')
  return {
    client_id: id,
    client_name: found.name,
    // The provider compares the hash of what the client sends with this one.
    ...(found.secretHash !== null && { client_secret: found.secretHash }),
    token_endpoint_auth_method: found.kind === 'public' ? 'none' : 'client_secret_basic',
    application_type: redirectUris.some(isLoopbackUri) ? 'native' : 'web',
    redirect_uris: usesCodes ? redirectUris : [],
    response_types: usesCodes ? ['code'] : [],
    grant_types: grantTypes,
    scope: found.scopes.join(' '),
  }
}

interface FoundGrant {
  readonly accountId: number
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly iat: number
  readonly exp: number
}

async function findGrant(database: Database, id: string): Promise<AdapterPayload | undefined> {
  const [found] =
    await database.query(sql<FoundGrant>`select g.account_id as "accountId", y.client_id as "clientId", g.scopes,
  extract(epoch from g.created_at)::int as iat, extract(epoch from g.expires_at)::int as exp
from application_grant g join application y on y.id = g.application_id where g.id = ${Number(id)}`)
  if (!found) return undefined
  const { accountId, clientId, scopes, iat, exp } = found
  // Scopes that the person left out count as decided, so that the provider does not ask for them again.
  const rejectedScopes = applicationScopes.filter((scope) => !scopes.includes(scope))
  return {
    kind: 'Grant',
    jti: id,
    accountId: String(accountId),
    clientId,
    iat,
    exp,
    openid: { scope: scopes.join(' ') },
    rejected: { openid: { scope: rejectedScopes.join(' ') } },
  }
}
