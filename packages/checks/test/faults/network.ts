import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import type { Fault, FaultyServer } from './fault.ts'
import { rawServer } from './servers.ts'

const refusing = async (): Promise<FaultyServer> => {
  const { address, close } = await rawServer(() => undefined)
  close()
  return { address, close: () => undefined }
}

/** Listens, but never accepts a connection: once the queue is full, clients get no answer. */
const deaf = `
const server = require('node:net').createServer()
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

async function unanswered(): Promise<FaultyServer> {
  const child = spawn(process.execPath, ['-e', deaf], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve) => child.stdout.once('data', (text) => resolve(Number(text))))
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => undefined))
  await new Promise((resolve) => setTimeout(resolve, 200))
  const close = () => {
    for (const filler of fillers) filler.destroy()
    child.kill('SIGKILL')
  }
  return { address: `127.0.0.1:${port}`, close }
}

export const networkFaults: readonly Fault[] = [
  { name: 'no listener', type_id: 'http', server: refusing, kind: 'connection_refused' },
  { name: 'no listener for TLS', type_id: 'https', server: refusing, kind: 'connection_refused' },
  { name: 'no answer to connecting', type_id: 'http', server: unanswered, timeout_ms: 400, kind: 'timeout_connect' },
  {
    name: 'reset as soon as connected',
    type_id: 'http',
    server: () => rawServer((socket) => socket.resetAndDestroy()),
    kind: 'connection_reset',
  },
  {
    name: 'reset after the request',
    type_id: 'http',
    server: () => rawServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    kind: 'connection_reset',
  },
  {
    name: 'closed as soon as connected',
    type_id: 'http',
    server: () => rawServer((socket) => socket.end()),
    kind: 'connection_closed',
  },
  {
    name: 'closed after the request',
    type_id: 'http',
    server: () => rawServer((socket) => socket.once('data', () => socket.end())),
    kind: 'connection_closed',
  },
  {
    name: 'closed within the headers',
    type_id: 'http',
    server: () => rawServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-'))),
    kind: 'connection_closed',
  },
  {
    name: 'an address that sensors may not reach',
    type_id: 'http',
    server: async () => ({ address: '127.0.0.1:80', checkContext: { guard: () => false }, close: () => undefined }),
    kind: 'address_forbidden',
  },
  {
    name: 'a name that leads to one',
    type_id: 'https',
    server: async () => ({ address: 'localhost', checkContext: { guard: () => false }, close: () => undefined }),
    kind: 'address_forbidden',
  },
]
