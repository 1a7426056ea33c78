import { hash } from 'node:crypto'
import { createGuard } from '@wachta/egress'
import type { Vault } from '@wachta/runtime/vault'
import { createRemoteJWKSet, customFetch as joseFetch } from 'jose'
import * as client from 'openid-client'
import { createIssuerFetch } from './issuer-fetch.ts'

/** How long the metadata of an issuer is cached: long enough for a sign-in, short enough for a changed endpoint. */
const cacheMs = 300_000
const maxCachedIssuers = 1_000
const toleranceSeconds = 30
/** The least time between two requests for the keys of an issuer. */
const keysCooldownMs = 30_000

/** Asymmetric algorithms only: neither our client secret nor the public key of the issuer can make their signatures. */
export const idTokenAlgorithms = [
  'RS256',
  'PS256',
  'ES256',
  'ES384',
  'RS384',
  'RS512',
  'PS384',
  'PS512',
  'EdDSA',
  'Ed25519',
]

/** A client of ours at an issuer. */
export interface IssuerClient {
  readonly issuer: string
  readonly clientId: string
  /** Sealed; null for a public client. */
  readonly clientSecret: string | null
  /** The slug of the connection that the client belongs to. */
  readonly clientSlug: string
}

export const getSecretContext = (slug: string): readonly string[] => ['sso_connection', slug, 'client_secret']

export interface OpenIssuer {
  readonly configuration: client.Configuration
  /** The keys of the issuer, for logout tokens. */
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

/** Knows the issuers of single sign-on: their metadata and keys, and how our clients authenticate. */
export interface Issuers {
  /** Returns the issuer of a client, from the cache or by discovery. */
  open(issuerClient: IssuerClient): Promise<OpenIssuer>
  /** Reads the metadata of the issuer again, without the cache. */
  discover(issuerClient: IssuerClient): Promise<OpenIssuer>
}

interface IssuerParts {
  readonly settings: { readonly egressAllow?: readonly string[] }
  readonly vault: Vault
}

/** Reads nothing from the parts before the first request to an issuer. */
export function createIssuers(parts: IssuerParts): Issuers {
  const cache = new Map<string, { readonly until: number; readonly issuer: Promise<OpenIssuer> }>()

  async function discover(issuerClient: IssuerClient): Promise<OpenIssuer> {
    const fetch = createIssuerFetch(createGuard({ allow: parts.settings.egressAllow ?? [] }))
    const { clientSecret, clientSlug, clientId, issuer } = issuerClient
    const secret = clientSecret === null ? undefined : parts.vault.open(clientSecret, getSecretContext(clientSlug))
    const configuration = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: toleranceSeconds },
      secret === undefined ? client.None() : authenticateWith(secret),
      {
        [client.customFetch]: fetch as client.CustomFetch,
        timeout: 10,
        // Our fetch decides which unencrypted requests are allowed.
        execute: [client.enableNonRepudiationChecks, client.allowInsecureRequests],
      },
    )
    const { jwks_uri } = configuration.serverMetadata()
    if (jwks_uri === undefined) throw new Error('the issuer publishes no keys')
    const keys = createRemoteJWKSet(new URL(jwks_uri), {
      [joseFetch]: fetch as typeof globalThis.fetch,
      cooldownDuration: keysCooldownMs,
      cacheMaxAge: cacheMs,
    })
    return { configuration, keys }
  }

  return {
    discover,
    open(issuerClient) {
      const { issuer, clientId, clientSecret, clientSlug } = issuerClient
      const key = hash('sha256', JSON.stringify([issuer, clientId, clientSecret, clientSlug]))
      const cached = cache.get(key)
      if (cached && cached.until > Date.now()) return cached.issuer
      if (cache.size >= maxCachedIssuers) cache.clear()
      const pending = discover(issuerClient)
      cache.set(key, { until: Date.now() + cacheMs, issuer: pending })
      // A failure is not kept: the administrator corrects it and tries again.
      pending.catch(() => cache.delete(key))
      return pending
    },
  }
}

/** Sends the client secret in a way that the issuer supports; an issuer that declares nothing supports Basic. */
const authenticateWith =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = supported.includes('client_secret_basic')
      ? client.ClientSecretBasic(secret)
      : client.ClientSecretPost(secret)
    authenticate(server, ...rest)
  }
