import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { dayMs } from '@wachta/domain'
import { CheckFailure } from '../failure.ts'
import { findWeakness } from './certificate-strength.ts'
import type { TlsOptions } from './network.ts'
import { certificateKinds } from './network-failure.ts'
import { shownCertificate } from './shown-certificates.ts'

/** Match names as browsers do: no common name, and a wildcard only for a whole label. */
const names = { subject: 'never', partialWildcards: false } as const

export interface CertificateVerdict {
  readonly daysLeft: number | null
  readonly failure: CheckFailure | null
}

/** Whether the certificate of a finished handshake is one to trust, for the right name, and for long enough. */
export function judgeCertificate(secured: TLSSocket, security: TlsOptions, today: Date): CertificateVerdict {
  const certificate = shownCertificate(secured)
  if (certificate === undefined) {
    const failure = new CheckFailure('tls_certificate_invalid', 'the server showed no certificate')
    return { daysLeft: null, failure: security.verify ? failure : null }
  }
  const daysLeft = Math.floor((certificate.validToDate.getTime() - today.getTime()) / dayMs)
  const failure = security.verify ? (distrust(secured, certificate, today) ?? wrongName(certificate, security)) : null
  return { daysLeft, failure: failure ?? expiring(daysLeft, security) }
}

function distrust(secured: TLSSocket, certificate: X509Certificate, today: Date): CheckFailure | null {
  if (secured.authorized) return null
  const code = String(secured.authorizationError)
  // OpenSSL refuses weak certificates as well, but Node has no name for it.
  const weakness = code in certificateKinds ? undefined : findWeakness(certificate)
  if (weakness !== undefined)
    return new CheckFailure('tls_certificate_weak', `the certificate is too weak: ${weakness}`)
  return new CheckFailure(kindOf(code, certificate, today), `${sentences[code] ?? code}: ${subjectOf(certificate)}`)
}

function kindOf(code: string, certificate: X509Certificate, today: Date): string {
  const kind = certificateKinds[code] ?? 'tls_certificate_invalid'
  if (kind === 'tls_certificate_expired' && certificate.validToDate > today)
    return 'tls_certificate_intermediate_expired'
  // A certificate with the URL of its issuer comes from an authority whose intermediate the server should send; without
  // that URL the authority is just untrusted.
  if (kind === 'tls_certificate_chain_incomplete' && !certificate.infoAccess?.includes('CA Issuers'))
    return 'tls_certificate_untrusted'
  return kind
}

function wrongName(certificate: X509Certificate, { servername }: TlsOptions): CheckFailure | null {
  const name = servername.replace(/\.$/, '')
  const isFor = isIP(name) === 0 ? certificate.checkHost(name, names) : certificate.checkIP(name)
  if (isFor !== undefined) return null
  const listed = certificate.subjectAltName ?? 'no name'
  return new CheckFailure('tls_certificate_wrong_host', `the certificate is for ${listed}, not for ${name}`)
}

function expiring(daysLeft: number, { expiryDays }: TlsOptions): CheckFailure | null {
  if (expiryDays === undefined || expiryDays === null || daysLeft >= expiryDays) return null
  return new CheckFailure(
    'tls_certificate_expiring',
    `the certificate has ${daysLeft} days left, less than ${expiryDays}`,
  )
}

const subjectOf = ({ subject }: X509Certificate): string => (subject ?? 'no subject').replaceAll('\n', ', ')

const sentences: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'a certificate has expired',
  CERT_NOT_YET_VALID: 'a certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'the chain ends at an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of a certificate was not found',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of a certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of the certificate was not sent and is not known',
}
