import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { startListening } from '@wachta/testing/listening'
import { exportJWK, generateKeyPair } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

/** The user of the browser. */
export interface IssuerUser {
  readonly sub: string
  readonly email: string
  readonly groups: readonly string[]
  readonly amr?: readonly string[]
}

export interface HonestIssuer extends AsyncDisposable {
  readonly url: string
  user: IssuerUser
  /** Registers our client, whose addresses are known only after the connection is created. */
  register(client: { readonly redirectUri: string; readonly logoutUri: string }): Promise<void>
}

/** A third-party issuer: a complete OpenID provider, which signs in the user of the browser. */
export async function startHonestIssuer(): Promise<HonestIssuer> {
  let provider: Provider | undefined
  const server = createServer((request, response) => void answer(request, response))
  const { port, close } = await startListening(server)
  const issuer: HonestIssuer = {
    url: `http://127.0.0.1:${port}`,
    user: { sub: 'u1', email: 'u1@example.com', groups: [] },
    async register({ redirectUri, logoutUri }) {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true })
      const jwks = { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'k1' }] }
      const client = {
        client_id: 'wachta',
        client_secret: 'a secret of the client',
        grant_types: ['authorization_code'],
        redirect_uris: [redirectUri],
        response_types: ['code' as const],
        backchannel_logout_uri: logoutUri,
        backchannel_logout_session_required: true,
      }
      provider = new Provider(issuer.url, { ...configurationOf(issuer), jwks, clients: [client] })
    },
    [Symbol.asyncDispose]: close,
  }
  return issuer

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!provider) return void response.writeHead(404).end()
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, response)
    const { sub, amr } = issuer.user
    const login = { accountId: sub, remember: true, ...(amr && { amr: [...amr] }) }
    await provider.interactionFinished(request, response, { login })
  }
}

const configurationOf = (issuer: HonestIssuer): Configuration => ({
  cookies: { keys: ['a key of the cookies'] },
  claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], groups: ['groups'], profile: ['name'] },
  scopes: ['openid', 'email', 'profile', 'groups'],
  conformIdTokenClaims: false,
  pkce: { required: () => true },
  // The provider's own `fetch` would reject our loopback address.
  fetch: (url, options) => {
    const { dispatcher: _, ...rest } = { ...options } as Record<string, unknown>
    return globalThis.fetch(url, rest)
  },
  findAccount: async (_context, sub) => ({
    accountId: sub,
    claims: async () => ({
      sub,
      email: issuer.user.email,
      email_verified: true,
      name: 'Somebody',
      groups: [...issuer.user.groups],
    }),
  }),
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  async loadExistingGrant({ oidc }) {
    const { client, session, provider } = oidc
    const grant = new provider.Grant({ clientId: String(client?.clientId), accountId: String(session?.accountId) })
    grant.addOIDCScope('openid email profile groups')
    await grant.save()
    return grant
  },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: async (context, form) => {
        context.body = form
      },
    },
  },
})

/** A browser with as much cookie support as an issuer needs. */
export class IssuerBrowser {
  readonly #cookies = new Map<string, { path: string; pair: string }>()

  async go(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ pair }) => pair)
      .join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split('; ')
      const path = rest.find((part) => /^path=/i.test(part))?.slice(5) ?? '/'
      const name = `${path} ${pair.split('=', 1)[0]}`
      if (pair.endsWith('=')) this.#cookies.delete(name)
      else this.#cookies.set(name, { path, pair })
    }
    return answer
  }

  /** Follows redirects until the browser leaves the issuer. */
  async follow(url: URL): Promise<URL> {
    let at = url
    for (let steps = 0; steps < 10 && at.origin === url.origin; steps += 1) {
      const answer = await this.go(at)
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`${answer.status} ${await answer.text()}`)
      at = new URL(location, at)
    }
    return at
  }
}
