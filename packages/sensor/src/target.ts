import { isIP } from 'node:net'
import { getDomain } from 'tldts'

/** The host that a check puts load on, and its registered domain. */
export interface LoadTarget {
  readonly host: string
  readonly domain: string
}

/** Parses the target from the address of any check type; an address that cannot be parsed is its own target. */
export function parseTarget(address: string): LoadTarget {
  const host = readHost(address).toLowerCase()
  if (isIP(host)) return { host, domain: host }
  return { host, domain: getDomain(host, { allowPrivateDomains: true }) ?? host }
}

function readHost(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `any://${address}`)
  const host = url?.hostname ?? ''
  if (host === '') return address
  return host.startsWith('[') ? host.slice(1, -1) : host
}
