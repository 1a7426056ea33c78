import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The behaviour of a connection: normal, silent in both directions or in one, or refusing. */
export type Condition = 'open' | 'stalled' | 'silent to the server' | 'silent to the client' | 'cut'

export interface Way extends AsyncDisposable {
  /** Where it begins: one port for each server that it leads to. */
  readonly ports: readonly number[]
  become(condition: Condition): void
}

type Side = 'client' | 'server'

/** Whether bytes that come from a side are held. */
const isHeld = (condition: Condition, from: Side): boolean =>
  condition === 'stalled' || condition === (from === 'client' ? 'silent to the server' : 'silent to the client')

/** The way of one client to all servers. */
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

/** A way to a port that can be broken. What was on it when it stalled arrives when it opens again. */
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
