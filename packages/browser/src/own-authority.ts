import { createHash, X509Certificate } from 'node:crypto'
import { rootCertificates, type TLSSocket } from 'node:tls'
import { readShownChain } from '@wachta/checks'

/**
 * Returns the key (SHA-256, base64) of a server whose certificate was verified with an authority that only this sensor
 * knows; none if the authority is public, because the browser knows it already. The browser trusts a connection if the
 * server sends any certificate with a given key, and checks no signatures. So the key must be the server's own, whose
 * possession the handshake proves: any server could also send the certificate of an authority.
 */
export function listKeysToTrust(verified: TLSSocket): readonly string[] {
  const chain = readShownChain(verified)
  const [serverCertificate] = chain
  return serverCertificate === undefined || chain.some(isPublicAuthority) ? [] : [hashKey(serverCertificate)]
}

let publicAuthorities: ReadonlyMap<string, X509Certificate> | undefined

/**
 * Compares keys instead of certificates: authorities sign each other, and a server may send any of those certificates.
 */
function isPublicAuthority(certificate: X509Certificate): boolean {
  publicAuthorities ??= new Map(
    rootCertificates.map((pem) => new X509Certificate(pem)).map((authority) => [authority.subject, authority]),
  )
  return publicAuthorities.get(certificate.subject)?.publicKey.equals(certificate.publicKey) ?? false
}

const hashKey = ({ publicKey }: X509Certificate): string =>
  createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
