import type { Database } from '@wachta/database'
import { ApiError } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashToken } from '../authentication/tokens.ts'
import { buildErrorResponse } from '../errors/error-response.ts'
import { isStorable } from './text.ts'

const maxKeyLength = 512

/**
 * Replaces an error that reports a secret, user name or id as unknown by `unavailable`, while its account tree moves to
 * another cell and until every router has learned the new cell. Clients then try again, instead of treating a session
 * as ended or a record as deleted.
 */
export async function explainUnknown(
  database: Pick<Database, 'query'>,
  error: unknown,
  request: FastifyRequest,
): Promise<unknown> {
  if (!(error instanceof ApiError)) return error
  const { status } = buildErrorResponse(error.violations, 'en')
  const isTokenUnknown = error.violations.some(({ symbol }) => symbol === 'invalid_token')
  if (status !== 401 && status !== 404 && !isTokenUnknown) return error
  const keys = listKeys(request)
  if (keys.length === 0) return error
  return (await haveDeparted(database, keys)) ? new ApiError([{ symbol: 'unavailable' }]) : error
}

type Key = readonly [kind: 'secret' | 'id' | 'user' | 'page', name: string]

/** The keys in a request that identify an account tree, as the router reads them. */
function listKeys({ headers, url, body }: FastifyRequest): Key[] {
  const [scheme = '', credentials = ''] = (headers.authorization ?? '').split(' ', 2)
  const segments = (url.split('?')[0] ?? '').split('/').filter(Boolean).slice(1)
  const { token, username, code } = readFields(body)
  const names = scheme.toLowerCase() === 'basic' ? [readUsername(credentials), username] : [username]
  const pathSecret = segments[0] === 'heartbeats' ? segments[1] : undefined
  const signInCode = segments.join('/') === 'sso/sessions' ? code : undefined
  const secrets = [scheme.toLowerCase() === 'bearer' ? credentials : undefined, pathSecret, token, signInCode]
  const [id] = /^(?:accounts|services|reports)\/\d+(?=\/|$)/.exec(segments.join('/')) ?? []
  return [
    ...secrets.filter(isKey).map(toSecretKey),
    ...names.filter(isKey).map((name): Key => ['user', name.toLowerCase()]),
    // With credentials, only they count, so that requests of other accounts reveal nothing about ids.
    ...(headers.authorization === undefined && isKey(id) ? [['id', id] as const] : []),
  ]
}

const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxKeyLength && isStorable(value)

const readUsername = (encoded: string): string | undefined =>
  Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0]?.replaceAll('\0', '')

interface KeyFields {
  readonly token?: unknown
  readonly username?: unknown
  readonly code?: unknown
}

function readFields(body: unknown): KeyFields {
  if (!(body instanceof Buffer)) return {}
  try {
    const fields: unknown = JSON.parse(body.toString('utf8'))
    return typeof fields === 'object' && fields !== null ? fields : {}
  } catch {
    return {}
  }
}

/** Whether a secret belongs to an account tree that has left, for callers that do not answer with an API error. */
export const isDeparted = (database: Pick<Database, 'query'>, secret: string): Promise<boolean> =>
  haveDeparted(database, [toSecretKey(secret)])

/** Whether a link of a message, or the form of a status page, belongs to an account tree that has left. */
export async function isLinkDeparted(
  database: Pick<Database, 'query'>,
  { path, token }: { readonly path: string; readonly token: string },
): Promise<boolean> {
  return isKey(token) && haveDeparted(database, [toLinkKey(path, token)])
}

/** The key in a link, as the router reads it. Signed tokens begin with an id. */
function toLinkKey(path: string, token: string): Key {
  const [id = ''] = token.split('.', 1)
  if (path === '/confirm') return toSecretKey(token)
  if (path === '/acknowledge') return ['id', `acknowledge/${id}`]
  return path === '/subscribe' ? ['page', token] : ['id', `subscription/${id}`]
}

const toSecretKey = (secret: string): Key => ['secret', hashToken(secret).toString('hex')]

async function haveDeparted(database: Pick<Database, 'query'>, keys: readonly Key[]): Promise<boolean> {
  const found = await database.query(sql`select from departed_key where (kind, name) in (
  select * from unnest(${keys.map(([kind]) => kind)}::text[], ${keys.map(([, name]) => name)}::text[])) limit 1`)
  return found.length > 0
}
