import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { GuardedExchange, GuardedRequest } from '@wachta/egress'
import { AcmeError, toAcmeError } from './acme-error.ts'

/** Sends a request to the certificate authority, through the egress guard. */
export type AcmeExchange = (
  request: Pick<GuardedRequest, 'url' | 'method' | 'headers' | 'body'>,
) => Promise<Pick<GuardedExchange, 'status' | 'headers' | 'body'>>

export interface AcmeDirectory {
  readonly newNonce: string
  readonly newAccount: string
  readonly newOrder: string
}

export interface AcmeAnswer {
  readonly headers: GuardedExchange['headers']
  readonly text: string
}

/** The authority may reject a nonce as too old, and then sends a new one (RFC 8555, 6.5). */
const maxAttempts = 8

/** Signs and sends requests according to RFC 8555, with the P-256 key of our account at the authority. */
export class AcmeRequests {
  readonly #exchange: AcmeExchange
  readonly #directoryUrl: string
  readonly #key: KeyObject
  readonly #nonces: string[] = []
  #directory: AcmeDirectory | undefined
  /** The URL of the account; until it is known, requests are signed with the key itself. */
  accountUrl: string | undefined

  constructor(directoryUrl: string, key: KeyObject, exchange: AcmeExchange) {
    this.#directoryUrl = directoryUrl
    this.#key = key
    this.#exchange = exchange
  }

  async readDirectory(): Promise<AcmeDirectory> {
    this.#directory ??= parseJson((await this.#send({ url: this.#directoryUrl })).text) as AcmeDirectory
    return this.#directory
  }

  /** Sends a payload; without one, reads the resource at the URL (POST-as-GET). */
  async post(url: string, payload?: object): Promise<AcmeAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const body = JSON.stringify(this.#sign(url, await this.#takeNonce(), payload))
      try {
        return await this.#send({ url, method: 'POST', headers: { 'content-type': 'application/jose+json' }, body })
      } catch (error) {
        const isNonceRejected = error instanceof AcmeError && error.type === 'badNonce'
        if (!isNonceRejected || attempt >= maxAttempts) throw error
      }
    }
  }

  async postJson<T>(url: string, payload?: object): Promise<T> {
    return parseJson((await this.post(url, payload)).text) as T
  }

  /** Returns the key authorization, which is served at the URL of the challenge (RFC 8555, 8.1). */
  getKeyAuthorization(token: string): string {
    const { crv, kty, x, y } = this.#publicKey()
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
    return `${token}.${thumbprint}`
  }

  #sign(url: string, nonce: string, payload?: object) {
    const identity = this.accountUrl === undefined ? { jwk: this.#publicKey() } : { kid: this.accountUrl }
    const protectedPart = encode({ alg: 'ES256', nonce, url, ...identity })
    const payloadPart = payload === undefined ? '' : encode(payload)
    const bytes = Buffer.from(`${protectedPart}.${payloadPart}`)
    const signature = sign('sha256', bytes, { key: this.#key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    return { protected: protectedPart, payload: payloadPart, signature }
  }

  #publicKey() {
    const { crv, kty, x, y } = createPublicKey(this.#key).export({ format: 'jwk' })
    return { crv, kty, x, y }
  }

  async #takeNonce(): Promise<string> {
    if (this.#nonces.length === 0) await this.#send({ url: (await this.readDirectory()).newNonce })
    return this.#nonces.pop() ?? ''
  }

  async #send(request: Parameters<AcmeExchange>[0]): Promise<AcmeAnswer> {
    const { status, headers, body } = await this.#exchange(request).catch((cause: Error) => {
      throw new AcmeError('unreachable', cause.message, { cause })
    })
    const nonce = headers['replay-nonce']
    if (typeof nonce === 'string') this.#nonces.push(nonce)
    const text = body.toString('utf8')
    if (status < 200 || status >= 300) throw toAcmeError({ status, headers, text })
    return { headers, text }
  }
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AcmeError('unreachable', 'the certificate authority sent no JSON', { cause })
  }
}
