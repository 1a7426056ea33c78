import { createHash, X509Certificate } from 'node:crypto'
import { rootCertificates, type TLSSocket } from 'node:tls'
import { readShownChain } from '@wachta/checks'

/**
 * The key of a server whose certificate was verified with an authority that only this sensor knows (SHA-256, base64);
 * none if the authority is a public one, which the browser knows itself. The browser trusts a connection if one of the
 * keys it is given is in what the server sends, and looks at no signature. So it must be the server's own key, whose
 * possession the handshake proves: any server can send along the certificate of an authority.
 */
export function listKeysToTrust(verified: TLSSocket): readonly string[] {
  const chain = readShownChain(verified)
  const [own] = chain
  return own === undefined || chain.some(isPublicAuthority) ? [] : [hashKey(own)]
}

let publicAuthorities: ReadonlyMap<string, X509Certificate> | undefined

/** Compares keys, because authorities sign each other, and a server may send any of these certificates. */
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
