import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { describePurpose, type Guard, listTrustedAuthorities } from '@wachta/egress'
import { buildConnector } from 'undici'
import { DeliveryError } from '../delivery.ts'

/** Returns the IP addresses of a host name. */
export type LookUp = (name: string) => Promise<readonly string[]>

interface ConnectorSettings {
  readonly guard: Guard
  readonly lookUp: LookUp
  /** Additional trusted certificate authorities, as PEM. */
  readonly authorities: readonly string[]
  /** Milliseconds for one address. */
  readonly timeoutMs: number
  /** Milliseconds after which no further address is tried: a name can have thousands of them. */
  readonly totalTimeoutMs: number
}

/**
 * Connects only to addresses that the guard allows. It resolves the name itself: if the connection resolved it again,
 * the second answer could differ from the one that was checked.
 */
export function createGuardedConnector({
  guard,
  lookUp,
  authorities,
  timeoutMs,
  totalTimeoutMs,
}: ConnectorSettings): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    secureContext: getSecureContext(authorities),
  })
  const connectTo = (options: buildConnector.Options, address: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      connect(replaceHost(options, address), (fault, socket) => (fault ? reject(fault) : resolve(socket)))
    })

  const connectToFirst = async (options: buildConnector.Options): Promise<Socket> => {
    const deadline = performance.now() + totalTimeoutMs
    let lastError: unknown
    for (const address of await findAllowedAddresses(options.hostname, guard, lookUp)) {
      try {
        return await connectTo(options, address)
      } catch (cause) {
        lastError = cause
        if (performance.now() >= deadline) break
      }
    }
    throw lastError
  }

  return (options, callback) => {
    connectToFirst(options).then(
      (socket) => callback(null, socket),
      (cause: unknown) => callback(cause instanceof Error ? cause : new Error('no connection'), null),
    )
  }
}

/**
 * For addresses that customers entered. DNS is queried through the event loop: the system resolver blocks the few
 * threads of the process, so one dead name server would delay the notifications of others.
 */
export const lookUpByDns: LookUp = async (name) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = [ipv4, ipv6].flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
  return addresses
}

/** For gateways of the operator, whose names may be in the hosts file or need the search domains of the machine. */
export const lookUpBySystem: LookUp = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

async function findAllowedAddresses(host: string, guard: Guard, lookUp: LookUp): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await lookUp(host) : [host]
  const allowed = addresses.filter((address) => guard(address))
  if (allowed.length > 0) return allowed
  if (addresses.length === 0) throw new DeliveryError({ answer: 'host name could not be resolved' })
  // Names the kind of network but not the address, so that names cannot be used to map a private network.
  const purposes = [...new Set(addresses.map(describePurpose))].join(', ')
  throw new DeliveryError({ answer: `requests to this network are not allowed (${purposes})`, isPermanent: true })
}

let defaultContext: SecureContext | undefined

/** The certificate authorities that Node and the system trust; read once, because there are many. */
function getSecureContext(authorities: readonly string[]): SecureContext {
  if (authorities.length > 0) return createContext(authorities)
  defaultContext ??= createContext([])
  return defaultContext
}

const createContext = (authorities: readonly string[]): SecureContext =>
  createSecureContext({ ca: listTrustedAuthorities(authorities) })

/** Replaces the host by its address; the certificate is still verified against the name. */
function replaceHost(options: buildConnector.Options, address: string): buildConnector.Options {
  const { servername: _, ...rest } = options
  const needsServerName = options.protocol === 'https:' && isIP(options.hostname) === 0
  return { ...rest, hostname: address, ...(needsServerName ? { servername: options.hostname } : {}) }
}
