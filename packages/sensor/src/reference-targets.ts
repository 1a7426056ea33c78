import { isIP, isIPv6 } from 'node:net'
import { publicOnly } from '@wachta/checks'

/** What a sensor looks at to know that its own network works. */
export interface ReferenceTarget {
  readonly host: string
  readonly port: number
  /** Targets of one network stand and fall together: they count as one. */
  readonly network: string
  /** Whether it stands before the uplink, as the gateway does: it answers although the way beyond it is cut. */
  readonly isLocal: boolean
}

/** What the machine itself knows of its network. */
export interface SystemNetwork {
  readonly gateways: readonly string[]
  readonly resolvers: readonly string[]
  readonly hasIPv4: boolean
}

const dnsPort = 53

/** Run by different operators, each in many places: a.root (Verisign), f.root (ISC), k.root (RIPE NCC). */
const rootServers = {
  ipv4: ['198.41.0.4', '192.5.5.241', '193.0.14.129'],
  ipv6: ['2001:503:ba3e::2:30', '2001:500:2f::f', '2001:7fd::1'],
} as const

/**
 * `host:port` or `[address]:port`, separated by commas. `default` stands for what the machine uses itself and three root
 * name servers; `none` for nothing at all.
 */
export function parseReferenceTargets(text: string, system: SystemNetwork): ReferenceTarget[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.length === 1 && items[0] === 'none') return []
  const targets = items
    .filter(Boolean)
    .flatMap((item) => (item === 'default' ? defaultTargets(system) : [parseTarget(item)]))
  return [...new Map(targets.map((target) => [targetName(target), target])).values()]
}

/** The gateway and the resolvers of the machine, and three root name servers, all on the port of name servers. */
function defaultTargets({ gateways, resolvers, hasIPv4 }: SystemNetwork): ReferenceTarget[] {
  const roots: readonly string[] = hasIPv4 ? rootServers.ipv4 : rootServers.ipv6
  return [
    ...gateways.map((host) => ({ ...targetOf(host, dnsPort), isLocal: true })),
    // One on this machine answers whatever happens outside.
    ...resolvers
      .filter((host) => !isLoopback(host))
      .map((host) => ({ ...targetOf(host, dnsPort), isLocal: !publicOnly(host) })),
    ...roots.map((host) => targetOf(host, dnsPort)),
  ]
}

export const targetName = ({ host, port }: Pick<ReferenceTarget, 'host' | 'port'>): string =>
  isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`

function parseTarget(item: string): ReferenceTarget {
  const [, address, name, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(item) ?? []
  const host = address ?? name
  if (host === undefined || Number(port) > 65_535 || Number(port) === 0)
    throw new RangeError(`SENSOR_ANCHORS: not host:port: ${item}`)
  return targetOf(host, Number(port))
}

/** What somebody names is taken at their word: it counts like any other, wherever it is. */
const targetOf = (host: string, port: number): ReferenceTarget => ({
  host,
  port,
  network: networkOf(host),
  isLocal: false,
})

/** Roughly what is routed together: a /16 or /32 of the public network, a /24 or /64 within a private one. */
function networkOf(host: string): string {
  const version = isIP(host)
  if (version === 0) return host.toLowerCase()
  const isPublic = publicOnly(host)
  if (version === 4)
    return host
      .split('.')
      .slice(0, isPublic ? 2 : 3)
      .join('.')
  return wordsOfIPv6(host)
    .slice(0, isPublic ? 2 : 4)
    .join(':')
}

/** The eight words of an address, each without leading zeros. */
function wordsOfIPv6(host: string): string[] {
  const [head = '', tail] = new URL(`http://[${host.split('%')[0]}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const left = before ?? []
  const right = after ?? []
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}

const isLoopback = (host: string): boolean => host.startsWith('127.') || host === '::1'
