import { CheckFailure } from '../failure.ts'
import type { Endpoint } from '../network/network.ts'

/**
 * Ports that browsers block by the Fetch standard: servers of other protocols listen there, and could interpret parts
 * of a request as commands.
 */
const blockedPorts: ReadonlySet<number> = new Set([
  ...[1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95],
  ...[101, 102, 103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179],
  ...[389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636],
  ...[989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
])

/**
 * Returns the endpoint of a URL. A service or a redirect must not make sensors send requests to servers of other
 * protocols.
 */
export function toWebEndpoint(url: URL): Endpoint {
  const { hostname, protocol } = url
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const port = Number(url.port) || (protocol === 'https:' || protocol === 'wss:' ? 443 : 80)
  return rejectBlockedPort({ host, port })
}

export function rejectBlockedPort(endpoint: Endpoint): Endpoint {
  const { port } = endpoint
  if (!blockedPorts.has(port)) return endpoint
  throw new CheckFailure('address_forbidden', `port ${port} belongs to a protocol other than HTTP`)
}
