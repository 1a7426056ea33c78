import type { IncomingHttpHeaders } from 'node:http'
import type { OrderOutcome } from '@wachta/domain'

type Failure = Exclude<OrderOutcome, 'issued'>

interface AcmeErrorOptions extends ErrorOptions {
  readonly type?: string
  readonly retryAfterMs?: number
}

/** Thrown if no certificate is issued. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError'
  readonly outcome: Failure
  /** The last part of the error type from the authority, such as `badNonce`. */
  readonly type: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(outcome: Failure, message: string, { type, retryAfterMs, ...options }: AcmeErrorOptions = {}) {
    super(message, options)
    this.outcome = outcome
    this.type = type
    this.retryAfterMs = retryAfterMs
  }
}

/** A problem document of the authority (RFC 7807). */
export interface AcmeProblem {
  readonly type?: unknown
  readonly detail?: unknown
}

interface FailedAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export function toAcmeError({ status, headers, text }: FailedAnswer): AcmeError {
  const problem = parseProblem(text)
  const type = getProblemType(problem)
  const isLimited = type === 'rateLimited' || status === 429
  const outcome = isLimited ? 'limited' : status >= 500 || type === undefined ? 'unreachable' : 'rejected'
  const retryAfterMs = parseRetryAfter(headers['retry-after'])
  const options = { ...(type !== undefined && { type }), ...(retryAfterMs !== undefined && { retryAfterMs }) }
  return new AcmeError(outcome, describeProblem(problem) ?? `the certificate authority answered ${status}`, options)
}

/** Returns the description of a problem for people; undefined if it has none. */
export const describeProblem = ({ detail }: AcmeProblem): string | undefined =>
  typeof detail === 'string' && detail.trim() !== '' ? toOneLine(detail) : undefined

const getProblemType = ({ type }: AcmeProblem): string | undefined =>
  typeof type === 'string' && type.startsWith('urn:ietf:params:acme:error:') ? type.split(':').at(-1) : undefined

/** Removes control characters and line breaks: the text may quote a web server, so it is not trusted. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const toOneLine = (text: string): string => text.replaceAll(/[\s\0-\x1f\x7f-\x9f]+/g, ' ').slice(0, 300)

function parseProblem(text: string): AcmeProblem {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

/** Parses a Retry-After header, which contains seconds or a date, to milliseconds. */
export function parseRetryAfter(header: string | undefined, now: number = Date.now()): number | undefined {
  if (header === undefined) return undefined
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(waitMs) && waitMs > 0 ? waitMs : undefined
}
