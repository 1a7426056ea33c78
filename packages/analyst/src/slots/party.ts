import { isIP } from 'node:net'
import { getDomain } from 'tldts'

/** Whose service it is, and whom its checks look at. */
export interface Party {
  /** The account at the root of the owner's tree. */
  readonly tree_id: number
  readonly owner_id: number
  /** The registered domain, or the address where there is none. */
  readonly target: string
}

/** Reads the target out of an address of any type of check; what cannot be read is its own target. */
export function findTarget(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `any://${address}`)
  const host = (url?.hostname || address).replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(host) ? host : (getDomain(host, { allowPrivateDomains: true }) ?? host)
}
