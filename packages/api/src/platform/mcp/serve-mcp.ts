import { answerHttpRequest } from '@wachta/mcp'
import { ApiError, type Caller, type Operation, reject, rejectAny } from '@wachta/resource'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainAddress } from '../authentication/allow-list.ts'
import { demandApiKeyAccess } from '../authentication/api-key-access.ts'
import type { Authenticated } from '../authentication/authenticator.ts'
import { parseJson } from '../http/json.ts'
import { recordSecurityEvents } from '../http/security-events.ts'
import type { ServerParts } from '../http/server-parts.ts'
import { callOwnRoutes } from './call-own-routes.ts'
import { createSessionId, readSessionId } from './client-session.ts'
import { bearerChallenge, mcpPath, serveProtectedResource } from './protected-resource.ts'

export interface McpParts
  extends Pick<
    ServerParts,
    'operations' | 'registry' | 'authenticator' | 'limit' | 'log' | 'now' | 'security' | 'observe'
  > {
  readonly publicUrl: string
}

/** The name of these requests in logs and metrics. */
const operation = { id: 'mcp', method: 'POST' } as const

/**
 * Serves the Model Context Protocol. Each request stands alone: it is authenticated, gets the tools that its caller may
 * use, and the tools call the operations of the API through its own routes.
 */
export function serveMcp(app: FastifyInstance, parts: McpParts): void {
  const { publicUrl } = parts
  const byId = new Map(parts.operations.map((each) => [each.id, each]))
  serveProtectedResource(app, publicUrl)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    onSend: async ({ headers }, reply) => {
      if (reply.statusCode === 401)
        reply.header('www-authenticate', bearerChallenge(publicUrl, headers.authorization !== undefined))
    },
    async handler(request, reply) {
      logAnswer(parts, request, reply)
      const address = plainAddress(request.ip)
      await parts.limit.address(address)
      const caller = await authenticateProgram(parts, request, address)
      const body = request.method === 'POST' ? readMessage(request) : undefined
      const sessionId = createSessionId(body ?? {})
      if (sessionId !== undefined) reply.header('mcp-session-id', sessionId)
      reply.header('cache-control', 'no-store')
      return answer({ app, parts, request, reply, address, caller, body, byId })
    },
  })
}

/** Authenticates an API key or an access token. A session or a password could do everything its holder can. */
async function authenticateProgram(parts: McpParts, request: FastifyRequest, address: string): Promise<Caller> {
  const { authorization, origin } = request.headers
  let found: Authenticated | undefined
  await recordSecurityEvents(parts, { operation, request, address }, async (onIdentified) => {
    // Stricter than elsewhere: the Host of a page that rebinds its name to this server is not ours.
    if (origin !== undefined && origin !== parts.publicUrl) reject('cross_site_request')
    const given = authorization ?? reject('authentication_required')
    found = await parts.authenticator.authenticate(given, address, parts.now())
    onIdentified(found.identity)
    if (found.session !== null || found.carriesPassword) reject('mcp_needs_api_key')
    await parts.limit.account(found.caller.actsFor ?? found.identity.accountId, found.identity.requestsPerMinute)
    return undefined
  })
  return found?.caller ?? reject('authentication_required')
}

/** Reads one JSON-RPC message. Batches, which the protocol no longer has, would multiply the cost of a request. */
function readMessage({ body, headers }: FastifyRequest): unknown {
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) reject('unsupported_media_type')
  if (!(body instanceof Buffer) || body.length === 0) return reject('missing_body', 'data')
  const { value, violations } = parseJson(body)
  rejectAny([...violations])
  if (typeof value !== 'object' || value === null || Array.isArray(value)) reject('malformed_json')
  return value
}

interface McpExchange {
  readonly app: FastifyInstance
  readonly parts: McpParts
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly address: string
  readonly caller: Caller
  readonly body: unknown
  readonly byId: ReadonlyMap<string, Operation>
}

function answer({ app, parts, request, reply, address, caller, body, byId }: McpExchange): Promise<Response> {
  const { id: requestId, method } = request
  const { authorization = '', 'mcp-session-id': sessionId } = request.headers
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const incoming = new Request(`${parts.publicUrl}${mcpPath}`, { method, headers, signal: gone.signal })
  return answerHttpRequest(incoming, body, {
    allows: (id) => isOpen(byId.get(id), caller, parts),
    canWrite: !caller.readOnly,
    clientName: readSessionId(sessionId),
    fetchAs: (client) => callOwnRoutes(app, { authorization, address, requestId, client }),
    onCall: (call) => parts.log.info({ requestId, ...call }, 'tool called'),
    onError: (err) => parts.log.debug({ requestId, err }, 'MCP message rejected'),
  })
}

/** Returns whether the scopes and groups of the caller open an operation to it; permissions on rows are checked later. */
function isOpen(operation: Operation | undefined, { apiKey }: Caller, { registry }: McpParts): boolean {
  if (operation === undefined || apiKey === undefined) return false
  try {
    demandApiKeyAccess(operation, apiKey, registry)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Logs and measures the request like any operation, when it is answered. */
function logAnswer({ log, observe }: McpParts, { id: requestId }: FastifyRequest, reply: FastifyReply): void {
  const started = performance.now()
  reply.raw.once('finish', () => {
    const ms = performance.now() - started
    const { statusCode: status } = reply
    log.info({ requestId, operation: operation.id, status, ms: Math.round(ms * 10) / 10 }, 'answered')
    observe?.(operation.id, status, ms / 1000)
  })
}
