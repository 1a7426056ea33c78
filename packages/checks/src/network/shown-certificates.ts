import { X509Certificate } from 'node:crypto'
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls'
import type { Trust } from './trust.ts'

const longestChain = 10

/** The server's own; undefined where it showed none. */
export function shownCertificate(secured: TLSSocket): X509Certificate | undefined {
  const { raw } = shownBy(secured, 'alone')
  return raw && new X509Certificate(raw)
}

/**
 * What the server showed, its own first and then each by whom the one before is issued. Node goes on with authorities out
 * of our own trust; these say nothing of the server.
 */
export function shownChain(secured: TLSSocket, trust: Trust): readonly X509Certificate[] {
  const chain: X509Certificate[] = []
  let shown: Shown | undefined = shownBy(secured, 'with issuers')
  while (shown?.raw && chain.length < longestChain) {
    const certificate = new X509Certificate(shown.raw)
    if (chain.length > 0 && trust.has(certificate)) break
    chain.push(certificate)
    // One that signs itself is its own issuer.
    shown = shown.issuerCertificate === shown ? undefined : shown.issuerCertificate
  }
  return chain
}

type Shown = Partial<Pick<DetailedPeerCertificate, 'raw' | 'issuerCertificate'>>

/**
 * By their bytes: `getPeerX509Certificate` would be quicker, but never gives back the memory of what a server shows beside
 * its own certificate, some 5 kB a check. The method of the connection itself was taken away (see `secureConnection`).
 */
const shownBy = (secured: TLSSocket, how: 'alone' | 'with issuers'): Shown =>
  TLSSocket.prototype.getPeerCertificate.call(secured, how === 'with issuers') ?? {}
