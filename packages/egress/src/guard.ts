import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { specialRanges } from './address-ranges.ts'

/** Says whether we may connect to an IP address; the answer for a host name is always no. */
export type Guard = (address: string) => boolean

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

const forbiddenRanges = specialRanges.map(({ cidr, purpose }) => ({ range: ipaddr.parseCIDR(cidr), purpose }))

/**
 * Creates the egress guard of an installation. It blocks everything except the public internet. An allowed range opens
 * only the special ranges that contain it: 10.0.0.0/8 opens a private network, but 0.0.0.0/0 opens nothing, and
 * 169.254.0.0/16 does not open cloud metadata, which has its own range that must be allowed explicitly.
 */
export function createGuard({ allow = [] }: { readonly allow?: readonly string[] }): Guard {
  const allowed = allow.map(parseRange)
  const guardedRanges = forbiddenRanges.map(({ range }) => ({
    range,
    allowedParts: allowed.filter((inner) => contains(range, inner)),
  }))
  return (text) => {
    const address = parseAddress(text)
    return (
      address !== undefined &&
      guardedRanges.every(
        ({ range, allowedParts }) => !isIn(address, range) || allowedParts.some((opening) => isIn(address, opening)),
      )
    )
  }
}

/** Everything that the public network does not route is forbidden. */
export const allowPublicOnly: Guard = createGuard({})

/** For private sensors, if the installation permits it, and for tests. */
export const allowAll: Guard = () => true

/** Returns the purpose of an address, from the smallest special range that contains it. */
export function describePurpose(text: string): string {
  const address = parseAddress(text)
  if (address === undefined) return 'not an address'
  const matches = forbiddenRanges
    .filter(({ range }) => isIn(address, range))
    .sort((one, other) => other.range[1] - one.range[1])
  return matches[0]?.purpose ?? 'public'
}

/**
 * Parses an address. ipaddr.js alone also accepts forms such as 0177.1 and 0x7f000001, which other programs interpret
 * differently, so only canonical notation is accepted. Zones are rejected because they name an interface of one
 * machine.
 */
function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text)
}

/** Parses a configured range. An invalid one must stop the start of the process instead of being ignored. */
function parseRange(cidr: string): Range {
  const [address = '', length = '', ...rest] = cidr.split('/')
  const parsed = parseAddress(address)
  const bits = parsed?.kind() === 'ipv4' ? 32 : 128
  if (parsed === undefined || rest.length > 0 || !/^\d{1,3}$/.test(length) || Number(length) > bits)
    throw new Error(`not a range of addresses: ${cidr}`)
  return [parsed, Number(length)]
}

function contains(outer: Range, inner: Range): boolean {
  return outer[1] <= inner[1] && isIn(inner[0], outer)
}

function isIn(address: Address, range: Range): boolean {
  return address.kind() === range[0].kind() && address.match(range)
}
