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
  /** For everything, from the look-up of the name to the end of the answer. */
  readonly limitMs?: number
  /** Trusted certificate authorities, in PEM; those of Node if there are none. */
  readonly authorities?: readonly string[] | undefined
}

export interface GuardedAnswer {
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
 * Sends a request to a URL that the operator configured. It resolves the name itself and connects to exactly the
 * address that the guard checked. It follows no redirects, uses no proxy of the environment, and does not read the body
 * of the answer.
 */
export async function sendGuardedRequest(wanted: GuardedRequest): Promise<GuardedAnswer> {
  const answer = await send(wanted, AbortSignal.timeout(wanted.limitMs ?? defaultLimitMs))
  answer.destroy()
  return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
}

export interface GuardedExchange {
  readonly status: number
  readonly contentType: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer<ArrayBuffer>
}

/** Sends a request in the same way, and reads the answer up to a number of bytes; a longer one is an error. */
export async function sendGuardedExchange(wanted: GuardedRequest, maxBytes: number): Promise<GuardedExchange> {
  const signal = AbortSignal.timeout(wanted.limitMs ?? defaultLimitMs)
  const answer = await send(wanted, signal)
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of answer as AsyncIterable<Uint8Array>) {
      length += part.length
      if (length > maxBytes) throw new Error(`the answer has more than ${maxBytes} bytes`)
      parts.push(part)
    }
  } catch (error) {
    // An answer that is cut off by the time limit would look like a broken connection.
    signal.throwIfAborted()
    throw error
  }
  const { statusCode: status = 0, headers } = answer
  return { status, headers, contentType: headers['content-type'], body: Buffer.concat(parts) }
}

const defaultLimitMs = 10_000

async function send(wanted: GuardedRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(wanted.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const address = await findAllowedAddress(host, wanted.guard)
  const credentials =
    url.username === '' ? undefined : `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request({
      // Connect to the checked address; the certificate is verified against the host name.
      host: address,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      method: wanted.method ?? 'GET',
      headers: { host: url.host, 'user-agent': 'Wachta', ...wanted.headers },
      ...(isIP(host) === 0 && { servername: host }),
      ...(wanted.authorities && { ca: [...wanted.authorities] }),
      ...(credentials !== undefined && { auth: credentials }),
      agent: false,
      signal,
    })
    sent.on('response', resolve).on('error', reject)
    sent.end(wanted.body)
  })
}

async function findAllowedAddress(host: string, guard: Guard): Promise<string> {
  const found = isIP(host) === 0 ? (await lookup(host, { all: true })).map(({ address }) => address) : [host]
  const allowed = found.find((address) => guard(address))
  if (allowed === undefined) throw new ForbiddenAddress()
  return allowed
}
