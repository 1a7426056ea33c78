import { isIP } from 'node:net'
import { CheckFailure } from '../failure.ts'
import type { CheckPhase } from '../probe.ts'

/** The error types of certificates, by the OpenSSL codes as Node names them. */
export const certificateKinds: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'tls_certificate_expired',
  CERT_NOT_YET_VALID: 'tls_certificate_not_yet_valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls_certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'tls_certificate_untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls_certificate_untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls_certificate_chain_incomplete',
  CERT_UNTRUSTED: 'tls_certificate_untrusted',
  CERT_REJECTED: 'tls_certificate_untrusted',
  CERT_REVOKED: 'tls_certificate_revoked',
  CERT_CHAIN_TOO_LONG: 'tls_certificate_invalid',
  CERT_SIGNATURE_FAILURE: 'tls_certificate_invalid',
  ERROR_IN_CERT_NOT_AFTER_FIELD: 'tls_certificate_invalid',
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 'tls_certificate_invalid',
  UNABLE_TO_DECRYPT_CERT_SIGNATURE: 'tls_certificate_invalid',
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: 'tls_certificate_invalid',
  INVALID_CA: 'tls_certificate_invalid',
  INVALID_PURPOSE: 'tls_certificate_invalid',
  PATH_LENGTH_EXCEEDED: 'tls_certificate_invalid',
  HOSTNAME_MISMATCH: 'tls_certificate_wrong_host',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls_certificate_wrong_host',
}

/** The codes of DNS, of connections, and of requests that cannot be sent. */
const systemKinds: Readonly<Record<string, string>> = {
  ENOTFOUND: 'dns_nxdomain',
  ENODATA: 'dns_no_record',
  ESERVFAIL: 'dns_server_failure',
  EREFUSED: 'dns_refused',
  ENOTIMP: 'dns_refused',
  EFORMERR: 'dns_malformed_answer',
  EBADRESP: 'dns_malformed_answer',
  EBADNAME: 'address_invalid',
  ETIMEOUT: 'timeout_lookup',
  EAI_AGAIN: 'dns_temporary_failure',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  EHOSTUNREACH: 'host_unreachable',
  EHOSTDOWN: 'host_unreachable',
  ENETUNREACH: 'network_unreachable',
  ENETDOWN: 'network_unreachable',
  ETIMEDOUT: 'connection_timed_out',
  EADDRNOTAVAIL: 'address_family_unavailable',
  EAFNOSUPPORT: 'address_family_unavailable',
  ERR_INVALID_CHAR: 'settings_invalid',
  ERR_INVALID_HTTP_TOKEN: 'settings_invalid',
  ERR_UNESCAPED_CHARACTERS: 'settings_invalid',
}

/** Codes that mean something else in a phase. */
const kindsByPhase: Readonly<Partial<Record<CheckPhase, Readonly<Record<string, string>>>>> = {
  connect: { ETIMEDOUT: 'timeout_connect' },
  tls: { ECONNRESET: 'tls_connection_closed', EPIPE: 'tls_connection_closed' },
  transfer: { ECONNRESET: 'http_body_incomplete' },
}

/** The codes of TLS. Alerts come from the server; the others are detected by us. */
const tlsKinds: readonly (readonly [code: RegExp, kind: string])[] = [
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_TOO_SMALL|UNEXPECTED_MESSAGE$/, 'tls_not_spoken'],
  [/ALERT_PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW|NO_PROTOCOLS_AVAILABLE/, 'tls_protocol_version'],
  [
    /ALERT_HANDSHAKE_FAILURE|NO_SHARED_CIPHER|INSUFFICIENT_SECURITY|WRONG_CIPHER|UNKNOWN_CIPHER/,
    'tls_no_shared_cipher',
  ],
  [/CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|ALERT_UNKNOWN_CA|ALERT_CERTIFICATE/, 'tls_client_certificate_required'],
  [/UNRECOGNIZED_NAME/, 'tls_unrecognized_name'],
  [/NO_APPLICATION_PROTOCOL/, 'tls_no_application_protocol'],
  [/DH_KEY_TOO_SMALL|DH_PARAM_SIZE|BAD_DH|MODULUS_TOO_SMALL/, 'tls_weak_parameters'],
  [/(?:EE_KEY|CA_KEY)_TOO_SMALL|MD_TOO_WEAK|SIGNATURE_TOO_WEAK/, 'tls_certificate_weak'],
  [/UNEXPECTED_EOF/, 'tls_connection_closed'],
  [/^ERR_SSL_|^ERR_OSSL_|^ERR_TLS_|^EPROTO$/, 'tls_handshake_failed'],
]

/** Maps an error of the network to a failure of the check; undefined if the error says nothing about the service. */
export function toNetworkFailure(cause: unknown, phase: CheckPhase): CheckFailure | undefined {
  if (!(cause instanceof Error) || !('code' in cause) || typeof cause.code !== 'string') return undefined
  if (isSensorFault(cause.code, cause)) return undefined
  // In this phase only the sensor's own resolver is contacted; its failure says nothing about the service.
  if (phase === 'lookup' && (cause.code === 'ECONNREFUSED' || cause.code === 'ECONNRESET')) return undefined
  const kind = findKind(cause.code, cause.message, phase)
  return kind === undefined ? undefined : new CheckFailure(kind, describeCause(cause))
}

function findKind(code: string, message: string, phase: CheckPhase): string | undefined {
  if (code === 'ECONNRESET' && phase === 'first_byte' && message === 'socket hang up') return 'connection_closed'
  if (code === 'HPE_HEADER_OVERFLOW') return 'http_headers_too_large'
  if (code.startsWith('HPE_')) return 'http_response_invalid'
  return (
    kindsByPhase[phase]?.[code] ??
    systemKinds[code] ??
    certificateKinds[code] ??
    tlsKinds.find(([pattern]) => pattern.test(code))?.[1]
  )
}

/** EADDRNOTAVAIL means that there is no local address, which IPv4 always has, or that no local port is left. */
const isSensorFault = (code: string, cause: object): boolean =>
  code === 'EADDRNOTAVAIL' && 'address' in cause && isIP(String(cause.address)) === 4

/** OpenSSL messages contain positions in its source code; the reason is the readable part. */
const describeCause = (cause: Error): string =>
  'reason' in cause && typeof cause.reason === 'string' ? `TLS: ${cause.reason}` : cause.message
