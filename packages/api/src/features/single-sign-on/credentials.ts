import { randomBytes } from 'node:crypto'
import { toCellMark } from '@wachta/domain'
import { closed, lockRow, nameSchema, type Operation, parseKey, reject } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { hashToken } from '../../platform/authentication/tokens.ts'
import { getSecretContext } from '../../platform/issuers/issuers.ts'
import { clientSecret, ssoConnection } from './connection.ts'

/** SCIM tokens have a prefix for secret scanners, and 192 random bits. */
export const scimTokenPrefix = 'was_'
const createScimToken = (cellNumber: number): string =>
  `${scimTokenPrefix}${toCellMark(cellNumber)}${randomBytes(24).toString('base64url')}`

const common = {
  tag: 'single_sign_on',
  access: 'customer',
  on: { resource: 'sso_connection', flag: 'update' },
} as const

/** The operations that change the secrets of a connection. */
export const credentialOperations = (): Operation[] => [changeSecret, createToken, deleteToken]

const changeSecret: Operation = {
  ...common,
  id: 'change_sso_client_secret',
  method: 'POST',
  path: '/sso_connections/{_id}/client_secret',
  summary: 'Replace the client secret of a connection; null for a client without one.',
  description: 'Needs a step-up.',
  body: nameSchema(
    'sso_client_secret_data',
    Type.Object({ client_secret: Type.Unsafe<string | null>({ ...clientSecret, type: ['string', 'null'] }) }, closed),
  ),
  status: 204,
  secret: true,
  async handle(call) {
    const { id, accountId, slug, source } = await lockConnection(call)
    if (source !== null) reject('forbidden_field', 'data.client_secret')
    const { client_secret: secret } = call.body as { client_secret: string | null }
    const sealed = secret === null ? null : call.seal(secret, getSecretContext(slug))
    await call.db.query(sql`update sso_connection set client_secret = ${sealed} where id = ${id}`)
    const after = { client_secret: secret === null ? 'removed' : 'changed' }
    await call.record({ resource: 'sso_connection', id, accountId, before: null, after })
    return undefined
  },
}

const createToken: Operation = {
  ...common,
  id: 'create_scim_token',
  method: 'POST',
  path: '/sso_connections/{_id}/scim_token',
  summary: 'Create the token with which the directory manages users by SCIM; it is shown only once.',
  description: 'Replaces the former token, which is rejected from now on. Needs a step-up.',
  status: 200,
  result: nameSchema(
    'scim_token_create_result',
    Type.Object({ token: Type.String({ description: 'Shown only once.' }) }, closed),
  ),
  secret: true,
  async handle(call) {
    const { id, accountId } = await lockConnection(call)
    const token = createScimToken(call.cellNumber)
    await call.db.query(sql`update sso_connection set scim_token_hash = ${hashToken(token)}, scim_token_created_at = ${call.now}
where id = ${id}`)
    await call.record({ resource: 'sso_connection', id, accountId, before: null, after: { scim_token: 'created' } })
    return { value: { token } }
  },
}

const deleteToken: Operation = {
  ...common,
  id: 'delete_scim_token',
  method: 'DELETE',
  path: '/sso_connections/{_id}/scim_token',
  summary: 'Delete the SCIM token: the directory no longer manages users. Users stay as they are.',
  status: 204,
  async handle(call) {
    const id = Number(parseKey(ssoConnection, call))
    const row = await lockRow({ resource: ssoConnection, key: id }, 'update', call)
    if (row['scim_token_created_at'] === null) reject('not_found')
    await call.db.query(
      sql`update sso_connection set scim_token_hash = null, scim_token_created_at = null where id = ${id}`,
    )
    const accountId = Number(row['owner_id'])
    await call.record({ resource: 'sso_connection', id, accountId, before: null, after: { scim_token: 'deleted' } })
    return undefined
  },
}

async function lockConnection(call: Parameters<Operation['handle']>[0]) {
  const id = Number(parseKey(ssoConnection, call))
  const row = await lockRow({ resource: ssoConnection, key: id }, 'update', call)
  await call.requireStepUp()
  return { id, accountId: Number(row['owner_id']), slug: String(row['slug']), source: row['source_id'] ?? null }
}
