import assert from 'node:assert/strict'
import { pbkdf2 } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { allowPublicOnly, createGuard, ForbiddenAddress, sendGuardedRequest } from '../src/index.ts'

const seen: { url: string; host: string; authorization: string | undefined; body: string }[] = []
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const { host = '', authorization } = request.headers
    seen.push({ url: request.url ?? '', host, authorization, body })
    if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' })
    else if (request.url === '/busy') response.writeHead(503, { 'retry-after': '7' })
    if (request.url !== '/never') response.end('x'.repeat(100_000))
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
after(() => {
  server.closeAllConnections()
  server.close()
})
const port = (server.address() as AddressInfo).port
const guard = createGuard({ allow: ['127.0.0.0/8'] })

test('an allowed request is sent with its path, body and credentials', async () => {
  const url = `http://user:w%40rd@127.0.0.1:${port}/ping?id=4`
  const { status } = await sendGuardedRequest({ url, guard, method: 'POST', body: '{}' })
  assert.equal(status, 200)
  assert.deepEqual(seen.at(-1), {
    url: '/ping?id=4',
    host: `127.0.0.1:${port}`,
    authorization: `Basic ${Buffer.from('user:w@rd').toString('base64')}`,
    body: '{}',
  })
})

test('a forbidden address is not connected to, by address or by name, and the error contains neither', async () => {
  const before = seen.length
  for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
    const url = `http://${host}:${port}/secret-path`
    await assert.rejects(sendGuardedRequest({ url, guard: allowPublicOnly }), (error: Error) => {
      assert.ok(error instanceof ForbiddenAddress)
      assert.doesNotMatch(error.message, /127|localhost|::1|secret/)
      return true
    })
  }
  assert.equal(seen.length, before)
  await sendGuardedRequest({ url: `http://localhost:${port}/`, guard })
  assert.equal(seen.length, before + 1, 'the control: the same name, allowed')
})

test('a redirect is returned as an answer and not followed', async () => {
  assert.equal((await sendGuardedRequest({ url: `http://127.0.0.1:${port}/moved`, guard })).status, 302)
  assert.equal(seen.at(-1)?.url, '/moved')
  assert.deepEqual(await sendGuardedRequest({ url: `http://127.0.0.1:${port}/busy`, guard }), {
    status: 503,
    retryAfter: '7',
  })
})

test('a request without an answer times out', async () => {
  await assert.rejects(sendGuardedRequest({ url: `http://127.0.0.1:${port}/never`, guard, timeoutMs: 200 }))
})

test('a lookup that takes too long ends the request in time', async () => {
  // Lookups wait for one of the four threads of the process.
  let isFree = false
  const work = Array.from({ length: 8 }, () => {
    const done = Promise.withResolvers<void>()
    pbkdf2('password', 'salt', 1_500_000, 64, 'sha512', () => {
      isFree = true
      done.resolve()
    })
    return done.promise
  })
  const sent = sendGuardedRequest({ url: `http://localhost:${port}/`, guard, timeoutMs: 100 })
  await assert.rejects(sent, { name: 'TimeoutError' })
  assert.equal(isFree, false)
  await Promise.all(work)
})

test('a password without a user is sent', async () => {
  await sendGuardedRequest({ url: `http://:t0ken@127.0.0.1:${port}/`, guard })
  assert.equal(seen.at(-1)?.authorization, `Basic ${Buffer.from(':t0ken').toString('base64')}`)
})
