import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { dayMs } from '@wachta/domain'
import { CheckFailure } from '../failure.ts'
import { type CertificateFacts, createCertificateCache, removeTrailingDot } from './certificate-facts.ts'
import { findWeakness } from './certificate-strength.ts'
import type { TlsOptions } from './network.ts'
import { certificateKinds } from './network-failure.ts'
import { readShownCertificate } from './shown-certificates.ts'

/** Enough for the services of a sensor, at about 200 bytes each. */
const certificateCache = createCertificateCache(20_000)

export interface CertificateVerdict {
  readonly daysLeft: number | null
  readonly failure: CheckFailure | null
}

/** Judges whether the certificate of a finished handshake is trusted, for the right name, and valid for long enough. */
export function judgeCertificate(secured: TLSSocket, security: TlsOptions, today: Date): CertificateVerdict {
  const facts = certificateCache.read(secured, security.servername)
  if (facts === undefined) return { daysLeft: null, failure: security.verify ? createMissingFailure() : null }
  const daysLeft = Math.floor((facts.validTo - today.getTime()) / dayMs)
  const failure = isAccepted(secured, facts, security) ? null : createRejectionFailure(secured, security, today)
  return { daysLeft, failure: failure ?? checkExpiry(daysLeft, security) }
}

const isAccepted = (secured: TLSSocket, { isForName }: CertificateFacts, { verify }: TlsOptions): boolean =>
  !verify || (secured.authorized && isForName)

/** Returns the fault of a rejected certificate. It reads the whole certificate, which is slow. */
function createRejectionFailure(secured: TLSSocket, { servername }: TlsOptions, today: Date): CheckFailure {
  const certificate = readShownCertificate(secured)
  if (certificate === undefined) return createMissingFailure()
  return secured.authorized
    ? createWrongNameFailure(certificate, servername)
    : createDistrustFailure(secured, certificate, today)
}

const createMissingFailure = () => new CheckFailure('tls_certificate_invalid', 'the server sent no certificate')

function createDistrustFailure(secured: TLSSocket, certificate: X509Certificate, today: Date): CheckFailure {
  const code = String(secured.authorizationError)
  // OpenSSL also rejects weak certificates, but Node has no name for that error.
  const weakness = code in certificateKinds ? undefined : findWeakness(certificate)
  if (weakness !== undefined)
    return new CheckFailure('tls_certificate_weak', `the certificate is too weak: ${weakness}`)
  return new CheckFailure(
    chooseKind(code, certificate, today),
    `${messages[code] ?? code}: ${describeSubject(certificate)}`,
  )
}

function chooseKind(code: string, certificate: X509Certificate, today: Date): string {
  const kind = certificateKinds[code] ?? 'tls_certificate_invalid'
  if (kind === 'tls_certificate_expired' && certificate.validToDate > today)
    return 'tls_certificate_intermediate_expired'
  // A certificate with the URL of its issuer comes from an authority whose intermediate the server should send; without
  // that URL the authority is just untrusted.
  if (kind === 'tls_certificate_chain_incomplete' && !certificate.infoAccess?.includes('CA Issuers'))
    return 'tls_certificate_untrusted'
  return kind
}

function createWrongNameFailure({ subjectAltName }: X509Certificate, servername: string): CheckFailure {
  const message = `the certificate is for ${subjectAltName ?? 'no name'}, not for ${removeTrailingDot(servername)}`
  return new CheckFailure('tls_certificate_wrong_host', message)
}

function checkExpiry(daysLeft: number, { expiryDays }: TlsOptions): CheckFailure | null {
  if (expiryDays === undefined || expiryDays === null || daysLeft >= expiryDays) return null
  return new CheckFailure(
    'tls_certificate_expiring',
    `the certificate has ${daysLeft} days left, less than ${expiryDays}`,
  )
}

const describeSubject = ({ subject }: X509Certificate): string => (subject ?? 'no subject').replaceAll('\n', ', ')

const messages: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'a certificate has expired',
  CERT_NOT_YET_VALID: 'a certificate is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the chain ends at an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'the issuer of a certificate was not found',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the issuer of a certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the issuer of the certificate was not sent and is not known',
}
