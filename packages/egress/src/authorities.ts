import { getCACertificates } from 'node:tls'

/** Returns the trusted certificate authorities as PEM: those of Node, of the system, and the given ones. */
export const listTrustedAuthorities = (given: readonly string[]): string[] => [
  ...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...given]),
]
