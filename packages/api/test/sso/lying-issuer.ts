import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startListening } from '@wachta/testing/listening'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'

type Json = Record<string, unknown>

/** How the issuer deviates from an honest one. */
export interface IssuerLie {
  metadata?: (honest: Json) => Json
  claims?: (honest: Json) => Json
  userInfo?: (honest: Json) => Json
  /** Signs the claims instead of `signHonestly`. */
  sign?: (claims: Json, keys: IssuerKeys) => Promise<string>
  /** Changes the address that the browser returns to. */
  back?: (url: URL) => URL
  /** Answers the discovery request. */
  discovery?: (request: IncomingMessage, response: ServerResponse) => void
  keys?: (honest: Json) => Json
}

export interface IssuerKeys {
  kid: string
  private: CryptoKey
  public: JWK
}

/** An issuer that is honest except for one lie. Each path is an issuer of its own. */
export class LyingIssuer implements AsyncDisposable {
  lie: IssuerLie = {}
  keys: IssuerKeys
  asked: string[] = []
  readonly #codes = new Map<string, { nonce: string | null; issuer: string; client: string | null }>()
  #close: () => Promise<void> = async () => undefined
  origin = ''

  private constructor(keys: IssuerKeys) {
    this.keys = keys
  }

  static async start(): Promise<LyingIssuer> {
    const issuer = new LyingIssuer(await newKeys())
    const server = createServer((request, response) => void issuer.#answer(request, response))
    const { port, close } = await startListening(server)
    issuer.origin = `http://127.0.0.1:${port}`
    issuer.#close = close
    return issuer
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close()
  }

  /** The user signs in. Returns the address that the browser goes to next. */
  authorize(asked: URL): URL {
    const query = asked.searchParams
    const code = randomBytes(16).toString('hex')
    const issuer = `${asked.origin}${asked.pathname.replace(/\/authorize$/, '')}`
    this.#codes.set(code, { nonce: query.get('nonce'), issuer, client: query.get('client_id') })
    const back = new URL(query.get('redirect_uri') ?? '')
    back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer }))
    return this.lie.back?.(back) ?? back
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin)
    this.asked.push(`${request.method} ${url.pathname}`)
    const [, path = '', rest = ''] = /^(\/[^/]*)(\/.*)$/.exec(url.pathname) ?? []
    const issuer = `${this.origin}${path}`
    if (rest === '/.well-known/openid-configuration') {
      if (this.lie.discovery) return this.lie.discovery(request, response)
      return send(response, 200, this.lie.metadata?.(metadata(issuer)) ?? metadata(issuer))
    }
    if (rest === '/jwks') {
      const honest = { keys: [{ ...this.keys.public, kid: this.keys.kid, use: 'sig', alg: 'RS256' }] }
      return send(response, 200, this.lie.keys?.(honest) ?? honest)
    }
    if (rest === '/token') return this.#token(request, response)
    const honest = { sub: 'subject-1', groups: ['ops'] }
    return send(response, 200, this.lie.userInfo?.(honest) ?? honest)
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const part of request) body += String(part)
    const code = new URLSearchParams(body).get('code') ?? ''
    const known = this.#codes.get(code)
    this.#codes.delete(code)
    if (!known) return send(response, 400, { error: 'invalid_grant' })
    const now = Math.floor(Date.now() / 1000)
    const honest: Json = {
      iss: known.issuer,
      aud: known.client,
      sub: 'subject-1',
      nonce: known.nonce,
      iat: now,
      exp: now + 300,
      auth_time: now,
      name: 'Anna Nowak',
      sid: 'session-1',
    }
    const claims = this.lie.claims?.(honest) ?? honest
    const idToken = await (this.lie.sign ?? signHonestly)(claims, this.keys)
    return send(response, 200, { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: idToken })
  }
}

export const signHonestly = (claims: Json, { kid, private: key }: IssuerKeys): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)

export async function newKeys(): Promise<IssuerKeys> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return { kid: randomBytes(4).toString('hex'), private: privateKey, public: await exportJWK(publicKey) }
}

const metadata = (issuer: string): Json => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
})

function send(response: ServerResponse, status: number, body: Json): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
