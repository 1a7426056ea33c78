import { Resolver } from 'node:dns/promises'
import { CheckFailure } from '../failure.ts'
import { findHostsEntries } from './hosts-file.ts'

const options = { timeout: 5000, tries: 2 }

/**
 * How long the resolvers of the system are cached, in milliseconds: they change when a sensor moves to another network.
 */
const freshness = 60_000

let ofSystem: { readonly resolver: Resolver; readonly madeAt: number } | undefined
const ofServers = new WeakMap<readonly string[], Resolver>()

/**
 * Returns the addresses of a name, from /etc/hosts or else from DNS. Names are absolute: with search lists, sensors could
 * resolve the same name differently. IPv6 is queried if there is no IPv4 address, or if it is requested.
 *
 * The lookup uses the event loop. The resolver of the system would block one of the few threads of the process: a handful
 * of dead name servers would delay the lookups of all other checks, and distort their times.
 */
export async function lookUpAddresses(
  host: string,
  family?: 4 | 6,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const name = host.replace(/\.$/, '').toLowerCase()
  const written = findHostsEntries()
    .get(name)
    ?.filter(({ version }) => family === undefined || version === family)
  if (written !== undefined && written.length > 0) return written.map(({ address }) => address)
  const resolver = servers === undefined ? systemResolver() : createResolver(servers)
  const found = family === 6 ? [] : await answers(resolver.resolve4(name))
  if (found.length === 0 && family !== 4) found.push(...(await answers(resolver.resolve6(name))))
  if (found.length === 0) throw new CheckFailure('dns_no_record', `${name} has no address${ofFamily(family)}`)
  return found
}

const ofFamily = (family: 4 | 6 | undefined): string => (family === undefined ? '' : ` for IPv${family}`)

async function answers(question: Promise<string[]>): Promise<string[]> {
  try {
    return await question
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENODATA') return []
    throw cause
  }
}

function systemResolver(): Resolver {
  const now = performance.now()
  if (ofSystem === undefined || now - ofSystem.madeAt > freshness) {
    ofSystem = { resolver: new Resolver(options), madeAt: now }
  }
  return ofSystem.resolver
}

function createResolver(servers: readonly string[]): Resolver {
  const known = ofServers.get(servers)
  if (known !== undefined) return known
  const resolver = new Resolver(options)
  resolver.setServers(servers)
  ofServers.set(servers, resolver)
  return resolver
}
