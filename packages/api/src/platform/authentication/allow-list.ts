import { BlockList, isIP } from 'node:net'
import type { Violation } from '@wachta/resource'

/** An address as it is compared and logged: IPv4 in its own form even where the socket shows it mapped into IPv6. */
export const plainAddress = (address: string): string =>
  address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address

/** An address or a network in CIDR form, v4 or v6. */
export function isNetwork(entry: string): boolean {
  const { address, family, prefix } = parts(entry)
  return (
    family !== 0 &&
    address.length > 0 &&
    (prefix === null || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)))
  )
}

/** Entries of an allow-list that are neither an address nor a network. */
export const networkViolations = (entries: readonly string[], at: string): Violation[] =>
  entries.flatMap((entry, index) => (isNetwork(entry) ? [] : [{ symbol: 'not_a_network', field: `${at}.${index}` }]))

/** Whether an address is in one of the networks. Entries that are no networks allow nothing. */
export function isListed(entries: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const entry of entries.filter(isNetwork)) {
    const { address: network, family, prefix } = parts(entry)
    if (prefix === null) list.addAddress(network, type(family))
    else list.addSubnet(network, Number(prefix), type(family))
  }
  const plain = plainAddress(address)
  return isIP(plain) !== 0 && list.check(plain, type(isIP(plain)))
}

/** The network that counts as one visitor: an IPv4 address, or the /64 that an IPv6 subscriber has to itself. */
export function visitor(address: string): string {
  const plain = plainAddress(address)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')]
    .slice(0, 4)
    .map((group) => group || '0')
    .join(':')
}

function parts(entry: string): { address: string; family: number; prefix: string | null } {
  const slash = entry.indexOf('/')
  const address = plainAddress(slash < 0 ? entry : entry.slice(0, slash))
  // A zone index names an interface of one machine; it has no meaning here.
  return {
    address,
    family: address.includes('%') ? 0 : isIP(address),
    prefix: slash < 0 ? null : entry.slice(slash + 1),
  }
}

const type = (family: number) => (family === 4 ? 'ipv4' : 'ipv6')
