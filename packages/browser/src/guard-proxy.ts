import { chmod, chown } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import type { Endpoint, TimedConnection } from '@wachta/checks'
import { encodeReply, readDestination, type SocksReply } from './socks.ts'

/** A connection that the browser requested. */
export interface ProxyConnection extends Endpoint {
  /** In milliseconds; null if the connection was not made. */
  readonly lookupMs: number | null
  readonly connectMs: number | null
  /** The error that prevented the connection; null if there was none. */
  readonly cause: unknown
  readonly isBlocked: boolean
}

export interface GuardProxy extends AsyncDisposable {
  /** Every connection that the browser has requested, in order. */
  readonly connections: readonly ProxyConnection[]
  /** Bytes received from the network, without the sent bytes, which count towards the limit too. */
  readonly receivedBytes: number
  /** The limit that the page exceeded; null if none. */
  readonly exceededLimit: string | null
}

export interface ProxyOptions {
  readonly socket: string
  /** Connects to a host if the guard of the sensor allows it. */
  readonly dial: (endpoint: Endpoint) => Promise<TimedConnection>
  /** Hosts that the page must not reach, by the settings of the service. */
  readonly isBlocked: (host: string) => boolean
}

/** The network limits of one page. */
const limits = { bytes: 209_715_200, openConnections: 128, connections: 2_000 }

/**
 * The only way from a browser to the network: a SOCKS server on a socket that only the jail of the check sees. Names
 * are resolved and addresses are checked here, outside the jail.
 */
export async function startGuardProxy(options: ProxyOptions): Promise<GuardProxy> {
  const connections: ProxyConnection[] = []
  const openSockets = new Set<Socket>()
  const openClients = new Set<Socket>()
  const state = { received: 0, sent: 0, exceeded: null as string | null }
  const exceed = (limit: string): void => {
    state.exceeded ??= limit
    for (const socket of openSockets) socket.destroy()
  }
  const connect = async (endpoint: Endpoint): Promise<Socket | SocksReply> => {
    const recordConnection = (details: Partial<ProxyConnection>) =>
      connections.push({ ...endpoint, lookupMs: null, connectMs: null, cause: null, isBlocked: false, ...details })
    if (options.isBlocked(endpoint.host)) {
      recordConnection({ isBlocked: true })
      return 'forbidden'
    }
    try {
      const { socket, lookupMs, connectMs } = await options.dial(endpoint)
      recordConnection({ lookupMs, connectMs })
      return socket
    } catch (cause) {
      recordConnection({ cause })
      return 'unreachable'
    }
  }
  const isFull = () => openClients.size >= limits.openConnections || connections.length >= limits.connections
  const serve = async (client: Socket): Promise<void> => {
    if (isFull()) exceed(`more than ${limits.connections} connections, or ${limits.openConnections} at once`)
    track(client, openSockets)
    track(client, openClients)
    const endpoint = state.exceeded === null ? await readDestination(client) : undefined
    const remote = endpoint && (await connect(endpoint))
    if (remote === undefined) client.destroy()
    else if (typeof remote === 'string') client.end(encodeReply(remote))
    // All connections were closed meanwhile; nothing else would close `remote` before the end of the check.
    else if (client.destroyed) remote.destroy()
    else {
      track(remote, openSockets)
      client.write(encodeReply('connected'))
      const count = (which: 'received' | 'sent') => (chunk: Buffer) => {
        state[which] += chunk.length
        if (state.received + state.sent > limits.bytes) exceed(`more than ${limits.bytes} bytes`)
      }
      remote.on('data', count('received'))
      client.on('data', count('sent'))
      joinSockets(client, remote)
    }
  }
  const server = createServer((client) => {
    client.on('error', () => undefined)
    serve(client).catch(() => client.destroy())
  })
  await listen(server, options.socket)
  return {
    connections,
    get receivedBytes() {
      return state.received
    },
    get exceededLimit() {
      return state.exceeded
    },
    async [Symbol.asyncDispose]() {
      for (const socket of openSockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Pipes the sockets into each other; when one closes, the other is destroyed. After the regular end of an answer, a
 * busy browser may not have taken its last bytes yet, so they are still delivered.
 */
function joinSockets(client: Socket, remote: Socket): void {
  remote.on('error', () => client.destroy())
  remote.on('close', () => (remote.readableEnded ? client.destroySoon() : client.destroy()))
  client.on('close', () => remote.destroy())
  remote.pipe(client)
  client.pipe(remote)
}

function track(socket: Socket, open: Set<Socket>): void {
  open.add(socket)
  socket.once('close', () => open.delete(socket))
}

/** Listens on a socket that the user of the jail can access: if the sensor runs as root, that is another user. */
async function listen(server: Server, socket: string): Promise<void> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve))
  if (process.getuid?.() === 0) await chown(socket, 65_534, 65_534)
  await chmod(socket, 0o600)
}
