import type { RoleMapping, UserRole } from '@wachta/domain'
import { type AuditedWrite, reject } from '@wachta/resource'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { writeAudit } from '../../../platform/audit.ts'
import { normalizeAddress } from '../../../platform/authentication/allow-list.ts'
import { hashToken } from '../../../platform/authentication/tokens.ts'
import { omitData, toDatabaseViolation } from '../../../platform/errors/database.ts'
import { isDeparted } from '../../../platform/http/departed.ts'
import { parseJson } from '../../../platform/http/json.ts'
import type { WriteLimiter } from '../../../platform/http/limit-account-writes.ts'
import { isStorable } from '../../../platform/http/text.ts'
import { scimTokenPrefix } from '../credentials.ts'
import type { LogoutParts } from '../logout.ts'
import { buildResourceTypes, buildSchemas, buildServiceProviderConfig } from './description.ts'
import { groupHandlers } from './groups.ts'
import type { ScimCall, ScimHandlers, ScimPage } from './scim-call.ts'
import { type ScimAnswer, ScimError, toScimAnswer } from './scim-error.ts'
import { userHandlers } from './users.ts'

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

export interface ScimParts extends LogoutParts {
  readonly limitWrites: WriteLimiter
}

type ScimHandler = (call: ScimCall, request: ScimRequest) => Promise<ScimAnswer>
type ScimRequest = FastifyRequest<{ Params: { id?: string } }>

/** Serves SCIM 2.0 (RFC 7644), with which the directory of an organisation manages its users and their groups here. */
export function serveScim(app: FastifyInstance, parts: ScimParts): void {
  const route = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handler: ScimHandler) =>
    app.route({
      method,
      url: `/scim/v2${path}`,
      handler: (request, reply) => handle(parts, { request: request as ScimRequest, reply }, handler),
    })

  for (const [path, handlers] of [
    ['/Users', userHandlers],
    ['/Groups', groupHandlers],
  ] as const)
    serveResource(route, path, handlers)
  route('GET', '/ServiceProviderConfig', async ({ baseUrl }) => ({
    status: 200,
    body: buildServiceProviderConfig(baseUrl),
  }))
  for (const [path, buildResources] of [
    ['/ResourceTypes', buildResourceTypes],
    ['/Schemas', buildSchemas],
  ] as const) {
    route('GET', path, async ({ baseUrl }) => {
      const resources = buildResources(baseUrl)
      return toList({ total: resources.length, start: 1, resources })
    })
    route('GET', `${path}/:id`, async ({ baseUrl }, { params }) => {
      const body = buildResources(baseUrl).find(({ id }) => id === params.id)
      if (!body) throw new ScimError(404, 'There is no such description.')
      return { status: 200, body }
    })
  }
}

function serveResource(
  route: (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, handler: ScimHandler) => void,
  path: string,
  handlers: ScimHandlers,
): void {
  const getId = ({ params }: ScimRequest): string => String(params.id)
  route('GET', path, async (call) => toList(await handlers.list(call)))
  route('POST', path, async (call, request) => ({ status: 201, body: await handlers.create(readBody(request), call) }))
  route('GET', `${path}/:id`, async (call, request) => ({
    status: 200,
    body: await handlers.read(getId(request), call),
  }))
  route('PUT', `${path}/:id`, async (call, request) => ({
    status: 200,
    body: await handlers.replace(getId(request), readBody(request), call),
  }))
  route('PATCH', `${path}/:id`, async (call, request) => ({
    status: 200,
    body: await handlers.patch(getId(request), readBody(request), call),
  }))
  route('DELETE', `${path}/:id`, async (call, request) => {
    await handlers.remove(getId(request), call)
    return { status: 204 }
  })
}

const toList = ({ total, start, resources }: ScimPage): ScimAnswer => ({
  status: 200,
  body: {
    schemas: [listSchema],
    totalResults: total,
    startIndex: start,
    itemsPerPage: resources.length,
    Resources: resources,
  },
})

async function handle(
  parts: ScimParts,
  { request, reply }: { readonly request: ScimRequest; readonly reply: FastifyReply },
  handler: ScimHandler,
): Promise<FastifyReply> {
  const { context, log, authenticator } = parts
  try {
    await parts.limit.address(normalizeAddress(request.ip))
    const connection = await authenticate(parts, request)
    await parts.limit.account(connection.ownerId, connection.requestsPerMinute)
    const run = () => context.database.transaction((db) => handler(toCall(parts, { request, connection, db }), request))
    if (request.method === 'GET') return send(reply, await run())
    const answer = await parts.limitWrites(connection.ownerId, run)
    // Revoked access ends at once in this process, and within a second in all others.
    authenticator.forget()
    return send(reply, answer)
  } catch (error) {
    const answer = toScimAnswer(error) ?? toFailure(error, parts)
    if (answer.status >= 500) log.error({ requestId: request.id, err: omitData(error) }, 'a SCIM request failed')
    return send(reply, answer)
  }
}

function toFailure(error: unknown, { context }: ScimParts): ScimAnswer {
  const violation = toDatabaseViolation(error, context.searcher.registry)
  const failure =
    violation?.symbol === 'unavailable'
      ? new ScimError(503, 'Try again in a moment.')
      : violation
        ? new ScimError(409, 'The request conflicts with another one. Try again.', 'uniqueness')
        : new ScimError(500, 'The request failed.')
  return toScimAnswer(failure) ?? { status: 500 }
}

function send(reply: FastifyReply, { status, body, retryAfter }: ScimAnswer): FastifyReply {
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status).header('cache-control', 'no-store')
  return body === undefined
    ? reply.send()
    : reply.type('application/scim+json; charset=utf-8').send(JSON.stringify(body))
}

interface ScimConnection {
  readonly id: number
  readonly ownerId: number
  readonly roleMappings: readonly RoleMapping[]
  readonly defaultRole: UserRole | null
  readonly requestsPerMinute: number
}

async function authenticate({ context }: ScimParts, { headers }: ScimRequest): Promise<ScimConnection> {
  const [, token = ''] = /^Bearer (\S{1,200})$/i.exec(headers.authorization ?? '') ?? []
  const [found] = token.startsWith(scimTokenPrefix)
    ? await context.database.query(sql<ScimConnection>`select c.id, c.owner_id as "ownerId",
  c.role_mappings as "roleMappings", c.default_role as "defaultRole", k.maximum_requests_per_minute as "requestsPerMinute"
from sso_connection c join account a on a.id = c.owner_id join package k on k.id = a.package_id
where c.scim_token_hash = ${hashToken(token)} and c.is_enabled and a.closed_at is null and not a.is_blocked`)
    : []
  if (found) return found
  // While its account moves to another cell, a directory has to try again: after 401 it would stop.
  if (token !== '' && (await isDeparted(context.database, token))) reject('unavailable')
  throw new ScimError(401, 'The token is missing, wrong or revoked.')
}

function toCall(
  { context, now }: ScimParts,
  {
    request,
    connection,
    db,
  }: { readonly request: ScimRequest; readonly connection: ScimConnection; readonly db: ScimCall['db'] },
): ScimCall {
  const at = now()
  const auditContext = {
    operation: `scim_${request.method.toLowerCase()}`,
    caller: { accountId: null, sessionId: null, scope: 'system' },
    request: { id: request.id, address: normalizeAddress(request.ip) },
    now: at,
  }
  return {
    db,
    now: at,
    connection,
    baseUrl: `${context.settings.publicUrl}/scim/v2`,
    query: readQuery(request),
    record: (...writes: readonly AuditedWrite[]) =>
      writeAudit({ db, registry: context.searcher.registry }, writes, auditContext),
  }
}

/** Reads the query; of a repeated parameter, the first value counts. */
function readQuery({ query, params }: ScimRequest): ScimCall['query'] {
  const entries = Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ])
  if (![...entries.flat(), params.id ?? ''].every((text) => text === undefined || isStorable(text)))
    throw new ScimError(400, 'The address contains a forbidden character.', 'invalidValue')
  return Object.fromEntries(entries)
}

function readBody({ body }: ScimRequest): unknown {
  const { value, violations } = body instanceof Buffer ? parseJson(body) : { value: undefined, violations: [] }
  if (value === undefined || violations.length > 0)
    throw new ScimError(400, 'The body is not valid JSON.', 'invalidSyntax')
  return value
}
