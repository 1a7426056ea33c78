import { accessScopes } from './access-scope.ts'

/** The prefixes of the secrets that applications hold: access tokens, refresh tokens and client secrets. */
export const accessTokenPrefix = 'wao_'
export const refreshTokenPrefix = 'war_'
export const clientSecretPrefix = 'wac_'

/**
 * The scopes that concern the person rather than the data: their identity, and access that lasts (`offline_access`).
 */
export const identityScopes = ['openid', 'profile', 'email', 'offline_access'] as const
export const applicationScopes: readonly string[] = [...accessScopes, ...identityScopes]

/** Returns the scopes that an application has on its own: without those of the account, which belong to a person. */
export const dropAccountScopes = (scopes: readonly string[]): string[] =>
  scopes.filter((scope) => !scope.startsWith('account:'))

/** The application that the `wachta` command signs in with; it comes with every installation. */
export const commandClientId = 'wachta-command'

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code'
export const applicationGrantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  deviceGrantType,
] as const

const minuteSeconds = 60
const daySeconds = 86_400

/** How long each part of the protocol lives, in seconds. */
export const oauthLifetimeSeconds = {
  authorizationRequest: 15 * minuteSeconds,
  authorizationCode: minuteSeconds,
  deviceCode: 10 * minuteSeconds,
  accessToken: 15 * minuteSeconds,
  idToken: 60 * minuteSeconds,
  /** A refresh token that is not used ends after this time; each use gives a new one. */
  refreshTokenIdle: 14 * daySeconds,
  /** The access as a whole, however often it is refreshed. */
  grant: 90 * daySeconds,
} as const

/** Returns when access ends. Without `offline_access` it lasts as long as one token, fetched as late as possible. */
export function getGrantEnd(scopes: readonly string[], now: Date): Date {
  const { grant, deviceCode, accessToken } = oauthLifetimeSeconds
  const seconds = scopes.includes('offline_access') ? grant : deviceCode + accessToken
  return new Date(now.getTime() + seconds * 1000)
}

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Returns whether a redirect URI leads to the machine of the user; its port may then vary (RFC 8252, 7.3). */
export const isLoopbackUri = (uri: string): boolean => {
  const url = URL.parse(uri)
  return url?.protocol === 'http:' && loopbackHosts.has(url.hostname)
}

/**
 * Returns whether an application may be sent to the URI with a code: by https, or to the user's own machine. Schemes of
 * apps are rejected, because any app can claim one.
 */
export function isRedirectUri(uri: string): boolean {
  const url = URL.parse(uri)
  if (url?.username !== '' || url.password !== '' || uri.includes('#') || /[\s\\*]/.test(uri)) return false
  return (url.protocol === 'https:' && uri.startsWith('https://')) || (isLoopbackUri(uri) && uri.startsWith('http://'))
}

/** The registered data of an application. */
export interface ApplicationTerms {
  readonly kind: 'confidential' | 'public'
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly string[]
  readonly scopes: readonly string[]
  /** Whether an account registered it: `client_credentials` acts as that account. */
  readonly hasOwner: boolean
}

export type ApplicationProblem =
  | 'redirect_uri_rejected'
  | 'redirect_uris_missing'
  | 'secret_needed'
  | 'owner_needed'
  | 'grant_type_alone'
  | 'scope_needs_person'

/** Returns the problems that prevent the registration of an application. */
export function findApplicationProblems(terms: ApplicationTerms): ApplicationProblem[] {
  const { kind, redirectUris, grantTypes, scopes, hasOwner } = terms
  const hasGrantType = (type: string) => grantTypes.includes(type)
  const problems: [isProblem: boolean, problem: ApplicationProblem][] = [
    [!redirectUris.every(isRedirectUri), 'redirect_uri_rejected'],
    [hasGrantType('authorization_code') && redirectUris.length === 0, 'redirect_uris_missing'],
    // Anyone who has the id of a public application could act as its owner.
    [hasGrantType('client_credentials') && kind === 'public', 'secret_needed'],
    [hasGrantType('client_credentials') && !hasOwner, 'owner_needed'],
    [
      hasGrantType('refresh_token') && !hasGrantType('authorization_code') && !hasGrantType(deviceGrantType),
      'grant_type_alone',
    ],
    [
      hasGrantType('client_credentials') && scopes.length > 0 && dropAccountScopes(scopes).length === 0,
      'scope_needs_person',
    ],
  ]
  return problems.filter(([isProblem]) => isProblem).map(([, problem]) => problem)
}
