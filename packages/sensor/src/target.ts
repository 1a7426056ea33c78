import { isIP } from 'node:net'
import { getDomain } from 'tldts'

/** Whom a check would burden: one host, and all hosts of whoever registered the domain. */
export interface LoadTarget {
  readonly host: string
  readonly domain: string
}

/** Reads the target out of an address of any type; what cannot be read is its own target. */
export function parseTarget(address: string): LoadTarget {
  const host = hostOf(address).toLowerCase()
  if (isIP(host)) return { host, domain: host }
  return { host, domain: getDomain(host, { allowPrivateDomains: true }) ?? host }
}

function hostOf(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `any://${address}`)
  const host = url?.hostname ?? ''
  if (host === '') return address
  return host.startsWith('[') ? host.slice(1, -1) : host
}
