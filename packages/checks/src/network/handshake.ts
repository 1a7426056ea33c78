import { isIP } from 'node:net'
import { type ConnectionOptions, connect, type SecureContext, type TLSSocket } from 'node:tls'
import { CheckFailure } from '../failure.ts'
import type { TlsOptions } from './network.ts'

/** An open connection, or the host and port to connect to. */
export type ConnectionTarget =
  | Required<Pick<ConnectionOptions, 'socket'>>
  | Required<Pick<ConnectionOptions, 'host' | 'port'>>

/**
 * Starts TLS over an open connection or a new one. Node verifies the chain but does not reject it: `judgeCertificate`
 * does, while the certificate can still be read as evidence.
 */
export function startTls(
  target: ConnectionTarget,
  { servername, alpn }: TlsOptions,
  context: SecureContext,
): TLSSocket {
  const secured = connect({
    ...target,
    secureContext: context,
    rejectUnauthorized: false,
    checkServerIdentity: skipIdentityCheck,
    // Without the trailing dot, which is not allowed in SNI (RFC 6066, 3).
    ...(isIP(servername) === 0 && { servername: servername.replace(/\.$/, '') }),
    ...(alpn !== undefined && { ALPNProtocols: [...alpn] }),
  })
  // Node would decode the whole chain into objects for `checkServerIdentity`: 40 % of the processor's time of a check.
  secured.getPeerCertificate = returnNoCertificate
  return secured
}

export function waitForHandshake(secured: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new CheckFailure('tls_connection_closed', 'the server ended the handshake'))
    secured.on('error', reject)
    secured.on('close', onClose)
    secured.on('secureConnect', () => {
      secured.off('error', reject)
      secured.off('close', onClose)
      // The next read reports a later error; without a listener it would end the process.
      secured.on('error', ignoreError)
      resolve()
    })
  })
}

const skipIdentityCheck = () => undefined

const ignoreError = () => undefined

function returnNoCertificate(): never {
  return undefined as never
}
