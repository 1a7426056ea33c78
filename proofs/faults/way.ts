import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The state of a connection: normal, silent in both directions or in one, or rejecting. */
export type Condition = 'open' | 'stalled' | 'silent to the server' | 'silent to the client' | 'cut'

export interface Way extends AsyncDisposable {
  /** Local ports, one for each server that it connects to. */
  readonly ports: readonly number[]
  become(condition: Condition): void
}

type Side = 'client' | 'server'

/** Whether bytes from a side are held back. */
const isHeld = (condition: Condition, from: Side): boolean =>
  condition === 'stalled' || condition === (from === 'client' ? 'silent to the server' : 'silent to the client')

/** Opens the connections of one client to all servers. */
export async function openWays(to: readonly number[]): Promise<Way> {
  const ways = await Promise.all(to.map(openWay))
  return {
    ports: ways.flatMap(({ ports }) => ports),
    become: (condition) => {
      for (const way of ways) way.become(condition)
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all(ways.map((way) => way[Symbol.asyncDispose]()))),
  }
}

/** Opens a breakable proxy to a port. Bytes that were in transit when it stalled arrive when it opens again. */
async function openWay(to: number): Promise<Way> {
  const sockets = new Map<Socket, Side>()
  let condition: Condition = 'open'
  const adopt = (socket: Socket, side: Side, other: Socket) => {
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
      if (!isHeld(condition, side === 'client' ? 'server' : 'client')) other.resume()
    })
    if (isHeld(condition, side)) socket.pause()
  }
  const server = createServer((near) => {
    if (condition === 'cut') return void near.destroy()
    const far = connect(to, '127.0.0.1')
    adopt(near, 'client', far)
    adopt(far, 'server', near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ports: [(server.address() as AddressInfo).port],
    become(next) {
      condition = next
      for (const [socket, side] of sockets) {
        if (condition === 'cut') socket.destroy()
        else if (isHeld(condition, side)) socket.pause()
        else socket.resume()
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets.keys()) socket.destroy()
    },
  }
}
