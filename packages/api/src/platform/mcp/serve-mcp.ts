import { answerHttpRequest, describeOffer } from '@wachta/mcp'
import { reject, rejectAny } from '@wachta/resource'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '../audit.ts'
import { normalizeAddress } from '../authentication/allow-list.ts'
import { parseJson } from '../http/json.ts'
import { observeAnswer } from '../http/observe-answer.ts'
import type { ServerParts } from '../http/server-parts.ts'
import { authenticateProgram, type McpAccess, mcpOperation, type Program } from './authenticate-program.ts'
import { createOwnRouteFetch } from './call-own-routes.ts'
import { createSessionId, readSessionId } from './client-session.ts'
import { buildBearerChallenge, mcpPath, serveProtectedResource } from './protected-resource.ts'

export interface McpParts extends McpAccess, Pick<ServerParts, 'database' | 'limitWrites' | 'log' | 'observe'> {}

/**
 * Serves the Model Context Protocol. Each request stands alone: it is authenticated, gets the tools that its caller may
 * use, and the tools call the operations of the API through its own routes.
 */
export function serveMcp(app: FastifyInstance, parts: McpParts): void {
  serveProtectedResource(app, parts.publicUrl)
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: mcpPath,
    onSend: addChallenge,
    async handler(request, reply) {
      const admitted = await admit(request, reply)
      const body = request.method === 'POST' ? readMessage(request) : undefined
      const sessionId = createSessionId(body ?? {})
      if (sessionId !== undefined) reply.header('mcp-session-id', sessionId)
      return answerMessage({ app, parts, request, reply, body, ...admitted })
    },
  })
  // `wachta mcp` requests the list of tools, because a key does not reveal its scopes.
  app.get(`${mcpPath}/tools`, { onSend: addChallenge }, async (request, reply) => {
    const { rights } = await admit(request, reply)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(describeOffer(rights)))
  })

  async function admit(request: FastifyRequest, reply: FastifyReply) {
    logAnswer(parts, request, reply)
    reply.header('cache-control', 'no-store')
    const address = normalizeAddress(request.ip)
    await parts.limit.address(address)
    return { address, ...(await authenticateProgram(parts, request, address)) }
  }

  async function addChallenge({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (reply.statusCode !== 401) return
    reply.header('www-authenticate', buildBearerChallenge(parts.publicUrl, headers.authorization !== undefined))
  }
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

interface McpExchange extends Program {
  readonly app: FastifyInstance
  readonly parts: McpParts
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly address: string
  readonly body: unknown
}

function answerMessage(exchange: McpExchange): Promise<Response> {
  const { app, parts, request, reply, address, rights, body } = exchange
  const { id: requestId, method } = request
  const { authorization = '', 'mcp-session-id': sessionId } = request.headers
  const disconnection = new AbortController()
  reply.raw.once('close', () => disconnection.abort())
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  const incoming = new Request(`${parts.publicUrl}${mcpPath}`, { method, headers, signal: disconnection.signal })
  return answerHttpRequest(incoming, body, {
    ...rights,
    now: parts.now,
    clientName: readSessionId(sessionId),
    fetchAs: (client) => createOwnRouteFetch(app, { authorization, address, requestId, client }),
    recordCall: (call) => recordCall(exchange, call),
    onCall: (call) => parts.log.info({ requestId, ...call }, 'tool called'),
    onError: (err) => parts.log.debug({ requestId, err }, 'MCP message rejected'),
  })
}

/**
 * Writes one audit entry for each call of a tool, also of one that only reads. Changes that the tool makes have their
 * own entries. Request limits bound the number of entries, and the limit of concurrent writes how many are written at
 * once.
 */
async function recordCall(
  { parts, request, address, caller }: McpExchange,
  { tool, client }: { readonly tool: string; readonly client: string | undefined },
): Promise<void> {
  const { database, registry, limitWrites } = parts
  const write = { resource: 'tool', id: tool, accountId: caller.accountId, before: null, after: null }
  const program = client === undefined ? {} : { client: `mcp ${client}` }
  await limitWrites(caller.actsFor, () =>
    database.transaction((db) =>
      writeAudit({ db, registry }, [write], {
        operation: 'call_tool',
        caller,
        request: { id: request.id, address, ...program },
        now: parts.now(),
      }),
    ),
  )
}

/** Logs and measures the request like any operation, when it is answered. */
function logAnswer({ log, observe }: McpParts, { id: requestId }: FastifyRequest, reply: FastifyReply): void {
  observeAnswer(reply, (status, ms) => {
    log.info({ requestId, operation: mcpOperation.id, status, ms: Math.round(ms * 10) / 10 }, 'answered')
    observe?.(mcpOperation.id, status, ms / 1000)
  })
}
