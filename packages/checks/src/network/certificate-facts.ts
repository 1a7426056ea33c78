import { hash, type X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { readSessionCertificate } from './session-certificate.ts'
import { readShownCertificate } from './shown-certificates.ts'

/** The facts of a certificate, for a name. Trust is not one of them: OpenSSL verifies the chain every time. */
export interface CertificateFacts {
  /** In epoch milliseconds. */
  readonly validTo: number
  readonly isForName: boolean
}

/** The facts about certificates that were seen before. */
export interface CertificateCache {
  readonly size: number
  /** Returns the facts about the certificate of a finished handshake; undefined if the server sent none. */
  read(secured: TLSSocket, servername: string): CertificateFacts | undefined
}

/**
 * Creates a cache of certificates, so that one that was seen before is recognized by its bytes instead of being decoded
 * again. Servers may change their certificate as often as they like: the oldest entries are removed.
 */
export function createCertificateCache(maxEntries: number): CertificateCache {
  const entries = new Map<string, CertificateFacts>()
  const addEntry = (key: string, facts: CertificateFacts): void => {
    entries.set(key, facts)
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break
      entries.delete(oldest)
    }
  }
  return {
    get size() {
      return entries.size
    },
    read(secured, servername) {
      const der = readSessionCertificate(secured)
      const key = der && `${hash('sha256', der, 'base64')} ${servername}`
      const cached = key && entries.get(key)
      if (cached) return cached
      const certificate = readShownCertificate(secured)
      if (certificate === undefined) return undefined
      const facts = { validTo: certificate.validToDate.getTime(), isForName: isForName(certificate, servername) }
      // The facts are cached only if the bytes found in the session are those of the decoded certificate.
      if (key && certificate.raw.equals(der)) addEntry(key, facts)
      return facts
    },
  }
}

/** Match names as browsers do: no common name, and a wildcard only for a whole label. */
const matchOptions = { subject: 'never', partialWildcards: false } as const

function isForName(certificate: X509Certificate, servername: string): boolean {
  const name = removeTrailingDot(servername)
  return (isIP(name) === 0 ? certificate.checkHost(name, matchOptions) : certificate.checkIP(name)) !== undefined
}

export const removeTrailingDot = (servername: string): string => servername.replace(/\.$/, '')
