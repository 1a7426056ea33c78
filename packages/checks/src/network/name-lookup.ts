import { Resolver } from 'node:dns/promises'
import { CheckFailure } from '../failure.ts'
import { loadHosts } from './hosts-file.ts'

const options = { timeout: 5000, tries: 2 }

/**
 * How long the resolvers of the system are cached, in milliseconds: they change when a sensor moves to another network.
 */
const maxAgeMs = 60_000

let cachedSystemResolver: { readonly resolver: Resolver; readonly createdAt: number } | undefined
const resolversByServers = new WeakMap<readonly string[], Resolver>()

/**
 * Returns the addresses of a name, from /etc/hosts or else from DNS. Names are absolute: with search lists, sensors
 * could resolve the same name differently. Without `family`, IPv6 is queried only if there is no IPv4 address.
 *
 * The lookup uses the event loop. The resolver of the system would block one of the few threads of the process: a
 * handful of dead name servers would delay the lookups of all other checks, and distort their times.
 */
export async function lookUpAddresses(
  host: string,
  family?: 4 | 6,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const name = host.replace(/\.$/, '').toLowerCase()
  const hostsEntries = loadHosts()
    .get(name)
    ?.filter(({ version }) => family === undefined || version === family)
  if (hostsEntries !== undefined && hostsEntries.length > 0) return hostsEntries.map(({ address }) => address)
  const resolver = servers === undefined ? getSystemResolver() : getResolver(servers)
  const addresses = family === 6 ? [] : await resolveOrEmpty(resolver.resolve4(name))
  if (addresses.length === 0 && family !== 4) addresses.push(...(await resolveOrEmpty(resolver.resolve6(name))))
  if (addresses.length === 0) throw new CheckFailure('dns_no_record', `${name} has no address${formatFamily(family)}`)
  return addresses
}

const formatFamily = (family: 4 | 6 | undefined): string => (family === undefined ? '' : ` for IPv${family}`)

async function resolveOrEmpty(query: Promise<string[]>): Promise<string[]> {
  try {
    return await query
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENODATA') return []
    throw cause
  }
}

function getSystemResolver(): Resolver {
  const now = performance.now()
  if (cachedSystemResolver === undefined || now - cachedSystemResolver.createdAt > maxAgeMs) {
    cachedSystemResolver = { resolver: new Resolver(options), createdAt: now }
  }
  return cachedSystemResolver.resolver
}

function getResolver(servers: readonly string[]): Resolver {
  const cached = resolversByServers.get(servers)
  if (cached !== undefined) return cached
  const resolver = new Resolver(options)
  resolver.setServers(servers)
  resolversByServers.set(servers, resolver)
  return resolver
}
