import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A gate passes bytes, or accepts connections and passes nothing, as a host that is cut off. */
type Behaviour = 'pass' | 'hang'

/** A port of its own that leads to a server. */
export interface Gate extends AsyncDisposable {
  readonly port: number
  /** The number of connections that are open now. */
  readonly connections: number
  behave(behaviour: Behaviour): void
}

/** Opens a gate to the server of a URL. */
export async function openGate(url: string): Promise<Gate> {
  const { hostname, port } = new URL(url)
  const pairs = new Map<Socket, Socket>()
  /** Both ends, also of those whose other end closed while nothing passed. */
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
  const listener = createServer((near) => {
    const far = connect(Number(port || 5432), hostname)
    pairs.set(near, far)
    forward(near, far)
    forward(far, near)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return pairs.size
    },
    behave(next) {
      behaviour = next
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
