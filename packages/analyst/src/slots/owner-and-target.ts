import { isIP } from 'node:net'
import { getDomain } from 'tldts'

/** The owner of a service, and the target that its checks connect to. Sensors are compared per owner and target. */
export interface OwnerAndTarget {
  /** The account at the root of the owner's account tree. */
  readonly tree_id: number
  readonly owner_id: number
  /** The registered domain, or the host if it has none. */
  readonly target: string
}

/**
 * Returns the target of a service's address, for any check type. An address that cannot be parsed is its own target.
 */
export function findTarget(address: string): string {
  const url = URL.parse(address.includes('://') ? address : `any://${address}`)
  const host = (url?.hostname || address).replace(/^\[|\]$/g, '').toLowerCase()
  return isIP(host) ? host : (getDomain(host, { allowPrivateDomains: true }) ?? host)
}
