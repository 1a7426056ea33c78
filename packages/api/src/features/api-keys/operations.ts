import { randomBytes } from 'node:crypto'
import { accessScopes, createApiKey, findScopesBeyondGroups, getShownPrefix } from '@wachta/domain'
import {
  type Call,
  closed,
  lockAccount,
  lockRow,
  nameSchema,
  type Operation,
  parseKey,
  reject,
  rejectAny,
  type Violation,
} from '@wachta/resource'
import { id, idList, nullable } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'
import { apiKey } from './api-key.ts'

/** The number of active keys per user; a low limit reveals programs that create a key for each run. */
const maxActiveKeys = 100
const maxGroups = 100

interface KeyData {
  readonly name: string
  readonly scopes: readonly string[]
  readonly group_ids?: readonly number[] | null
  readonly expires_at?: string | null
}

const groupsText = 'The groups that the key is limited to, at least one; null, the default, for all of them.'

const createData = nameSchema(
  'api_key_create_data',
  Type.Object(
    {
      name: apiKey.fields.name.schema,
      scopes: Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...accessScopes] }), {
        minItems: 1,
        maxItems: accessScopes.length,
        uniqueItems: true,
        description: 'What the key may do; `write` includes `read`.',
      }),
      group_ids: Type.Optional(nullable(idList({ min: 1, max: maxGroups, description: groupsText })).schema),
      expires_at: Type.Optional(apiKey.fields.expires_at.schema),
    },
    closed,
  ),
)

const createResult = nameSchema(
  'api_key_create_result',
  Type.Object({ id: id().schema, key: Type.String({ description: 'Shown only once.' }) }, closed),
)

/** The operations that create and revoke API keys. API keys themselves cannot call them. */
export const apiKeyOperations = (): Operation[] => [createKey, revokeKey]

const createKey: Operation = {
  id: 'create_api_key',
  method: 'POST',
  path: '/api_keys',
  tag: 'api_keys',
  summary: 'Create an API key of the caller; it is shown only once.',
  description:
    'Send it as `Authorization: Bearer wak_…`. It acts as the caller, within its scopes and groups. Needs a step-up.',
  access: 'customer',
  body: createData,
  status: 201,
  result: createResult,
  secret: true,
  async handle(call) {
    const { name, scopes, group_ids = null, expires_at = null } = call.body as KeyData
    const accountId = call.caller.accountId ?? reject('forbidden')
    rejectAny([...findExpiryViolations(expires_at, call.now), ...(await findGroupViolations(scopes, group_ids, call))])
    // A key outlives the session and password with which it was created, so a stolen token must not suffice.
    await call.requireStepUp()
    // Locked, so that concurrent requests cannot exceed the limit.
    await lockAccount(accountId, call)
    await rejectTooManyKeys(accountId, call)
    const key = createApiKey(randomBytes, call.cellNumber)
    const after = { account_id: accountId, name, prefix: getShownPrefix(key), scopes, group_ids, expires_at }
    const [inserted] = await call.db.query(sql<{ id: number }>`insert into api_key
  (account_id, name, prefix, key_hash, scopes, group_ids, created_at, expires_at)
values (${accountId}, ${name}, ${after.prefix}, ${hashToken(key)}, ${[...scopes].sort()}, ${group_ids}, ${call.now}, ${expires_at})
returning id`)
    if (!inserted) throw new Error('no API key was stored')
    await call.record({ resource: 'api_key', id: inserted.id, accountId, before: null, after })
    return { value: { id: inserted.id, key } }
  },
}

/** Revokes a key. It stays in the list, so that requests with it get an error that names the reason. */
const revokeKey: Operation = {
  id: 'revoke_api_key',
  method: 'POST',
  path: '/api_keys/{_id}/revoke',
  tag: 'api_keys',
  summary: 'Revoke an API key: it is rejected from now on, and cannot be restored.',
  access: 'customer',
  on: { resource: 'api_key', flag: 'revoke' },
  status: 204,
  async handle(call) {
    const keyId = Number(parseKey(apiKey, call))
    const row = await lockRow({ resource: apiKey, key: keyId }, 'revoke', call)
    if (row['revoked_at'] !== null) return undefined
    await call.db.query(sql`update api_key set revoked_at = ${call.now} where id = ${keyId}`)
    const accountId = Number(row['account_id'])
    const after = { revoked_at: call.now.toISOString() }
    await call.record({ resource: 'api_key', id: keyId, accountId, before: { revoked_at: null }, after })
    return undefined
  },
}

const findExpiryViolations = (expiresAt: string | null, now: Date): Violation[] =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime()
    ? [{ symbol: 'expiry_in_the_past', field: 'data.expires_at' }]
    : []

async function findGroupViolations(
  scopes: readonly string[],
  groupIds: readonly number[] | null,
  call: Call,
): Promise<Violation[]> {
  if (groupIds === null) return []
  const excessScopes = findScopesBeyondGroups(scopes)
  const readable = await Promise.all(groupIds.map((group) => call.holds('group', group, 'read')))
  return [
    ...(excessScopes.length > 0
      ? [{ symbol: 'scope_beyond_groups', field: 'data.scopes', params: { scopes: excessScopes.join(', ') } }]
      : []),
    ...(readable.every(Boolean) ? [] : [{ symbol: 'unknown_reference', field: 'data.group_ids' }]),
  ]
}

async function rejectTooManyKeys(accountId: number, call: Call): Promise<void> {
  const [counted] = await call.db.query(sql<{ count: number }>`select count(*) from api_key
where account_id = ${accountId} and revoked_at is null and (expires_at is null or expires_at > ${call.now})`)
  if (Number(counted?.count) >= maxActiveKeys) reject('too_many_objects', undefined, { limit: maxActiveKeys })
}
