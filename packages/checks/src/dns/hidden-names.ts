import { isIP } from 'node:net'
import { CheckFailure } from '../failure.ts'
import type { Network } from '../network/network.ts'
import type { DnsAnswer } from './answer.ts'
import type { DnsQuestion } from './question.ts'

/** Zones that exist in private networks only (RFC 6761, 6762, 8375, and those that routers use). */
const privateZones = ['local', 'localhost', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'home.arpa']
/** One address of each kind of private network. */
const privateAddresses = ['10.0.0.1', '172.16.0.1', '192.168.0.1', 'fd00::1']

type AddressGuard = Pick<Network, 'allows'>

/**
 * Rejects a question that only the resolver of the sensor's own network could answer. Through that resolver, a customer
 * could explore the network without ever connecting to it.
 */
export function rejectHiddenName({ name }: DnsQuestion, network: AddressGuard): void {
  const normalizedName = name.toLowerCase().replace(/\.$/, '')
  const reversed = parseReverseName(normalizedName)
  const isHidden =
    reversed === undefined
      ? privateZones.some((zone) => normalizedName === zone || normalizedName.endsWith(`.${zone}`)) &&
        !canReachPrivateNetworks(network)
      : !network.allows(reversed)
  if (isHidden)
    throw new CheckFailure('address_forbidden', `${name} belongs to a network that this sensor may not query`)
}

/** The answer without the addresses that the sensor may not connect to. */
export function omitHiddenRecords(answer: DnsAnswer, network: AddressGuard): DnsAnswer {
  const isShown = ({ type, value }: DnsAnswer['records'][number]) =>
    !(type === 'A' || type === 'AAAA') || network.allows(value)
  return { ...answer, records: answer.records.filter(isShown), authorities: answer.authorities.filter(isShown) }
}

const canReachPrivateNetworks = (network: AddressGuard): boolean =>
  privateAddresses.some((address) => network.allows(address))

/**
 * Returns the first address of the zone of a name in the reverse tree, or `no address`, which no guard allows, if its
 * labels are not those of an address; undefined for every other name.
 */
function parseReverseName(name: string): string | undefined {
  if (name === 'in-addr.arpa' || name === 'ip6.arpa') return undefined
  const labels = name.split('.').reverse().slice(2)
  if (name.endsWith('.in-addr.arpa')) {
    const address = [...labels, '0', '0', '0'].slice(0, 4).join('.')
    return isIP(address) === 4 ? address : 'no address'
  }
  if (!name.endsWith('.ip6.arpa')) return undefined
  const digits = [...labels, ...Array<string>(32).fill('0')].slice(0, 32).join('')
  const address = digits.match(/.{4}/g)?.join(':') ?? ''
  return isIP(address) === 6 ? address : 'no address'
}
