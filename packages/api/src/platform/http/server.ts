import { randomUUID } from 'node:crypto'
import type { Language } from '@wachta/domain'
import { ApiError, type Operation, reject } from '@wachta/resource'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { normalizeAddress } from '../authentication/allow-list.ts'
import { buildCall } from './build-call.ts'
import { explainUnknown } from './departed.ts'
import { createErrorHandler, type ErrorHandler, rejectConnection } from './handle-error.ts'
import { identify } from './identify.ts'
import { observeAnswer } from './observe-answer.ts'
import { OpenStreams } from './open-streams.ts'
import { createRequestValidator } from './request.ts'
import { runOperation } from './run-operation.ts'
import { recordSecurityEvents } from './security-events.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'

const maxBodyBytes = 1_048_576
/** The policy of API answers, which are not meant to be opened in a browser; pages set their own policy. */
const strictPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Creates the HTTP server, with one route per operation; errors are answered with the published array of errors. */
export function createServer(parts: ServerParts): FastifyInstance {
  /** The language of the account behind each authenticated request, for errors if the request itself names none. */
  const accountLanguages = new WeakMap<object, Language>()
  const handleError = createErrorHandler(parts, accountLanguages)
  const streams = new OpenStreams()
  parts.onStreams?.(() => streams.size)
  const app = createApp(parts, handleError)
  app.addHook('preClose', async () => streams.endAll())
  const logRequest = createRequestLog(parts)
  for (const operation of parts.operations) serve(operation)
  return app

  function serve(operation: Operation): void {
    const check = createRequestValidator(operation)
    app.route({
      method: operation.method,
      url: `/v3${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      async handler(request, reply) {
        observeAnswer(reply, (status, ms) => logRequest({ operation, requestId: request.id, status, ms }))
        const incoming = { operation, request, address: normalizeAddress(request.ip) }
        await parts.limit.address(incoming.address)
        const answer = await recordSecurityEvents(parts, incoming, async (onIdentified) => {
          const authenticated = await identify(parts, incoming, (identity) => {
            accountLanguages.set(request, identity.language)
            onIdentified(identity)
          })
          return runOperation(parts, operation, buildCall(parts, incoming, { ...check(request), authenticated }))
        })
        if (answer?.events) {
          streams.add(answer.events)
          if (request.method === 'HEAD') answer.events.end()
        }
        return send(reply, operation, answer)
      },
    })
  }
}

/** Creates Fastify without its own parsers, request logs and error format. */
function createApp(parts: ServerParts, handleError: ErrorHandler): FastifyInstance {
  const isSecure = parts.publicUrl?.startsWith('https:') ?? false
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    requestTimeout: 30_000,
    trustProxy: [...parts.trustedProxies],
    routerOptions: { maxParamLength: 512 },
    // Node would answer a request without a host in its own format; it is rejected below instead.
    http: { requireHostHeader: false },
    genReqId: getRequestId,
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (error, request, reply) => handleError(error, request, reply as FastifyReply),
    clientErrorHandler: rejectConnection,
  })
  app.removeAllContentTypeParsers()
  // Bodies stay bytes until the operation is known: their errors are reported together with all others.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('content-security-policy', strictPolicy)
    reply.header('referrer-policy', 'no-referrer')
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) reject('malformed_request')
  })
  app.setErrorHandler(async (error, request, reply) => {
    // If the lookup itself fails, it is not known whether the account has moved: that failure is answered instead.
    const explained = await explainUnknown(parts.database, error, request).catch((failure: unknown) => failure)
    handleError(explained, request, reply)
    return reply
  })
  app.setNotFoundHandler((request, reply) =>
    handleError(new ApiError([{ symbol: 'unknown_operation' }]), request, reply),
  )
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node alone would answer in its own format.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

interface AnsweredRequest {
  readonly operation: Operation
  readonly requestId: string
  readonly status: number
  readonly ms: number
}

/** Logs one line per request. It does not include the URL, which may contain a token. */
function createRequestLog({ log, observe }: Pick<ServerParts, 'log' | 'observe'>) {
  // The line contains nothing that would have to be redacted.
  const requestLog = log.child({}, { redact: [] })
  return ({ operation: { id, media }, requestId, status, ms }: AnsweredRequest): void => {
    requestLog.info({ requestId, operation: id, status, ms: Math.round(ms * 10) / 10 }, 'answered')
    // The duration of a stream is not a response time.
    if (media !== 'text/event-stream') observe?.(id, status, ms / 1000)
  }
}

/** The id that the client sent, if it is harmless in a log, or a new one. */
const getRequestId = ({ headers }: { headers: Record<string, unknown> }): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_.-]{8,64}$/.test(given) ? given : randomUUID()
}
