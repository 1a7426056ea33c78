import { constants, X509Certificate } from 'node:crypto'
import { createSecureContext, type SecureContext } from 'node:tls'
import { authoritiesWith } from '@wachta/egress'

/** Whom to trust, those given beside the usual ones. */
export class Trust {
  readonly context: SecureContext
  readonly #authorities: readonly string[]
  #known: ReadonlySet<string> | undefined

  constructor(given: readonly string[]) {
    this.#authorities = authoritiesWith(given)
    this.context = createSecureContext({
      ecdhCurve: groups,
      // No check comes back to a session, so none is asked for.
      secureOptions: constants.SSL_OP_NO_TICKET,
      ca: [...this.#authorities],
    })
  }

  /** Whether it is one of the authorities itself. */
  has({ fingerprint256 }: X509Certificate): boolean {
    this.#known ??= new Set(this.#authorities.map((pem) => new X509Certificate(pem).fingerprint256))
    return this.#known.has(fingerprint256)
  }
}

/**
 * What keys are agreed with. The hybrids with ML-KEM, which OpenSSL would offer first, guard secrets for decades; a check
 * has none that last, and would spend more on them than on all the rest of the handshake.
 */
const groups = 'X25519:P-256:P-384:P-521:X448'

let usual: Trust | undefined
const withOwn = new WeakMap<readonly string[], Trust>()

/** Made once: to read all authorities again for each check would cost more than the check. */
export function trustIn(authorities: readonly string[] | undefined): Trust {
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
