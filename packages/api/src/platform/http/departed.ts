import type { Database } from '@wachta/database'
import { ApiError } from '@wachta/resource'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { hashToken } from '../authentication/tokens.ts'
import { buildErrorResponse } from '../errors/error-response.ts'
import { isStorable } from './text.ts'

const maxKeyLength = 512

/**
 * While an account tree moves to another cell, and until every router has learned its new cell, its secrets and ids are
 * unknown here. Clients then have to try again, instead of treating a session as ended or a record as deleted.
 */
export async function explainUnknown(
  database: Pick<Database, 'query'>,
  error: unknown,
  request: FastifyRequest,
): Promise<unknown> {
  if (!(error instanceof ApiError)) return error
  const { status } = buildErrorResponse(error.violations, 'en')
  if (status !== 401 && status !== 404) return error
  const keys = listKeys(request)
  if (keys.length === 0) return error
  return (await haveDeparted(database, keys)) ? new ApiError([{ symbol: 'unavailable' }]) : error
}

type Key = readonly [kind: 'secret' | 'id' | 'user', name: string]

/** The keys in a request that identify an account tree, as the router reads them. */
function listKeys({ headers, url, body }: FastifyRequest): Key[] {
  const [scheme = '', credentials = ''] = (headers.authorization ?? '').split(' ', 2)
  const segments = (url.split('?')[0] ?? '').split('/').filter(Boolean).slice(1)
  const { token, username } = readFields(body)
  const names = scheme.toLowerCase() === 'basic' ? [readUsername(credentials), username] : [username]
  const pathSecret = segments[0] === 'heartbeats' ? segments[1] : undefined
  const secrets = [scheme.toLowerCase() === 'bearer' ? credentials : undefined, pathSecret, token]
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

function readFields(body: unknown): { readonly token?: unknown; readonly username?: unknown } {
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

const toSecretKey = (secret: string): Key => ['secret', hashToken(secret).toString('hex')]

async function haveDeparted(database: Pick<Database, 'query'>, keys: readonly Key[]): Promise<boolean> {
  const found = await database.query(sql`select from departed_key where (kind, name) in (
  select * from unnest(${keys.map(([kind]) => kind)}::text[], ${keys.map(([, name]) => name)}::text[])) limit 1`)
  return found.length > 0
}
