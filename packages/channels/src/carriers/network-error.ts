import { DeliveryError } from '../delivery.ts'

/**
 * Converts a network error to a DeliveryError with our own text, because the texts of the system contain hosts and
 * addresses.
 */
export function toNetworkError(cause: unknown): DeliveryError {
  if (cause instanceof DeliveryError) return cause
  const code = getCode(cause)
  if (code === 'UND_ERR_INVALID_ARG' || code === 'ERR_INVALID_URL') {
    return new DeliveryError({ answer: 'the request cannot be written for this address', isPermanent: true })
  }
  if (isAboutCertificate(code)) return new DeliveryError({ answer: 'the certificate of the host is not valid' })
  return new DeliveryError({ answer: phrases[code] ?? 'the connection failed' })
}

const noConnection = 'no connection in time'
const cut = 'the connection was cut before an answer'
const noAddress = 'the host has no address'

const phrases: Readonly<Record<string, string>> = {
  UND_ERR_HEADERS_TIMEOUT: 'no answer in time',
  UND_ERR_CONNECT_TIMEOUT: noConnection,
  ETIMEDOUT: noConnection,
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: cut,
  EPIPE: cut,
  UND_ERR_SOCKET: cut,
  ENOTFOUND: noAddress,
  ENODATA: noAddress,
  ESERVFAIL: 'the name of the host could not be looked up',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the host',
}

function getCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
}

function isAboutCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|^UNABLE_TO_|^HOSTNAME_MISMATCH$/.test(code)
}
