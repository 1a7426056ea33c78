import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint, TimedConnection } from '@wachta/checks'
import { startGuardProxy } from '../src/guard-proxy.ts'

const directory = await mkdtemp(join(tmpdir(), 'wachta-test-'))
await chmod(directory, 0o711)
const site = createServer((socket) => socket.on('error', () => undefined).resume()).listen(0, '127.0.0.1')
await once(site, 'listening')
const { port } = site.address() as AddressInfo
after(async () => {
  site.close()
  await rm(directory, { recursive: true })
})

async function dial({ host, port: remotePort }: Endpoint): Promise<TimedConnection> {
  const socket = connect({ host, port: remotePort })
  await once(socket, 'connect')
  return { socket, lookupMs: 0, connectMs: 1 }
}

/** Asks the guard for a connection to the site, as a browser does. */
async function request(path: string): Promise<Socket> {
  const client = connect(path)
  client.on('error', () => undefined)
  client.write(Buffer.from([5, 1, 0]))
  await once(client, 'data')
  client.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 0xff]))
  return client
}

test('a connection that is made after all were closed is closed too', async () => {
  const path = join(directory, 'late')
  const dialled = Promise.withResolvers<void>()
  const isClosed = Promise.withResolvers<void>()
  await using proxy = await startGuardProxy({
    socket: path,
    isBlocked: () => false,
    dial: async (endpoint) => {
      dialled.resolve()
      await isClosed.promise
      return dial(endpoint)
    },
  })
  const arrived = once(site, 'connection')
  const client = await request(path)
  await dialled.promise
  const closed = once(client, 'close')
  for (let count = 0; count < 128; count += 1) connect(path).on('error', () => undefined)
  await closed
  assert.match(proxy.exceededLimit ?? '', /128 at once/)
  isClosed.resolve()
  const [remote] = (await arrived) as [Socket]
  await once(remote, 'close', { signal: AbortSignal.timeout(2_000) })
})

/** Requests an answer of this length, begins to read it late, and returns how much of it arrives. */
async function receiveLate(path: string, length: number): Promise<number> {
  const arrived = once(site, 'connection')
  const client = (await request(path)).pause()
  const [remote] = (await arrived) as [Socket]
  remote.end(Buffer.alloc(length))
  await delay(100)
  let received = 0
  client.on('data', (chunk: Buffer) => {
    received += chunk.length
  })
  await once(client.resume(), 'close')
  const replyLength = 10
  return received - replyLength
}

test('a browser that is busy gets the whole answer of a server that has closed the connection', async () => {
  const path = join(directory, 'busy')
  await using _proxy = await startGuardProxy({ socket: path, isBlocked: () => false, dial })
  // The system buffers some hundred kilobytes; the rest waits in the guard.
  for (let length = 100_000; length < 700_000; length += 30_000) assert.equal(await receiveLate(path, length), length)
})

test('a page may have as many connections at once as is said, and one more closes all', async () => {
  const path = join(directory, 'many')
  await using proxy = await startGuardProxy({ socket: path, isBlocked: () => false, dial })
  const clients: Socket[] = []
  for (let count = 0; count < 128; count += 1) {
    const client = await request(path)
    const [reply] = (await once(client, 'data')) as [Buffer]
    assert.equal(reply[1], 0)
    clients.push(client)
  }
  assert.equal(proxy.exceededLimit, null)
  const closed = clients.map((client) => once(client, 'close'))
  const last = connect(path)
  last.on('error', () => undefined)
  await Promise.all(closed)
  assert.match(proxy.exceededLimit ?? '', /128 at once/)
})
