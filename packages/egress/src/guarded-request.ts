import { lookup } from 'node:dns/promises'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import type { Guard } from './guard.ts'

export interface GuardedRequest {
  readonly url: string
  readonly guard: Guard
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The time limit for the whole request, from the DNS lookup to the end of the response. */
  readonly timeoutMs?: number
  /** Trusted certificate authorities, in PEM; those of Node if there are none. */
  readonly authorities?: readonly string[] | undefined
}

export interface GuardedResponse {
  readonly status: number
  /** The Retry-After header: seconds until the next attempt. */
  readonly retryAfter: string | undefined
}

/**
 * Thrown if the guard blocks the address. The message contains neither address nor host, because they may be secret.
 */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
  constructor() {
    super('requests to this network are not allowed: the operator has to allow its range')
  }
}

/**
 * Sends a request to a configured URL. It resolves the name itself and connects to exactly the
 * address that the guard checked. It follows no redirects, uses no proxy of the environment, and does not read the body
 * of the answer.
 */
export async function sendGuardedRequest(options: GuardedRequest): Promise<GuardedResponse> {
  const incoming = await send(options, AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs))
  incoming.destroy()
  return { status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'] }
}

export interface GuardedExchange {
  readonly status: number
  readonly contentType: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer<ArrayBuffer>
}

/** Sends a request like `sendGuardedRequest`, and reads the answer; an answer of more than `maxBytes` is an error. */
export async function sendGuardedExchange(options: GuardedRequest, maxBytes: number): Promise<GuardedExchange> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const incoming = await send(options, signal)
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of incoming as AsyncIterable<Uint8Array>) {
      length += part.length
      if (length > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`)
      parts.push(part)
    }
  } catch (error) {
    // An answer that is cut off by the time limit would look like a broken connection.
    signal.throwIfAborted()
    throw error
  }
  const { statusCode: status = 0, headers } = incoming
  return { status, headers, contentType: headers['content-type'], body: Buffer.concat(parts) }
}

const defaultTimeoutMs = 10_000

async function send(options: GuardedRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(options.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const address = await waitForLookup(findAllowedAddress(host, options.guard), signal)
  const credentials =
    url.username === '' && url.password === ''
      ? undefined
      : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const startRequest = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<IncomingMessage>((resolve, reject) => {
    const clientRequest = startRequest({
      // Connect to the checked address; the certificate is verified against the host name.
      host: address,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: options.method ?? 'GET',
      headers: { host: url.host, 'user-agent': 'Wachta', ...options.headers },
      ...(isIP(host) === 0 && { servername: host }),
      ...(options.authorities && { ca: [...options.authorities] }),
      ...(credentials !== undefined && { auth: credentials }),
      agent: false,
      signal,
    })
    clientRequest.on('response', resolve).on('error', reject)
    clientRequest.end(options.body)
  })
}

async function findAllowedAddress(host: string, guard: Guard): Promise<string> {
  const addresses = isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
  const allowed = addresses.find((address) => guard(address))
  if (allowed === undefined) throw new ForbiddenAddress()
  return allowed
}

/** A lookup cannot be interrupted; the request stops waiting for it when its time is over. */
function waitForLookup(lookedUp: Promise<string>, signal: AbortSignal): Promise<string> {
  const aborted = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => aborted.reject(signal.reason), { once: true })
  return Promise.race([lookedUp, aborted.promise])
}
