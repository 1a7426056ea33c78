import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** Starts a TCP server on a free port of the loopback address; closing it ends its connections. */
export async function startListening(
  server: Server,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
