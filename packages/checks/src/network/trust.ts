import { constants, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { listTrustedAuthorities } from '@wachta/egress'

/** The trusted authorities: the default ones and the given ones. */
export class Trust {
  readonly context: SecureContext
  readonly #authorities: readonly string[]
  #known: ReadonlySet<string> | undefined

  constructor(additionalAuthorities: readonly string[]) {
    this.#authorities = listTrustedAuthorities(additionalAuthorities)
    this.context = createSecureContext({
      ecdhCurve: keyExchangeGroups,
      // Checks never resume a session, so no ticket is requested.
      secureOptions: constants.SSL_OP_NO_TICKET,
      ca: [...this.#authorities],
    })
  }

  /** Whether the certificate is one of the authorities. */
  has({ fingerprint256 }: X509Certificate): boolean {
    this.#known ??= new Set(this.#authorities.map((pem) => new X509Certificate(pem).fingerprint256))
    return this.#known.has(fingerprint256)
  }
}

/**
 * The groups for key exchange. OpenSSL would prefer hybrids with ML-KEM, which protect secrets for decades; a check has
 * no such secrets, and they cost more than the rest of the handshake.
 */
const keyExchangeGroups = 'X25519:P-256:P-384:P-521:X448'

let defaultTrust: Trust | undefined
const trustByAuthorities = new WeakMap<readonly string[], Trust>()

/** Creates each trust store only once, because reading all authorities takes longer than a check. */
export function getTrust(authorities: readonly string[] | undefined): Trust {
  if (authorities === undefined) {
    defaultTrust ??= new Trust([])
    return defaultTrust
  }
  const cached = trustByAuthorities.get(authorities)
  if (cached !== undefined) return cached
  const trust = new Trust(authorities)
  trustByAuthorities.set(authorities, trust)
  return trust
}
