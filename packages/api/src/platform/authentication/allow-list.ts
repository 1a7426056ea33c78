import { isIP } from 'node:net'
import type { Violation } from '@wachta/resource'
import { createNetworkList, isNetwork, normalizeAddress } from '@wachta/runtime'

export { normalizeAddress } from '@wachta/runtime'

/** Returns a violation for each entry of an allow-list that is neither an address nor a network. */
export const findNetworkViolations = (entries: readonly string[], at: string): Violation[] =>
  entries.flatMap((entry, index) => (isNetwork(entry) ? [] : [{ symbol: 'not_a_network', field: `${at}.${index}` }]))

/** Returns whether an address is in one of the networks. Invalid entries allow nothing. */
export const isListed = (entries: readonly string[], address: string): boolean => createNetworkList(entries)(address)

/** Returns the network that limits count as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function toClientNetwork(address: string): string {
  const plain = normalizeAddress(address)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')
}
