import type { Socket } from 'node:net'
import type { Language } from '@wachta/domain'
import { ApiError, type Registry, type Violation } from '@wachta/resource'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { omitData, toDatabaseViolation } from '../errors/database.ts'
import { buildErrorResponse } from '../errors/error-response.ts'
import { isBrowser } from './cross-site.ts'
import { getAcceptedLanguage } from './language.ts'
import type { ServerParts } from './server-parts.ts'

export type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

/** Answers every error with the published array of errors, in the language of the request or of its account. */
export function createErrorHandler(
  { log, registry }: Pick<ServerParts, 'log' | 'registry'>,
  accountLanguages: Pick<WeakMap<FastifyRequest, Language>, 'get'>,
): ErrorHandler {
  return (error, request, reply) => {
    const language = getAcceptedLanguage(request.headers['accept-language']) ?? accountLanguages.get(request) ?? 'en'
    const { status, body, retryAfter } = buildErrorResponse(toViolations(error, registry), language)
    if (status >= 500 && status !== 503) log.error({ requestId: request.id, err: omitData(error) }, 'request failed')
    // A browser to which Basic is offered asks for the password, keeps it, and attaches it to requests of other sites.
    if (status === 401)
      reply.header('www-authenticate', isBrowser(request) ? 'Bearer' : 'Bearer, Basic realm="Wachta", charset="UTF-8"')
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  }
}

/** Answers data that is not valid HTTP in the same format as every other error. */
export function rejectConnection(error: Error & { code?: string }, socket: Socket): void {
  // If something was already sent on this connection, the client could not detect where this response begins.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
  const { body } = buildErrorResponse([{ symbol: 'malformed_request' }], 'en')
  const text = JSON.stringify(body)
  const head = 'HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n'
  socket.end(`${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
}

function toViolations(error: unknown, registry: Registry): readonly Violation[] {
  if (error instanceof ApiError) return error.violations
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code.startsWith('FST_')) return [{ symbol: frameworkSymbols[code] ?? 'malformed_request' }]
  return [toDatabaseViolation(error, registry) ?? { symbol: 'internal_error' }]
}

const frameworkSymbols: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}
