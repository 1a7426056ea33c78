import dns from 'node:dns'
import { connect, isIP, type Socket } from 'node:net'
import type { Probe } from '../probe.ts'

/** A DNS server to query. */
export interface NameServer {
  readonly address: string
  readonly port: number
  /** Whether it is a resolver of the sensor, which no customer chose. */
  readonly isOwn: boolean
  /** Connects over TCP, for answers that do not fit into one packet. */
  connect(): Promise<Socket>
}

/** Returns the server given by name or address, once per address; it must pass the guard like every other target. */
export async function resolveGivenServer(host: string, port: number, probe: Probe): Promise<readonly NameServer[]> {
  const addresses = await probe.network.resolve(host)
  return addresses.map((address) => ({
    address,
    port,
    isOwn: false,
    connect: () => probe.network.connect({ host: address, port }),
  }))
}

/**
 * Returns the resolvers of the system. They often have private addresses, but no customer chose them and the machine
 * uses them anyway, so the guard does not apply. They are read each time, because they can change.
 */
export function listSystemServers(signal: AbortSignal): readonly NameServer[] {
  return dns.getServers().map((server) => {
    const { address, port } = parseAddressAndPort(server)
    return { address, port, isOwn: true, connect: () => connectSocket(address, port, signal) }
  })
}

/** As Node writes them: `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53`, `[2001:db8::53]:5353`. */
function parseAddressAndPort(server: string): { address: string; port: number } {
  if (isIP(server)) return { address: server, port: 53 }
  const [, address = server, port = '53'] = /^\[?(.*?)\]?:(\d+)$/.exec(server) ?? []
  return { address, port: Number(port) }
}

function connectSocket(address: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, signal }, () => {
      socket.off('error', reject)
      socket.on('error', () => undefined)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}
