import { isIP, isIPv6 } from 'node:net'
import { allowPublicOnly } from '@wachta/checks'

/** A host that a sensor connects to, to find out whether its own network works. */
export interface ReferenceTarget {
  readonly host: string
  readonly port: number
  /** The network of the host. Targets in one network count as one, because they usually fail together. */
  readonly network: string
  /** Whether it is on this side of the uplink, as the gateway is, so that it answers even if the uplink fails. */
  readonly isLocal: boolean
}

/** The network configuration of the machine. */
export interface SystemNetwork {
  readonly gateways: readonly string[]
  readonly resolvers: readonly string[]
  readonly hasIPv4: boolean
}

const dnsPort = 53

/** Root name servers of different operators, each in many locations: a (Verisign), f (ISC), k (RIPE NCC). */
const rootServers = {
  ipv4: ['198.41.0.4', '192.5.5.241', '193.0.14.129'],
  ipv6: ['2001:503:ba3e::2:30', '2001:500:2f::f', '2001:7fd::1'],
} as const

/**
 * Parses reference targets: `host:port` or `[address]:port`, separated by commas. `default` stands for the gateway and
 * the resolvers of the machine and three root name servers; `none` stands for no targets.
 */
export function parseReferenceTargets(text: string, system: SystemNetwork): ReferenceTarget[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.length === 1 && items[0] === 'none') return []
  const targets = items
    .filter(Boolean)
    .flatMap((item) => (item === 'default' ? listDefaultTargets(system) : [parseConfiguredTarget(item)]))
  return [...new Map(targets.map((target) => [formatTargetName(target), target])).values()]
}

/** Returns the gateways and resolvers of the machine and three root name servers, all with the DNS port. */
function listDefaultTargets({ gateways, resolvers, hasIPv4 }: SystemNetwork): ReferenceTarget[] {
  const roots: readonly string[] = hasIPv4 ? rootServers.ipv4 : rootServers.ipv6
  return [
    ...gateways.map((host) => ({ ...createTarget(host, dnsPort), isLocal: true })),
    // A resolver on this machine is left out, because it answers even if the network fails.
    ...resolvers
      .filter((host) => !isLoopback(host))
      .map((host) => ({ ...createTarget(host, dnsPort), isLocal: !allowPublicOnly(host) })),
    ...roots.map((host) => createTarget(host, dnsPort)),
  ]
}

export const formatTargetName = ({ host, port }: Pick<ReferenceTarget, 'host' | 'port'>): string =>
  isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`

function parseConfiguredTarget(item: string): ReferenceTarget {
  const [, address, name, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(item) ?? []
  const host = address ?? name
  if (host === undefined || Number(port) > 65_535 || Number(port) === 0)
    throw new RangeError(`SENSOR_ANCHORS: not host:port: ${item}`)
  return createTarget(host, Number(port))
}

/** Creates a target that is not local: a configured target counts as remote, wherever it is. */
const createTarget = (host: string, port: number): ReferenceTarget => ({
  host,
  port,
  network: findNetwork(host),
  isLocal: false,
})

/** Returns the network that is roughly routed together: a /16 (IPv6: /32) if public, a /24 (IPv6: /64) if private. */
function findNetwork(host: string): string {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase()
  const isPublic = allowPublicOnly(host)
  if (version === 4)
    return host
      .split('.')
      .slice(0, isPublic ? 2 : 3)
      .join('.')
  return expandIPv6(host)
    .slice(0, isPublic ? 2 : 4)
    .join(':')
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function expandIPv6(host: string): string[] {
  const [head = '', tail] = new URL(`http://[${host.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const leadingGroups = before ?? []
  const trailingGroups = after ?? []
  return [
    ...leadingGroups,
    ...Array.from({ length: 8 - leadingGroups.length - trailingGroups.length }, () => '0'),
    ...trailingGroups,
  ]
}

const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1'
