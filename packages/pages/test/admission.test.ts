import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createVisitorAdmission } from '../src/admission.ts'
import { readCookies } from '../src/cookie.ts'

test('the api learns the address of the visitor, and what it answers decides', async () => {
  const requests: (readonly [IncomingMessage, string])[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const parts = await request.toArray()
    requests.push([request, parts.join('')])
    response.writeHead(status, { location: 'https://elsewhere.example/' }).end('{"token":"signed"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const warnings: unknown[] = []
  const log = { warn: (about: unknown) => void warnings.push(about) }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const admit = createVisitorAdmission({ url, log } as never)
  const ask = (address: string) => admit({ slug: 'shop', by: 'password', secret: 'p"ą', address })
  assert.deepEqual(await ask('::ffff:192.0.2.7'), { token: 'signed' })
  const [request, body] = requests[0] ?? assert.fail()
  assert.deepEqual([request.method, request.url], ['POST', '/v3/status_page_visitors'])
  assert.equal(request.headers['x-forwarded-for'], '192.0.2.7')
  assert.deepEqual(JSON.parse(body), { slug: 'shop', by: 'password', secret: 'p"ą' })
  await ask('made up\r\nX-Injected: yes')
  assert.equal(requests[1]?.[0].headers['x-forwarded-for'], undefined)
  for (const [answered, expected] of [
    [403, 'denied'],
    [400, 'denied'],
    [401, 'unavailable'],
    [404, 'unavailable'],
    [405, 'unavailable'],
    [429, 'too_many'],
    [503, 'unavailable'],
    [302, 'unavailable'],
  ] as const) {
    status = answered
    assert.equal(await ask('192.0.2.7'), expected)
  }
  server.closeAllConnections()
  server.close()
  assert.equal(await ask('192.0.2.7'), 'unavailable')
  assert.equal(await createVisitorAdmission({ url: '', log } as never)({ ...asked, by: 'entry' }), 'unavailable')
  assert.ok(warnings.length > 0)
})

test('an answer that is not about the visitor signs nobody out', async () => {
  let [status, text] = [400, '{}']
  const server = createServer((_, response) => void response.writeHead(status).end(text))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const warnings: unknown[] = []
  const log = { warn: (about: unknown) => void warnings.push(about) }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const admit = createVisitorAdmission({ url, log } as never)
  assert.equal(await admit(asked), 'unavailable', 'the form of a token was checked before')
  assert.deepEqual(warnings, [{ status: 400, suppressed: 0 }])
  for (const answered of ['{}', '{"token":1}', 'null', '<html>']) {
    ;[status, text] = [200, answered]
    assert.equal(await admit(asked), 'unavailable', answered)
  }
  server.closeAllConnections()
  server.close()
})

const asked = { slug: 'shop', by: 'token', secret: 'x', address: '' } as const

test('our cookie is found among others, and only so many of them', () => {
  assert.deepEqual(readCookies(undefined), [])
  assert.deepEqual(readCookies('a=b; wachta_visitor=one;wachta_visitor=two ; xwachta_visitor=no'), ['one', 'two'])
  assert.equal(readCookies('wachta_visitor=x;'.repeat(100)).length, 8)
})
