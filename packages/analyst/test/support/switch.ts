import { connect, createServer, type Socket } from 'node:net'

/** A connection pooler that queues: while it is closed, clients that connect wait instead of failing. */
export interface ConnectionSwitch extends AsyncDisposable {
  /** The same database, through the switch. */
  readonly url: string
  /** Closes all connections, and makes new ones wait. */
  close(): void
  open(): void
}

export async function createSwitch(url: string): Promise<ConnectionSwitch> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const waiting: Socket[] = []
  let isOpen = true
  const join = (socket: Socket) => {
    const server = connect(Number(target.port || 5432), target.hostname)
    for (const [one, other] of [
      [socket, server],
      [server, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }
  const listener = createServer((socket) => {
    if (isOpen) join(socket)
    else waiting.push(socket)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(typeof address === 'object' ? address?.port : '')
  const close = () => {
    isOpen = false
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    close,
    open() {
      isOpen = true
      for (const socket of waiting.splice(0)) join(socket)
    },
    async [Symbol.asyncDispose]() {
      close()
      for (const socket of waiting) socket.destroy()
      await new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  }
}
