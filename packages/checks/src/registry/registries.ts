import { rdapServers, whoisServers } from './well-known-registries.ts'

/** The servers of domain registries, by top-level domain. */
export interface Registries {
  /** The base URL of the RDAP server, with a slash at the end. */
  rdap(topLevelDomain: string): string | undefined
  whois(topLevelDomain: string): WhoisServer | undefined
  /** The WHOIS server that knows the servers of all other top-level domains. */
  readonly root: WhoisServer
}

export interface WhoisServer {
  readonly host: string
  readonly port: number
}

const whoisPort = 43

const iana: WhoisServer = { host: 'whois.iana.org', port: whoisPort }

/** The registries of the most common top-level domains; IANA is queried for the others. */
export const wellKnownRegistries: Registries = {
  rdap: (topLevelDomain) => (Object.hasOwn(rdapServers, topLevelDomain) ? rdapServers[topLevelDomain] : undefined),
  whois: (topLevelDomain) => {
    const host = Object.hasOwn(whoisServers, topLevelDomain) ? whoisServers[topLevelDomain] : undefined
    return host === undefined ? undefined : { host, port: whoisPort }
  },
  root: iana,
}

/**
 * Adds the bootstrap file of IANA (https://data.iana.org/rdap/dns.json, RFC 9224), which takes precedence over the RDAP
 * servers of the given registries. Malformed entries are ignored.
 */
export function addBootstrap(file: unknown, registries: Registries = wellKnownRegistries): Registries {
  const servers = new Map(readEntries(file))
  return { ...registries, rdap: (topLevelDomain) => servers.get(topLevelDomain) ?? registries.rdap(topLevelDomain) }
}

function readEntries(file: unknown): [string, string][] {
  if (typeof file !== 'object' || file === null || !('services' in file) || !Array.isArray(file.services)) return []
  return file.services.flatMap((service: unknown) => {
    if (!Array.isArray(service)) return []
    const [topLevelDomains, urls] = service.map(readTexts)
    // A registry with several URLs publishes an encrypted one as well.
    const url = urls?.find((candidate) => candidate.startsWith('https:')) ?? urls?.[0]
    if (topLevelDomains === undefined || url === undefined || !URL.canParse(url)) return []
    return topLevelDomains.map((topLevelDomain): [string, string] => [
      topLevelDomain.toLowerCase(),
      url.endsWith('/') ? url : `${url}/`,
    ])
  })
}

const readTexts = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((text) => typeof text === 'string') : []
