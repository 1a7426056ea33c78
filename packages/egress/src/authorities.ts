import { getCACertificates } from 'node:tls'

/** Whom every way out trusts, as PEM: the authorities of Node and those of the system, and beside them those given. */
export const authoritiesWith = (given: readonly string[]): string[] => [
  ...new Set([...getCACertificates('default'), ...getCACertificates('system'), ...given]),
]
