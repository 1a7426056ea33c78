import { BlockList, isIP } from 'node:net'

/** Normalises an IP address: an IPv4 address that the socket shows mapped into IPv6 becomes plain IPv4. */
export const normalizeAddress = (address: string): string =>
  address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address

/** Returns whether the entry is an IP address or a network in CIDR form, IPv4 or IPv6. */
export function isNetwork(entry: string): boolean {
  const { address, family, prefix } = parseEntry(entry)
  return (
    family !== 0 &&
    address.length > 0 &&
    (prefix === null || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)))
  )
}

/** Returns a function that says whether an address is in one of the networks. Invalid entries contain nothing. */
export function createNetworkList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of entries.filter(isNetwork)) {
    const { address: network, family, prefix } = parseEntry(entry)
    if (prefix === null) list.addAddress(network, toFamilyName(family))
    else list.addSubnet(network, Number(prefix), toFamilyName(family))
  }
  return (address) => {
    const normalized = normalizeAddress(address)
    return isIP(normalized) !== 0 && list.check(normalized, toFamilyName(isIP(normalized)))
  }
}

function parseEntry(entry: string): { address: string; family: number; prefix: string | null } {
  const slash = entry.indexOf('/')
  const address = normalizeAddress(slash < 0 ? entry : entry.slice(0, slash))
  // A zone index names a network interface of one machine, so it has no meaning here.
  return {
    address,
    family: address.includes('%') ? 0 : isIP(address),
    prefix: slash < 0 ? null : entry.slice(slash + 1),
  }
}

const toFamilyName = (family: number) => (family === 4 ? 'ipv4' : 'ipv6')
