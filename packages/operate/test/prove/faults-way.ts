import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How a way behaves: as it should, silent in both directions, or refusing. */
export type Condition = 'open' | 'stalled' | 'cut'

export interface Way extends AsyncDisposable {
  readonly port: number
  become(condition: Condition): void
}

/** A way to a port that can be broken. What was on it when it stalled arrives when it opens again. */
export async function openWay(to: number): Promise<Way> {
  const sockets = new Set<Socket>()
  let condition: Condition = 'open'
  const adopt = (socket: Socket, other: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.on('data', (bytes) => {
      if (!other.write(bytes)) socket.pause()
    })
    socket.on('drain', () => {
      if (condition === 'open') other.resume()
    })
    if (condition === 'stalled') socket.pause()
  }
  const server = createServer((near) => {
    if (condition === 'cut') return void near.destroy()
    const far = connect(to, '127.0.0.1')
    adopt(near, far)
    adopt(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    become(next) {
      condition = next
      for (const socket of sockets) {
        if (condition === 'cut') socket.destroy()
        else if (condition === 'stalled') socket.pause()
        else socket.resume()
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
