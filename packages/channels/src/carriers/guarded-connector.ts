import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import { addAuthorities, describePurpose, type Guard } from '@wachta/egress'
import { buildConnector } from 'undici'
import { DeliveryError } from '../delivery.ts'

/** The addresses of a name. */
export type LookUp = (name: string) => Promise<readonly string[]>

interface ConnectorSettings {
  readonly guard: Guard
  readonly lookUp: LookUp
  readonly authorities: readonly string[]
  /** Milliseconds for one address. */
  readonly timeLimit: number
}

/**
 * Connects only to addresses that the guard allows. It resolves the name itself: if the connection resolved it again,
 * the second answer could differ from the one that was checked.
 */
export function createGuardedConnector({
  guard,
  lookUp,
  authorities,
  timeLimit,
}: ConnectorSettings): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeLimit,
    allowH2: false,
    secureContext: secureContext(authorities),
  })
  const connectTo = (options: buildConnector.Options, address: string): Promise<Socket> =>
    new Promise((resolve, reject) => {
      connect(toAddress(options, address), (fault, socket) => (fault ? reject(fault) : resolve(socket)))
    })

  const connectToFirst = async (options: buildConnector.Options): Promise<Socket> => {
    let fault: unknown
    for (const address of await findAllowedAddresses(options.hostname, guard, lookUp)) {
      try {
        return await connectTo(options, address)
      } catch (cause) {
        fault = cause
      }
    }
    throw fault
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
  const [fourth, sixth] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const found = [fourth, sixth].flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (found.length === 0 && fourth.status === 'rejected') throw fourth.reason
  return found
}

/** For gateways of the operator, whose names may be in the hosts file or need the search domains of the machine. */
export const lookUpBySystem: LookUp = async (name) => (await lookup(name, { all: true })).map(({ address }) => address)

async function findAllowedAddresses(host: string, guard: Guard, lookUp: LookUp): Promise<readonly string[]> {
  const found = isIP(host) === 0 ? await lookUp(host) : [host]
  const allowed = found.filter((address) => guard(address))
  if (allowed.length > 0) return allowed
  if (found.length === 0) throw new DeliveryError({ answer: 'host name could not be resolved' })
  // Names the kind of network but not the address, so that names cannot be used to map a private network.
  const purposes = [...new Set(found.map(describePurpose))].join(', ')
  throw new DeliveryError({ answer: `requests to this network are not allowed (${purposes})`, isPermanent: true })
}

let usual: SecureContext | undefined

/** The certificate authorities that Node and the system trust; read once, because there are many. */
function secureContext(authorities: readonly string[]): SecureContext {
  if (authorities.length > 0) return toContext(authorities)
  usual ??= toContext([])
  return usual
}

const toContext = (authorities: readonly string[]): SecureContext =>
  createSecureContext({ ca: addAuthorities(authorities) })

/** The certificate is still verified against the name. */
function toAddress(options: buildConnector.Options, address: string): buildConnector.Options {
  const { servername: _, ...rest } = options
  const isNamed = options.protocol === 'https:' && isIP(options.hostname) === 0
  return { ...rest, hostname: address, ...(isNamed ? { servername: options.hostname } : {}) }
}
