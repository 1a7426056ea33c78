import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '@wachta/database'
import {
  accessTokenPrefix,
  applicationScopes,
  createPrefixedToken,
  dropAccountScopes,
  oauthLifetimeSeconds,
  refreshTokenPrefix,
  type TokenPrefix,
  toCellMark,
} from '@wachta/domain'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import Provider, { type Configuration, type FindAccount, type KoaContextWithOIDC } from 'oidc-provider'
import { findIdentity, requireAdmission } from '../authentication/identity.ts'
import type { SecurityLog } from '../authentication/security-log.ts'
import { hashToken } from '../authentication/tokens.ts'
import { omitData } from '../errors/database.ts'
import { createOAuthAdapter } from './adapter.ts'
import { renderOAuthError } from './error-page.ts'
import { logIssuedTokens } from './issued-tokens.ts'
import type { SigningKey } from './signing-keys.ts'

export interface ProviderParts {
  readonly database: Database
  readonly publicUrl: string
  /** Secrets that cookies are signed with, the current one first. */
  readonly cookieSecrets: readonly string[]
  readonly log: Log
  readonly security: Pick<SecurityLog, 'note'>
  /** The number of this cell, which tokens carry. */
  readonly cellNumber: number
  readonly now: () => Date
  /** Called when access has ended, so that this process notices it at once. */
  readonly onRevoked: () => void
}

/** The paths below the issuer. */
export const oauthRoutes = {
  authorization: '/authorize',
  code_verification: '/device',
  device_authorization: '/device_authorization',
  introspection: '/introspect',
  jwks: '/jwks',
  revocation: '/revoke',
  token: '/token',
  userinfo: '/userinfo',
} as const

export const getIssuer = (publicUrl: string): string => `${publicUrl}/oauth`

/** Creates the OAuth 2.1 and OpenID Connect provider. People decide in the web app, through operations of the API. */
export function createOAuthProvider(parts: ProviderParts, keys: readonly SigningKey[]): Provider {
  const provider = new Provider(getIssuer(parts.publicUrl), configure(parts, keys))
  // The server in front sets the forwarded headers itself: see serve-oauth.ts.
  provider.proxy = true
  const { cellNumber } = parts
  Object.assign(provider.AccessToken.prototype, {
    generateTokenId: createTokenGenerator(accessTokenPrefix, cellNumber),
  })
  Object.assign(provider.ClientCredentials.prototype, { generateTokenId: createOwnTokenGenerator(cellNumber) })
  Object.assign(provider.RefreshToken.prototype, {
    generateTokenId: createTokenGenerator(refreshTokenPrefix, cellNumber),
  })
  for (const { prototype } of [provider.AuthorizationCode, provider.DeviceCode])
    Object.assign(prototype, { generateTokenId: () => createCode(cellNumber) })
  Object.assign(provider.Client.prototype, { compareClientSecret })
  const onError = (err: unknown) => parts.log.error({ err: omitData(err) }, 'the OAuth provider failed')
  provider.on('server_error', (_context, err) => onError(err))
  provider.onerror = onError
  provider.on('grant.revoked', parts.onRevoked)
  provider.use(async (context, next) => {
    await next()
    keepOnlyResumeCookie(context.response)
    const oidc: KoaContextWithOIDC['oidc'] | undefined = context['oidc']
    // The API itself answers no other sites, so their pages have no use for these endpoints either.
    if (oidc?.route !== 'discovery' && oidc?.route !== 'jwks') context.remove('access-control-allow-origin')
    if (oidc?.route === 'discovery') Object.assign(context.body as object, { response_modes_supported: ['query'] })
    // If logging fails, the answer is still sent: the old refresh token is used up, and a client without the new one
    // would use it again, which counts as theft.
    if (oidc?.route === 'token' && context.status === 200)
      await logIssuedTokens(parts.database, oidc.entities, context.ip).catch((err: unknown) =>
        parts.log.error({ err: omitData(err) }, 'issued tokens are missing in the log of sign-ins'),
      )
  })
  return provider
}

/** Returns a model's method that generates tokens: opaque ones, which can be revoked, with our prefix. */
const createTokenGenerator = (prefix: TokenPrefix, cellNumber: number) =>
  function (this: { format?: string }): string {
    this.format = 'opaque'
    return createPrefixedToken(prefix, randomBytes, cellNumber)
  }

/**
 * Like `createTokenGenerator`, for a token that an application gets for itself: account scopes are dropped, and the
 * response names the remaining scopes.
 */
const createOwnTokenGenerator = (cellNumber: number) =>
  function (this: { format?: string; scope?: string | undefined }): string {
    this.scope = dropAccountScopes(this.scope?.split(' ') ?? []).join(' ') || undefined
    return createTokenGenerator(accessTokenPrefix, cellNumber).call(this)
  }

/** Creates an authorization code or a device code. */
const createCode = (cellNumber: number): string => `${toCellMark(cellNumber)}${randomBytes(32).toString('base64url')}`

/** Only the hash of a secret is stored; the adapter gives it to the provider as if it were the secret. */
function compareClientSecret(this: { readonly clientSecret?: string }, given: string): boolean {
  const expected = Buffer.from(this.clientSecret ?? '', 'hex')
  const actual = hashToken(given)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/**
 * Removes the cookies of the provider, except the one that ties a request, until it is decided, to the browser that
 * sent it.
 */
function keepOnlyResumeCookie(response: CookieHeader): void {
  const cookies = [response.get('set-cookie') ?? []].flat().filter((cookie) => cookie.startsWith(resumeCookie))
  if (cookies.length > 0) response.set('set-cookie', cookies)
  else response.remove('set-cookie')
}

interface CookieHeader {
  get(name: string): string | string[] | undefined
  set(name: string, value: string[]): void
  remove(name: string): void
}

const resumeCookie = '_interaction_resume'

/** Returns the id of the request with which the browser may continue, if the cookie has our signature. */
export const readResumeCookie = (
  provider: Provider,
  ...http: Parameters<Provider['createContext']>
): string | undefined => provider.createContext(...http).cookies.get(resumeCookie, { signed: true })

function configure(parts: ProviderParts, keys: readonly SigningKey[]): Configuration {
  const { database, cookieSecrets, security, now } = parts
  const onReuse = (accountId: number) =>
    security.note({ type: 'token_reused', accountId, address: Provider.ctx?.ip ?? '', time: now() })
  return {
    adapter: createOAuthAdapter({ database, onReuse }),
    jwks: { keys: keys.map(({ id, jwk }) => ({ ...jwk, kid: id, alg: 'RS256', use: 'sig' }) as never) },
    cookies: { keys: [...cookieSecrets], short: { signed: true, sameSite: 'lax' }, names: { resume: resumeCookie } },
    scopes: [...applicationScopes],
    claims: {
      openid: ['sub', 'auth_time', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'locale'],
    },
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    allowOmittingSingleRegisteredRedirectUri: false,
    // With one resource server, a token for the API is also one for userinfo; clients find the claims in both places.
    conformIdTokenClaims: false,
    findAccount: createFindAccount(database),
    interactions: { url: (_context, { uid }) => `/authorize/${uid}` },
    routes: oauthRoutes,
    rotateRefreshToken: true,
    // Revoking any token of a grant ends the grant.
    revokeGrantPolicy: () => true,
    expiresWithSession: async () => false,
    clientBasedCORS: () => false,
    renderError: renderOAuthError,
    ttl: {
      AccessToken: oauthLifetimeSeconds.accessToken,
      AuthorizationCode: oauthLifetimeSeconds.authorizationCode,
      ClientCredentials: oauthLifetimeSeconds.accessToken,
      DeviceCode: oauthLifetimeSeconds.deviceCode,
      Grant: oauthLifetimeSeconds.grant,
      IdToken: oauthLifetimeSeconds.idToken,
      Interaction: oauthLifetimeSeconds.authorizationRequest,
      Session: oauthLifetimeSeconds.authorizationRequest,
      RefreshToken: ({ oidc }) =>
        Math.max(1, Math.min(oauthLifetimeSeconds.refreshTokenIdle, oidc.entities.Grant?.remainingTTL ?? 1)),
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      introspection: {
        enabled: true,
        allowedPolicy: async (_context, client, token) =>
          isOwnToken(client, token) && isGrantTypeAllowed(client, token) && (await isHolderActive(database, token)),
      },
      revocation: { enabled: true, allowedPolicy: async (_context, client, token) => isOwnToken(client, token) },
    },
  }
}

const isOwnToken = (client: { clientId: string }, token: { clientId?: string | undefined }) =>
  token.clientId === client.clientId

/** The adapter leaves `client_credentials` out if the application may no longer act on its own. */
const isGrantTypeAllowed = (client: { grantTypes?: readonly string[] | undefined }, { kind }: { kind: string }) =>
  kind !== 'ClientCredentials' || client.grantTypes?.includes('client_credentials') === true

/**
 * Whether the account that gave the access is active, and neither blocked nor closed. The IP address is checked only
 * when the access is used.
 */
async function isHolderActive(
  database: Database,
  { accountId }: { readonly kind: string; readonly accountId?: string | undefined },
): Promise<boolean> {
  if (accountId === undefined) return true
  const identity = await findIdentity(database, sql`a.id = ${Number(accountId)}`)
  return identity !== undefined && !identity.isBlocked && identity.isActivated
}

/** Finds the account behind a token, unless it is blocked, closed, or not allowed from the address of the request. */
const createFindAccount =
  (database: Database): FindAccount =>
  async ({ ip }, sub) => {
    const identity = await findIdentity(database, sql`a.id = ${Number(sub)}`)
    if (!identity || !isAdmitted(() => requireAdmission(identity, ip))) return undefined
    return {
      accountId: sub,
      claims: async () => ({
        sub,
        name: identity.username,
        preferred_username: identity.username,
        locale: identity.language,
        email: identity.emailAddress,
        // An account is activated, and a new address confirmed, by a link that is sent to the address.
        email_verified: identity.isActivated,
      }),
    }
  }

function isAdmitted(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
