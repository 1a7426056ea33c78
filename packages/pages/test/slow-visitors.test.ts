import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { limitSlowVisitors } from '../src/timeouts.ts'

const body = Buffer.alloc(32 * 1024 ** 2)

test('a visitor who reads nothing of an answer is dropped', async () => {
  const server = limitSlowVisitors(
    createServer((_, response) => void response.end(body)),
    1_000,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const unread = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  unread.on('error', () => undefined)
  unread.write('GET / HTTP/1.1\r\nHost: status.example.com\r\n\r\n')
  const count = () => new Promise<number>((resolve) => server.getConnections((_, found) => resolve(found)))
  await once(server, 'request')
  const deadline = Date.now() + 20_000
  while ((await count()) > 0 && Date.now() < deadline) await wait(100)
  const left = await count()
  unread.destroy()
  server.close()
  assert.equal(left, 0)
})
