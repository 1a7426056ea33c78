import type { Guard } from '@wachta/egress'
import { Agent, request } from 'undici'
import type { WebAnswer, WebCarrier, WebRequest } from '../carrier.ts'
import { DeliveryError } from '../delivery.ts'
import { formatStatusLine } from '../web-delivery.ts'
import { createGuardedConnector, type LookUp } from './guarded-connector.ts'
import { toNetworkError } from './network-error.ts'
import { readRetryAfter } from './retry-after.ts'

const maxAnswerBytes = 4_096
const maxConnectionsPerOrigin = 8

export interface WebSettings {
  readonly guard: Guard
  readonly lookUp: LookUp
  /** Additional trusted certificate authorities, as PEM. */
  readonly authorities?: readonly string[]
  readonly limits?: Partial<WebLimits>
  readonly now?: () => Date
}

/** The total counts from the call, so it also bounds the wait for one of the connections. */
export interface WebLimits {
  readonly connectTimeoutMs: number
  readonly responseTimeoutMs: number
  readonly totalTimeoutMs: number
}

const defaultLimits: WebLimits = { connectTimeoutMs: 5_000, responseTimeoutMs: 10_000, totalTimeoutMs: 20_000 }

/**
 * Requests over HTTP. The dispatcher is our own, so neither a proxy from the environment nor a redirect leads anywhere
 * but to the address that was checked.
 */
export function openWeb(settings: WebSettings): WebCarrier & AsyncDisposable {
  const { guard, lookUp, authorities = [], now = () => new Date() } = settings
  const limits = { ...defaultLimits, ...settings.limits }
  const { connectTimeoutMs: timeoutMs, totalTimeoutMs } = limits
  const agent = new Agent({
    connect: createGuardedConnector({ guard, lookUp, authorities, timeoutMs, totalTimeoutMs }),
    connections: maxConnectionsPerOrigin,
    headersTimeout: limits.responseTimeoutMs,
    bodyTimeout: limits.responseTimeoutMs,
    allowH2: false,
  })
  return {
    async send(webRequest) {
      const answer = await sendWithTimeout(webRequest, agent, limits.totalTimeoutMs)
      if (answer.status >= 200 && answer.status < 300) return { status: answer.status, text: answer.text }
      throw toDeliveryError(answer, now())
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

interface Answer extends WebAnswer {
  readonly retryAfter: string | undefined
}

async function sendWithTimeout(webRequest: WebRequest, dispatcher: Agent, timeoutMs: number): Promise<Answer> {
  const abortController = new AbortController()
  // A request that waits for a connection does not react to its signal yet, so it is abandoned as well.
  const { promise: timedOut, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new DeliveryError({ answer: 'no response in time' }))
    abortController.abort()
  }, timeoutMs)
  try {
    const { statusCode, headers, body } = await Promise.race([
      sendRequest(webRequest, dispatcher, abortController.signal),
      timedOut,
    ])
    const retryAfter = headers['retry-after']
    return {
      status: statusCode,
      text: await readBeginning(body),
      retryAfter: typeof retryAfter === 'string' ? retryAfter : undefined,
    }
  } catch (cause) {
    throw toNetworkError(cause)
  } finally {
    clearTimeout(timer)
  }
}

const sendRequest = (webRequest: WebRequest, dispatcher: Agent, signal: AbortSignal) =>
  request(webRequest.url, {
    dispatcher,
    method: webRequest.method ?? 'POST',
    headers: toHeaders(webRequest),
    body: toBody(webRequest),
    signal,
  })

function toHeaders({ headers, body }: WebRequest): Record<string, string> {
  const type = typeof body === 'object' && !(body instanceof Uint8Array) ? { 'content-type': 'application/json' } : {}
  return { 'user-agent': 'Wachta', ...type, ...headers }
}

function toBody({ body }: WebRequest): string | Uint8Array | null {
  if (body === undefined) return null
  return typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
}

/**
 * Reads the beginning of the body. An error here is ignored, because the status is known: a retry would send an
 * accepted message twice.
 */
async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of body) {
      parts.push(part)
      length += part.length
      if (length >= maxAnswerBytes) break
    }
  } catch {
    // Use what was received.
  }
  return Buffer.concat(parts).subarray(0, maxAnswerBytes).toString()
}

function toDeliveryError(answer: Answer, now: Date): DeliveryError {
  const { status } = answer
  if (status >= 300 && status < 400) {
    return new DeliveryError({ answer: `${formatStatusLine(status)}: redirects are not followed`, isPermanent: true })
  }
  const waitMs = status === 429 || status === 503 ? readRetryAfter(answer.retryAfter, answer.text, now) : undefined
  return new DeliveryError({
    answer: formatStatusLine(status),
    isPermanent: !isTemporary(status),
    isAddressGone: status === 404 || status === 410,
    ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
  })
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || status >= 500
}
