import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The state of a connection: normal, silent in both directions or in one, or rejecting. */
export type Condition = 'open' | 'stalled' | 'silent to the server' | 'silent to the client' | 'cut'

export interface BreakableProxy extends AsyncDisposable {
  /** Local ports, one for each server that it connects to. */
  readonly ports: readonly number[]
  setCondition(condition: Condition): void
}

type Side = 'client' | 'server'

/** Whether bytes from a side are held back. */
const isHeldBack = (condition: Condition, from: Side): boolean =>
  condition === 'stalled' || condition === (from === 'client' ? 'silent to the server' : 'silent to the client')

/** Opens the connections of one client to all servers. */
export async function openBreakableProxies(serverPorts: readonly number[]): Promise<BreakableProxy> {
  const proxies = await Promise.all(serverPorts.map(openBreakableProxy))
  return {
    ports: proxies.flatMap(({ ports }) => ports),
    setCondition: (condition) => {
      for (const proxy of proxies) proxy.setCondition(condition)
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()))),
  }
}

/** Opens a breakable proxy to a port. Bytes that were in transit when it stalled arrive when it opens again. */
async function openBreakableProxy(serverPort: number): Promise<BreakableProxy> {
  const sockets = new Map<Socket, Side>()
  let condition: Condition = 'open'
  const forward = (socket: Socket, side: Side, other: Socket) => {
    sockets.set(socket, side)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.on('data', (bytes) => {
      if (!other.write(bytes)) socket.pause()
    })
    socket.on('drain', () => {
      if (!isHeldBack(condition, side === 'client' ? 'server' : 'client')) other.resume()
    })
    if (isHeldBack(condition, side)) socket.pause()
  }
  const server = createServer((near) => {
    if (condition === 'cut') return void near.destroy()
    const far = connect(serverPort, '127.0.0.1')
    forward(near, 'client', far)
    forward(far, 'server', near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ports: [(server.address() as AddressInfo).port],
    setCondition(next) {
      condition = next
      for (const [socket, side] of sockets) {
        if (condition === 'cut') socket.destroy()
        else if (isHeldBack(condition, side)) socket.pause()
        else socket.resume()
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}
