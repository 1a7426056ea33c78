import { connect, createServer, type Socket } from 'node:net'

/** A connection to the database that can be cut without either end noticing. */
export interface Wire extends AsyncDisposable {
  readonly url: string
  cut(): void
}

export async function createWire(url: string): Promise<Wire> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const listener = createServer((socket) => {
    const server = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('data', (bytes) => void (isCut || other.write(bytes)))
      one.on('close', () => void (isCut || other.destroy()))
    }
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: through.href,
    cut() {
      isCut = true
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}
