import { constants, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { addAuthorities } from '@wachta/egress'

/** The trusted authorities: the default ones and the given ones. */
export class Trust {
  readonly context: SecureContext
  readonly #authorities: readonly string[]
  #known: ReadonlySet<string> | undefined

  constructor(given: readonly string[]) {
    this.#authorities = addAuthorities(given)
    this.context = createSecureContext({
      ecdhCurve: groups,
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
const groups = 'X25519:P-256:P-384:P-521:X448'

let usual: Trust | undefined
const withOwn = new WeakMap<readonly string[], Trust>()

/** Made once: to read all authorities again for each check would cost more than the check. */
export function createTrust(authorities: readonly string[] | undefined): Trust {
  if (authorities === undefined) {
    usual ??= new Trust([])
    return usual
  }
  const known = withOwn.get(authorities)
  if (known !== undefined) return known
  const trust = new Trust(authorities)
  withOwn.set(authorities, trust)
  return trust
}
