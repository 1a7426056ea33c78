import type { IncomingMessage } from 'node:http'
import { applicationScopes } from '@wachta/domain'
import { reject } from '@wachta/resource'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type Provider from 'oidc-provider'
import { normalizeAddress } from '../authentication/allow-list.ts'
import { hashToken } from '../authentication/tokens.ts'
import { getAcceptedLanguage } from '../http/language.ts'
import { sendPage } from '../http/page.ts'
import type { RequestLimit } from '../http/request-limit.ts'
import { renderExpiredRequestPage } from './error-page.ts'
import { createOAuthProvider, getIssuer, oauthRoutes, type ProviderParts, readResumeCookie } from './provider.ts'
import { type KeyStorage, loadSigningKeys } from './signing-keys.ts'

/** How often the keys are read again; a new one is announced long before it signs. */
const keyReloadIntervalMs = 60_000

export interface OAuthParts extends ProviderParts, KeyStorage {
  readonly limit: Pick<RequestLimit, 'address'>
}

type Handler = (request: IncomingMessage, response: FastifyReply['raw']) => Promise<unknown>

interface ServedProvider {
  readonly provider: Provider
  readonly handle: Handler
}

/** The endpoints that the provider handles on its own. */
const endpoints = [
  ['POST', oauthRoutes.device_authorization],
  ['POST', oauthRoutes.introspection],
  ['POST', oauthRoutes.revocation],
  ['POST', oauthRoutes.token],
  ['GET', oauthRoutes.userinfo],
  ['POST', oauthRoutes.userinfo],
  ['GET', oauthRoutes.jwks],
] as const

/**
 * Serves the endpoints of OAuth 2 below `/oauth`, and their metadata where RFC 8414 puts it. The provider reads bodies
 * itself, so Fastify must not. The provider compares paths loosely and has pages of its own, so it gets only requests
 * that match one of these routes exactly.
 */
export function serveOAuth(app: FastifyInstance, parts: OAuthParts): void {
  const getProvider = createProviderLoader(parts)
  const respond = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const address = normalizeAddress(request.ip)
    const { handle } = await getProvider()
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    await handle(withPublicAddress(request.raw, { path, address, publicUrl: parts.publicUrl }), reply.raw)
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', (request) => parts.limit.address(normalizeAddress(request.ip)))
    scope.get(`/oauth${oauthRoutes.code_verification}`, async (request, reply) => {
      const { user_code } = request.query as { user_code?: unknown }
      const code = typeof user_code === 'string' ? `?user_code=${encodeURIComponent(user_code)}` : ''
      return reply.redirect(`/device${code}`, 303)
    })
    scope.get(`/oauth${oauthRoutes.authorization}/:uid`, async (request, reply) => {
      const { uid } = request.params as { uid: string }
      const { provider } = await getProvider()
      const isSameBrowser = readResumeCookie(provider, request.raw, reply.raw) === uid
      if (!isSameBrowser || !(await hasTicket(parts, uid, request.query as { ticket?: unknown })))
        return sendPage(
          reply,
          404,
          renderExpiredRequestPage(getAcceptedLanguage(request.headers['accept-language']) ?? 'en'),
        )
      return respond(request, reply, `${oauthRoutes.authorization}/${encodeURIComponent(uid)}`)
    })
    scope.get(`/oauth${oauthRoutes.authorization}`, (request, reply) =>
      respond(request, reply, `${oauthRoutes.authorization}?${completeQuery(request.url)}`),
    )
    for (const [method, path] of endpoints)
      scope.route({ method, url: `/oauth${path}`, handler: (request, reply) => respond(request, reply, path) })
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      for (const url of [`/oauth/.well-known/${name}`, `/.well-known/${name}/oauth`])
        scope.get(url, (request, reply) => respond(request, reply, `/.well-known/${name}`))
    // Otherwise a program that misspells an endpoint would get the web app.
    scope.get('/oauth/*', (_request, reply) => reply.callNotFound())
    scope.get('/.well-known/oauth-protected-resource/v3', async () => ({
      resource: `${parts.publicUrl}/v3`,
      authorization_servers: [getIssuer(parts.publicUrl)],
      scopes_supported: applicationScopes,
      bearer_methods_supported: ['header'],
    }))
  })
}

/** Returns a function that returns the provider, with keys that are at most a minute old. */
function createProviderLoader(parts: OAuthParts): () => Promise<ServedProvider> {
  let current: (ServedProvider & { readonly ids: string }) | undefined
  let loading: Promise<ServedProvider> | undefined
  let loadedAt = 0
  const load = async () => {
    const keys = await loadSigningKeys(parts, parts.now())
    const ids = keys.map(({ id }) => id).join()
    if (current?.ids !== ids) {
      const provider = createOAuthProvider(parts, keys)
      current = { ids, provider, handle: provider.callback() }
    }
    loadedAt = Date.now()
    return current
  }
  return async () => {
    if (current && Date.now() - loadedAt < keyReloadIntervalMs) return current
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }
}

/**
 * The person decides in a signed-in browser, and the browser that sent the request continues. Both must be the same:
 * otherwise, an attacker could send someone a link to the attacker's own request and get the access. The cookie proves
 * that this browser sent the request, the ticket that it made the decision.
 */
async function hasTicket({ database }: OAuthParts, uid: string, { ticket }: { ticket?: unknown }): Promise<boolean> {
  const hash = hashToken(typeof ticket === 'string' ? ticket : '')
  const [found] = await database.query(sql`select from oauth_record
where model = 'Interaction' and id_hash = ${hashToken(uid)} and ticket_hash = ${hash}`)
  return found !== undefined
}

/**
 * The person is always asked for consent, so a client need not request it (`prompt=consent`) to get a refresh token.
 * Codes are returned in the query only: other modes would need a page with a script.
 */
function completeQuery(url: string): string {
  const query = new URL(url, 'http://localhost').searchParams
  if (!['query', undefined].includes(query.get('response_mode') ?? undefined)) reject('response_mode_unsupported')
  if (query.get('scope')?.split(' ').includes('offline_access') && !query.has('prompt')) query.set('prompt', 'consent')
  return query.toString()
}

/** Gives the provider the public address of the installation and of the client, regardless of the request. */
function withPublicAddress(
  raw: IncomingMessage & { originalUrl?: string },
  { path, address, publicUrl }: { readonly path: string; readonly address: string; readonly publicUrl: string },
): IncomingMessage {
  const { host, protocol } = new URL(publicUrl)
  raw.originalUrl = `/oauth${path}`
  raw.url = path
  delete raw.headers['x-forwarded-host']
  raw.headers.host = host
  raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  raw.headers['x-forwarded-for'] = address
  return raw
}
