import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { PassThrough } from 'node:stream'
import type { Database } from '@wachta/database'
import type { Language } from '@wachta/domain'
import {
  type Answer,
  ApiError,
  type Call,
  changes,
  holds,
  type Operation,
  type Registry,
  reject,
  type Violation,
} from '@wachta/resource'
import type { Log } from '@wachta/runtime'
import type { Vault } from '@wachta/runtime/vault'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { writeAudit } from '../audit.ts'
import { plainAddress } from '../authentication/allow-list.ts'
import { demandApiKeyAccess } from '../authentication/api-key-access.ts'
import type { Authenticated, Authenticator } from '../authentication/authenticator.ts'
import { anonymous, lacksTwoFactor } from '../authentication/identity.ts'
import type { SecurityEventType, SecurityLog } from '../authentication/security-log.ts'
import { demandStepUp } from '../authentication/step-up.ts'
import { errorAnswer } from '../errors/answer.ts'
import { databaseViolation, withoutData } from '../errors/database.ts'
import { isBrowser, rejectCrossSite } from './cross-site.ts'
import { once, repeatable } from './idempotency.ts'
import { acceptedLanguage } from './language.ts'
import { type Checked, requestChecker } from './request.ts'
import type { RequestLimit } from './request-limit.ts'
import { eventOfError, namedBy } from './security-events.ts'
import { send } from './send.ts'
import { isStorable } from './text.ts'
import { createTurns } from './turns.ts'

const maximumBody = 1_048_576
/** An answer that a browser opens by itself is no page; what is one brings its own policy. */
const nothingElse = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

export interface ServerParts {
  readonly operations: readonly Operation[]
  readonly registry: Registry
  readonly database: Database
  readonly vault: Pick<Vault, 'seal'>
  readonly authenticator: Authenticator
  readonly limit: RequestLimit
  readonly log: Log
  readonly now: () => Date
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  readonly security?: SecurityLog
  /** Where people reach this installation. */
  readonly publicUrl?: string
  readonly observe?: (operation: string, status: number, seconds: number) => void
  /** Gets what tells how many streams are open. */
  readonly onStreams?: (count: () => number) => void
}

/** The HTTP side: every operation becomes a route, and every failure the published array of errors. */
export function createServer(parts: ServerParts): FastifyInstance {
  /** Errors are told in the language of the account, once it is known whose request it is. */
  const ownLanguages = new WeakMap<FastifyRequest, Language>()
  const turns = createTurns()
  const isSecure = parts.publicUrl?.startsWith('https:') ?? false
  const streams = new Set<PassThrough>()
  parts.onStreams?.(() => streams.size)
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maximumBody,
    requestTimeout: 30_000,
    trustProxy: [...parts.trustedProxies],
    routerOptions: { maxParamLength: 512 },
    // Node would answer a request without a host in a shape of its own; it is rejected below instead.
    http: { requireHostHeader: false },
    genReqId: requestId,
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (error, request, reply) => fail(error, request, reply as FastifyReply),
    clientErrorHandler: rejectConnection,
  })
  // The line about a request has nothing in it that would have to be blotted out.
  const requestLog = parts.log.child({}, { redact: [] })
  app.removeAllContentTypeParsers()
  // Bodies stay bytes until the operation is known: what is wrong with them is told together with everything else.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('content-security-policy', nothingElse)
    reply.header('referrer-policy', 'no-referrer')
    if (isSecure) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) reject('malformed_request')
  })
  app.setErrorHandler(fail)
  app.setNotFoundHandler((request, reply) => fail(new ApiError([{ symbol: 'unknown_operation' }]), request, reply))
  // An expectation that we do not know may be passed over (RFC 9110, 10.1.1); Node alone would answer in a shape of its own.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('preClose', async () => {
    for (const events of streams) events.end()
  })
  for (const operation of parts.operations) serve(operation)
  return app

  function serve(operation: Operation): void {
    const check = requestChecker(operation)
    app.route({
      method: operation.method,
      url: `/v3${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      async handler(request, reply) {
        const started = performance.now()
        reply.raw.once('finish', () => observed(operation, reply, performance.now() - started))
        const address = plainAddress(request.ip)
        await parts.limit.address(address)
        const answer = await noted(operation, request, address, async (known) => {
          const authenticated = await identify(operation, request, address, known)
          const checked = check(request)
          return run(operation, callOf(operation, request, checked, authenticated, address))
        })
        if (answer?.events) keepOpen(answer.events, request)
        return send(reply, operation, answer)
      },
    })
  }

  /** Notes what is rejected, and every step-up, for whoever looks for somebody who tries to get in. */
  async function noted(
    operation: Operation,
    request: FastifyRequest,
    address: string,
    work: (known: (accountId: number) => void) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    let accountId: number | undefined
    const note = (type: SecurityEventType | undefined) => {
      if (type === undefined) return
      const who = accountId === undefined ? namedBy(operation, request) : { accountId }
      parts.security?.note({ type, address, time: parts.now(), ...who })
    }
    try {
      if (operation.method !== 'GET') rejectCrossSite(request, parts.publicUrl)
      const answer = await work((id) => {
        accountId = id
      })
      if (operation.id === 'step_up_session') note('step_up')
      return answer
    } catch (error) {
      note(eventOfError(error))
      throw error
    }
  }

  /** Streams end with the process; without this, nobody would tell them. */
  function keepOpen(events: PassThrough, { method }: FastifyRequest): void {
    streams.add(events)
    events.once('close', () => streams.delete(events))
    if (method === 'HEAD') events.end()
  }

  /** One line a request. The address that was called stays out of it: some carry a token. */
  function observed({ id, media }: Operation, { statusCode: status, request }: FastifyReply, ms: number): void {
    requestLog.info({ requestId: request.id, operation: id, status, ms: Math.round(ms * 10) / 10 }, 'answered')
    // How long somebody listened says nothing of how quickly we answer.
    if (media !== 'text/event-stream') parts.observe?.(id, status, ms / 1000)
  }

  async function identify(
    operation: Operation,
    request: FastifyRequest,
    address: string,
    known: (accountId: number) => void,
  ): Promise<Authenticated | null> {
    const { authorization } = request.headers
    if (authorization === undefined) return operation.access === 'public' ? null : reject('authentication_required')
    const authenticated = await parts.authenticator.authenticate(authorization, address, parts.now())
    const { identity, session, caller } = authenticated
    known(identity.accountId)
    ownLanguages.set(request, identity.language)
    if (session && !session.isVerified && operation.admits !== 'unverified') reject('session_not_verified')
    // The one gate for observers: no write gets past it, whatever it is and whoever may make it.
    const isObserver = caller.observerId !== undefined
    if (isObserver && changes(operation)) reject('observer_only_reads')
    if (lacksTwoFactor(identity, { scope: caller.scope, isObserver }) && operation.admits !== 'without_two_factor')
      reject('two_factor_setup_required')
    if (caller.apiKey) demandApiKeyAccess(operation, caller.apiKey, parts.registry)
    // Who looks at an account does not use up what it may ask for.
    await parts.limit.account(caller.observerId ?? caller.actsFor ?? identity.accountId, identity.requestsPerMinute)
    if (operation.access === 'administrator' && caller.scope !== 'administrator') reject('administrator_only')
    return authenticated
  }

  function callOf(
    operation: Operation,
    request: FastifyRequest,
    { body, query }: Checked,
    authenticated: Authenticated | null,
    address: string,
  ): Call {
    const language = acceptedLanguage(request.headers['accept-language'])
    const caller = authenticated ? authenticated.caller : anonymous()
    const now = parts.now()
    const base = {
      caller: language ? { ...caller, language } : caller,
      params: pathParameters(request),
      query,
      body,
      now,
      request: { id: request.id, address, session: caller.sessionId },
    }
    const bound = (db: Call['db']): Call => {
      const call: Call = {
        ...base,
        db,
        record: (...written) =>
          writeAudit(db, parts.registry, written, { operation: operation.id, caller, request: base.request, now }),
        holds: (name, key, flag) => holds(parts.registry, parts.registry.get(name), key, flag, call),
        demandStepUp: async () => {
          if (!authenticated?.carriesPassword) await demandStepUp(db, caller.sessionId, now)
        },
        seal: (plain, context) => parts.vault.seal(plain, context),
        transaction: (work) => work(call),
      }
      return call
    }
    const repeat = repeatable(
      operation,
      request.headers['idempotency-key'],
      caller.accountId,
      request.url,
      request.body as Buffer | undefined,
    )
    return {
      ...bound(parts.database),
      transaction: (work) =>
        turns(caller.actsFor, () => parts.database.transaction((tx) => once(tx, repeat, () => work(bound(tx))))),
    }
  }

  async function run(operation: Operation, call: Call) {
    if (!changes(operation)) return operation.handle(call)
    const work = operation.slow ? operation.handle(call) : call.transaction((tx) => operation.handle(tx))
    const answer = await work.catch(async (error: unknown) => {
      await countName(error, call)
      throw error
    })
    parts.authenticator.forget()
    return answer
  }

  /** User names are unique among all accounts, so that trying many would tell who has one here. */
  async function countName(error: unknown, { caller, request }: Call): Promise<void> {
    const violation = databaseViolation(error, parts.registry)
    if (violation?.symbol === 'already_taken' && violation.field === 'data.username')
      await parts.authenticator.nameTaken(caller.accountId, request.address)
  }

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const violations = faultsOf(error)
    const language = acceptedLanguage(request.headers['accept-language']) ?? ownLanguages.get(request) ?? 'en'
    const { status, body, retryAfter } = errorAnswer(violations, language)
    if (status >= 500 && status !== 503)
      parts.log.error({ requestId: request.id, err: withoutData(error) }, 'request failed')
    // A browser would ask for the password itself, keep it, and send it with requests that other sites cause.
    if (status === 401)
      reply.header('www-authenticate', isBrowser(request) ? 'Bearer' : 'Bearer, Basic realm="Wachta", charset="UTF-8"')
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }

  function faultsOf(error: unknown): readonly Violation[] {
    if (error instanceof ApiError) return error.violations
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('FST_')) return [{ symbol: frameworkSymbols[code] ?? 'malformed_request' }]
    return [databaseViolation(error, parts.registry) ?? { symbol: 'internal_error' }]
  }
}

const frameworkSymbols: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

/** What the database cannot hold as text names nothing there. */
function pathParameters({ params }: FastifyRequest): Record<string, string> {
  const given = params as Record<string, string>
  if (!Object.values(given).every(isStorable)) reject('not_found')
  return given
}

/** A client may bring its own id, if it is harmless in a log. */
const requestId = ({ headers }: { headers: Record<string, unknown> }): string => {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9_.-]{8,64}$/.test(given) ? given : randomUUID()
}

/** What is not even HTTP gets the same shape of answer as everything else. */
function rejectConnection(error: Error & { code?: string }, socket: Socket): void {
  // After an answer nothing tells where the next one would begin.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
  const { body } = errorAnswer([{ symbol: 'malformed_request' }], 'en')
  const text = JSON.stringify(body)
  const head = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n'
  socket.end(`${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
}
