import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'

let api: TestApi
let as: string
let path: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  const id = await addAccount(api.owner)
  as = await openSession(api.owner, id)
  path = `/accounts/${id}`
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const change = async (headers: Record<string, string>) =>
  (await api.call('PUT', path, { as, headers, body: { name: 'Changed' } })).status

test('a page of another site cannot make a browser change anything', async () => {
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.wachta.test' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])
    assert.equal(await change(headers as Record<string, string>), 403, JSON.stringify(headers))
  const form = { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' }
  const close = await api.call('POST', `${path}/close`, { as, headers: form })
  assert.equal(close.body[0].error, 'cross_site_request', 'not even without a body')
})

test('pages of this installation, programs and typed addresses can', async () => {
  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin', origin: 'https://wachta.test' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://wachta.test' },
    { origin: 'http://localhost', host: 'localhost' },
  ])
    assert.equal(await change(headers as Record<string, string>), 204, JSON.stringify(headers))
  const read = await api.call('GET', path, { as, headers: { 'sec-fetch-site': 'cross-site' } })
  assert.equal(read.status, 200, 'a link from elsewhere is only read')
})

test('a browser is not asked for a password to keep', async () => {
  const asked = async (headers: Record<string, string>) =>
    String((await api.call('GET', path, { headers })).headers['www-authenticate'])
  assert.equal(await asked({ 'sec-fetch-mode': 'navigate' }), 'Bearer')
  assert.match(await asked({}), /Basic/)
})

test('every answer keeps browsers from making a page of it', async () => {
  for (const reply of [
    await api.call('GET', path, { as }),
    await api.call('GET', '/nothing'),
    await api.call('GET', path),
  ]) {
    assert.match(String(reply.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
    assert.equal(reply.headers['referrer-policy'], 'no-referrer')
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
  }
})

test('no other origin reads an answer, and TRACE is not served', async () => {
  const reply = await api.call('GET', path, { as, headers: { origin: 'https://evil.example' } })
  assert.equal(reply.headers['access-control-allow-origin'], undefined)
  assert.equal((await api.call('TRACE', path, { as })).status, 404)
})

test('an installation with https says so for a year, one without does not', async () => {
  assert.equal(
    (await api.call('GET', path)).headers['strict-transport-security'],
    'max-age=31536000; includeSubDomains',
  )
  await using plain = await startApi({ publicUrl: 'http://wachta.test' })
  assert.equal((await plain.call('GET', path)).headers['strict-transport-security'], undefined)
})
