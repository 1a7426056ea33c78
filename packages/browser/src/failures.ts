import { CheckFailure, toNetworkFailure } from '@wachta/checks'
import type { ProxyConnection } from './guard-proxy.ts'

/** Maps browser errors to the error types that other checks use for the same problem. */
const kindsOfErrors: Readonly<Record<string, string>> = {
  ERR_CERT_DATE_INVALID: 'tls_certificate_expired',
  ERR_CERT_COMMON_NAME_INVALID: 'tls_certificate_wrong_host',
  ERR_CERT_AUTHORITY_INVALID: 'tls_certificate_untrusted',
  ERR_CERT_REVOKED: 'tls_certificate_revoked',
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: 'tls_certificate_weak',
  ERR_CERT_WEAK_KEY: 'tls_certificate_weak',
  ERR_CERT_INVALID: 'tls_certificate_invalid',
  ERR_SSL_PROTOCOL_ERROR: 'tls_handshake_failed',
  ERR_SSL_VERSION_OR_CIPHER_MISMATCH: 'tls_no_shared_cipher',
  ERR_SSL_UNRECOGNIZED_NAME_ALERT: 'tls_unrecognized_name',
  ERR_SSL_CLIENT_AUTH_CERT_NEEDED: 'tls_client_certificate_required',
  ERR_BAD_SSL_CLIENT_AUTH_CERT: 'tls_client_certificate_required',
  ERR_CONNECTION_CLOSED: 'connection_closed',
  ERR_EMPTY_RESPONSE: 'connection_closed',
  ERR_CONNECTION_RESET: 'connection_reset',
  ERR_CONNECTION_REFUSED: 'connection_refused',
  ERR_TOO_MANY_REDIRECTS: 'http_too_many_redirects',
  ERR_INVALID_HTTP_RESPONSE: 'http_response_invalid',
  ERR_INVALID_CHUNKED_ENCODING: 'http_response_invalid',
  ERR_INCOMPLETE_CHUNKED_ENCODING: 'http_body_incomplete',
  ERR_CONTENT_LENGTH_MISMATCH: 'http_body_incomplete',
  ERR_CONTENT_DECODING_FAILED: 'http_decompression_failed',
  ERR_RESPONSE_HEADERS_TOO_BIG: 'http_headers_too_large',
  ERR_TIMED_OUT: 'timeout_first_byte',
}

/**
 * Converts a navigation error to a failure. If a connection was not made, the browser does not know why, but the guard
 * does.
 */
export function toNavigationFailure(
  message: string,
  url: string,
  connections: readonly ProxyConnection[],
): CheckFailure {
  const code = /net::(ERR_[A-Z0-9_]+)/.exec(message)?.[1]
  if (code === undefined) return new CheckFailure('browser_navigation_failed', getFirstLine(message))
  if (/SOCKS|PROXY|TUNNEL/.test(code)) return toConnectionFailure(url, connections)
  const kind = kindsOfErrors[code] ?? (code.startsWith('ERR_CERT_') ? 'tls_certificate_invalid' : undefined)
  return new CheckFailure(kind ?? 'browser_navigation_failed', `net::${code} at ${url}`)
}

function toConnectionFailure(url: string, connections: readonly ProxyConnection[]): CheckFailure {
  const { hostname = '' } = URL.parse(url) ?? {}
  const host = hostname.replace(/^\[|\]$/g, '')
  const failed = connections.findLast((each) => each.cause !== null && each.host === host)
  const { cause } = failed ?? connections.findLast((each) => each.cause !== null) ?? {}
  if (cause instanceof CheckFailure) return cause
  return toNetworkFailure(cause, 'connect') ?? new CheckFailure('browser_navigation_failed', `no connection to ${host}`)
}

const getFirstLine = (text: string): string => text.split('\n')[0] ?? ''
