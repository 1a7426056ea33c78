import { X509Certificate } from 'node:crypto'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { Trust } from './trust.ts'

const maxChainLength = 10

/** Returns the certificate of the server; undefined if it sent none. */
export function readShownCertificate(secured: TLSSocket): X509Certificate | undefined {
  const { raw } = readCertificates(secured, 'alone')
  return raw && new X509Certificate(raw)
}

/**
 * Returns the certificates that the server sent: its own first, each followed by its issuer. Node adds authorities from
 * our trust store, which the server did not send; if `trust` is given, they are left out.
 */
export function readShownChain(secured: TLSSocket, trust?: Trust): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  let peerCertificate: PeerCertificate | undefined = readCertificates(secured, 'with issuers')
  while (peerCertificate?.raw && chain.length < maxChainLength) {
    const certificate = new X509Certificate(peerCertificate.raw)
    if (chain.length > 0 && trust?.has(certificate)) break
    chain.push(certificate)
    // A self-signed certificate is its own issuer.
    peerCertificate =
      peerCertificate.issuerCertificate === peerCertificate ? undefined : peerCertificate.issuerCertificate
  }
  return chain
}

type PeerCertificate = Partial<Pick<DetailedPeerCertificate, 'raw' | 'issuerCertificate'>>

/**
 * Reads the raw bytes: `getPeerX509Certificate` would be faster, but leaks the memory of intermediates, about 5 kB per
 * check. The method of the connection itself returns nothing (see `startTls`).
 */
const readCertificates = (secured: TLSSocket, how: 'alone' | 'with issuers'): PeerCertificate =>
  TLSSocket.prototype.getPeerCertificate.call(secured, how === 'with issuers') ?? {}
