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
  let behaviour: Behaviour = 'pass'
  const forward = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (behaviour === 'pass') to.write(bytes)
    })
    from.on('error', () => undefined)
    from.on('close', () => {
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
  const destroyAll = () => {
    for (const socket of [...pairs.keys(), ...pairs.values()]) socket.destroy()
  }
  return {
    port: (listener.address() as AddressInfo).port,
    get connections() {
      return pairs.size
    },
    behave(next) {
      behaviour = next
    },
    async [Symbol.asyncDispose]() {
      destroyAll()
      listener.close()
    },
  }
}
