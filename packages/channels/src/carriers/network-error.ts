import { DeliveryError } from '../delivery.ts'

/**
 * Converts a network error to a DeliveryError with our own text, because the texts of the system contain hosts and
 * addresses.
 */
export function toNetworkError(cause: unknown): DeliveryError {
  if (cause instanceof DeliveryError) return cause
  const code = getCode(cause)
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL') {
    return new DeliveryError({ answer: 'invalid URL', isPermanent: true })
  }
  if (isAboutCertificate(code)) return new DeliveryError({ answer: 'invalid certificate' })
  return new DeliveryError({ answer: phrases[code] ?? 'connection failed' })
}

const timedOut = 'connection timed out'
const closedEarly = 'connection closed before a response'
const unresolved = 'host name could not be resolved'
const noRoute = 'no route to host'

const phrases: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'no response in time',
  UND_ERR_CONNECT_TIMEOUT: timedOut,
  ETIMEDOUT: timedOut,
  ECONNREFUSED: 'connection refused',
  ECONNRESET: closedEarly,
  EPIPE: closedEarly,
  UND_ERR_SOCKET: closedEarly,
  ENOTFOUND: unresolved,
  ENODATA: unresolved,
  ESERVFAIL: unresolved,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
}

function getCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

function isAboutCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|^UNABLE_TO_|^HOSTNAME_MISMATCH$/.test(code)
}
