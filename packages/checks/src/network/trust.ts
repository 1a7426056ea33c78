import { constants } from 'node:crypto'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

let usual: SecureContext | undefined
const withOwn = new WeakMap<readonly string[], SecureContext>()

/**
 * Whom to trust, made once: to read all authorities again for each check would cost more than the check. Those of Node and
 * those of the system, and beside them those given.
 */
export function secureContext(authorities: readonly string[] | undefined): SecureContext {
  if (authorities === undefined) {
    usual ??= contextOf([])
    return usual
  }
  const known = withOwn.get(authorities)
  if (known !== undefined) return known
  const context = contextOf(authorities)
  withOwn.set(authorities, context)
  return context
}

/**
 * What keys are agreed with. The hybrids with ML-KEM, which OpenSSL would offer first, guard secrets for decades; a check
 * has none that last, and would spend more on them than on all the rest of the handshake.
 */
const groups = 'X25519:P-256:P-384:P-521:X448'

const contextOf = (authorities: readonly string[]): SecureContext =>
  createSecureContext({
    ecdhCurve: groups,
    // No check comes back to a session, so none is asked for.
    secureOptions: constants.SSL_OP_NO_TICKET,
    ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...authorities])],
  })
