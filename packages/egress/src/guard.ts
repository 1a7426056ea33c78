import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { specialRanges } from './address-ranges.ts'

/** Says whether we may connect to an address, which is written as one and never as a name. */
export type Guard = (address: string) => boolean

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

const forbidden = specialRanges.map(({ cidr, purpose }) => ({ range: ipaddr.parseCIDR(cidr), purpose }))

/**
 * The guard of an installation. Everything that is not the public network is forbidden, unless an allowed range says
 * otherwise; and that it says only of the special ranges that it lies in. So 10.0.0.0/8 opens a private network, while
 * 0.0.0.0/0 opens nothing, and 169.254.0.0/16 does not open the metadata of a cloud: those are allowed by their name.
 */
export function createGuard({ allow = [] }: { readonly allow?: readonly string[] }): Guard {
  const allowed = allow.map(rangeOf)
  const openings = forbidden.map(({ range }) => ({ range, by: allowed.filter((inner) => contains(range, inner)) }))
  return (text) => {
    const address = addressOf(text)
    return (
      address !== undefined &&
      openings.every(({ range, by }) => !isIn(address, range) || by.some((opening) => isIn(address, opening)))
    )
  }
}

/** Everything that the public network does not route is forbidden. */
export const publicOnly: Guard = createGuard({})

/** For private sensors, where the installation allows it, and for tests. */
export const allowAll: Guard = () => true

/** What a special address is for, as closely as we know. */
export function describePurpose(text: string): string {
  const address = addressOf(text)
  if (address === undefined) return 'not an address'
  const found = forbidden
    .filter(({ range }) => isIn(address, range))
    .sort((one, other) => other.range[1] - one.range[1])
  return found[0]?.purpose ?? 'public'
}

/**
 * The parser of ipaddr.js takes 0177.1 and 0x7f000001 for addresses, and others read them differently. So that there is
 * one meaning only, we read what the system itself writes. A zone names an interface of one machine.
 */
function addressOf(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes('%') ? undefined : ipaddr.parse(text)
}

/** A range as it is configured: what cannot be read must end the start of a process, not open or close anything. */
function rangeOf(cidr: string): Range {
  const [address = '', length = '', ...rest] = cidr.split('/')
  const parsed = addressOf(address)
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
