import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** `pass` forwards bytes; `hang` accepts connections and forwards nothing, like a host that is cut off. */
type Behaviour = 'pass' | 'hang'

/** A TCP proxy with its own port in front of a server. */
export interface Gate extends AsyncDisposable {
  readonly port: number
  /** The number of connections that are open now. */
  readonly connections: number
  setBehaviour(behaviour: Behaviour): void
}

/** Opens a gate to the server of a URL. */
export async function openGate(url: string): Promise<Gate> {
  const { hostname, port } = new URL(url)
  const pairs = new Map<Socket, Socket>()
  /** The sockets of both sides, including those whose other side was closed while the gate hung. */
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'pass'
  const forward = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (behaviour === 'pass') to.write(bytes)
    })
    from.on('error', () => undefined)
    sockets.add(from)
    from.on('close', () => {
      sockets.delete(from)
      pairs.delete(from)
      if (behaviour === 'pass') to.destroy()
    })
  }
  const listener = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname)
    pairs.set(client, upstream)
    forward(client, upstream)
    forward(upstream, client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return pairs.size
    },
    setBehaviour(next) {
      behaviour = next
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
