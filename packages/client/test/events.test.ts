import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { parseEvents, type ServerEvent } from '../src/events.ts'
import { createClient, NetworkError } from '../src/index.ts'

const text = ': hello\n\nid: 1\nevent: ready\ndata: {}\n\nid: 2\nevent: status\ndata: ["Łódź",\ndata: 2]\n\nevent: cut'
const expected: ServerEvent[] = [
  { id: '1', event: 'ready', data: '{}' },
  { id: '2', event: 'status', data: '["Łódź",\n2]' },
]

async function* cut(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

test('events are the same wherever the network cuts them, in the middle of a letter too', async () => {
  const bytes = new TextEncoder().encode(text)
  for (let size = 1; size <= bytes.length; size += 1)
    assert.deepEqual(await Array.fromAsync(parseEvents(cut(bytes, size))), expected)
})

test('lines may end as they do elsewhere', async () => {
  const bytes = new TextEncoder().encode(text.replaceAll('\n', '\r\n'))
  assert.deepEqual(await Array.fromAsync(parseEvents(cut(bytes, 7))), expected)
})

test('a separator of lines within a text does not lose the event', async () => {
  const data = JSON.stringify([{ acknowledged_by: 'Anna\u2028Nowak\u2029' }])
  const bytes = new TextEncoder().encode(`event: incident\ndata: ${data}\n\n`)
  assert.deepEqual(await Array.fromAsync(parseEvents(cut(bytes, 7))), [{ id: '', event: 'incident', data }])
})

test('a caller who takes long over an event misses none; a connection without data ends', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const write = (block: string) => writer.write(new TextEncoder().encode(block)).catch(() => undefined)
  const answer = new Response(readable, { headers: { 'content-type': 'text/event-stream' } })
  const client = createClient({ baseUrl: 'http://wachta.test', fetch: async () => answer })
  const events = await client.call('watch_service_statuses')
  void write('event: ready\ndata: {}\n\n')
  assert.equal((await events.next()).value?.event, 'ready')
  context.mock.timers.tick(60_000)
  void write('event: status\ndata: []\n\n')
  assert.equal((await events.next()).value?.event, 'status')
  const next = events.next()
  // The timer starts when the client waits for data.
  await new Promise((resolve) => setImmediate(resolve))
  context.mock.timers.tick(45_000)
  assert.deepEqual(await next, { done: true, value: undefined })
})

test('a call of a stream returns its events; leaving closes the connection, and a break is a lost connection', async () => {
  let open = 0
  const server = createServer((request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
    assert.equal(request.headers.authorization, 'Bearer t')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('event: ready\ndata: {}\n\n')
    if (open === 2) setTimeout(() => response.destroy(), 50)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, token: () => 't' })
  const lasting = await client.call('watch_service_statuses')
  assert.equal((await lasting.next()).value?.event, 'ready')
  const broken = await client.call('watch_service_statuses')
  await broken.next()
  await assert.rejects(broken.next(), NetworkError)
  await lasting.return()
  while (open > 0) await new Promise((resolve) => setTimeout(resolve, 10))
  server.close()
})
