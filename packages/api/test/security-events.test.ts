import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { hashPassword } from '../src/platform/authentication/passwords.ts'
import { cleanUp } from '../src/platform/cleanup.ts'

const password = 'correct horse battery staple'
let api: TestApi
let holder: number
let as: string
let admin: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  holder = await addAccount(api.owner, { username: 'guessed', passwordHash: await hashPassword(password) })
  as = await openSession(api.owner, holder)
  admin = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

interface Event {
  readonly type: string
  readonly client_ip_address: string
  readonly count: number
  readonly account_id: number | null
}

async function events(path = '/accounts/my_account/logs/security_events', by = as): Promise<Event[]> {
  await api.security.flush()
  const reply = await api.call('GET', path, { as: by })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const summary = (all: readonly Event[]) =>
  all.map(({ type, client_ip_address, count }) => `${type} ${client_ip_address} ${count}`).sort()
const guess = (username: string, from: string) =>
  api.call('POST', '/sessions', { from, body: { username, password: 'not the right one' } })

test('failed sign-ins are seen by the holder, by address and hour, however many there are', async () => {
  for (const _ of [1, 2, 3]) await guess('Guessed', '192.0.2.7')
  await guess('guessed', '2001:db8:1:2:3::4')
  await api.call('GET', '/accounts', {
    as: `Basic ${Buffer.from('guessed:wrong').toString('base64')}`,
    from: '192.0.2.8',
  })
  assert.deepEqual(summary(await events()), [
    'sign_in_failed 192.0.2.7 3',
    'sign_in_failed 192.0.2.8 1',
    'sign_in_failed 2001:db8:1:2 1',
  ])
  await guess('guessed', '192.0.2.7')
  assert.ok(summary(await events()).includes('sign_in_failed 192.0.2.7 4'), 'the same row')
})

test('rejected requests, wrong passwords and step-ups are noted too', async () => {
  const session = await openSession(api.owner, holder, 'customer', { steppedUp: false })
  const from = '198.51.100.1'
  await api.call('PUT', `/accounts/${holder}`, { as: session, from, body: { username: 'taken-over' } })
  await api.call('POST', '/sessions/step_up', { as: session, from, body: { password: 'not the right one' } })
  await api.call('POST', '/sessions/step_up', { as: session, from, body: { password } })
  await api.call('GET', '/admin/accounts', { as: session, from })
  const seen = summary((await events()).filter(({ client_ip_address }) => client_ip_address === from))
  assert.deepEqual(
    seen,
    ['access_denied', 'password_failed', 'step_up', 'step_up_missing'].map((type) => `${type} ${from} 1`),
  )
})

test('every other way of being turned away has its own type', async () => {
  const id = await addAccount(api.owner, { username: 'turned.away', passwordHash: await hashPassword(password) })
  const from = '198.51.100.77'
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, more: object = {}) =>
    api.call(method, path, { as: await openSession(api.owner, id), from, ...more })
  // Events of requests that are rejected before the session is looked up have no account.
  const types = async () =>
    (await events('/admin/security_events', admin))
      .filter(({ client_ip_address }) => client_ip_address === from)
      .map(({ type }) => type)
  await call('POST', `/accounts/${id}/2fa/setup`, { body: { password } })
  await call('POST', `/accounts/${id}/2fa/verify`, { body: { code: '000000' } })
  assert.ok((await types()).includes('code_failed'))
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  await call('PUT', `/accounts/${id}`, { headers, body: { name: 'Changed' } })
  assert.ok((await types()).includes('cross_site'))
  for (let attempt = 0; attempt < 12; attempt += 1) await guess('turned.away', from)
  assert.ok((await types()).includes('throttled'))
  await api.owner.query(
    sql`update account set ip_whitelist = '{192.0.2.7}', ip_whitelist_enabled = true where id = ${id}`,
  )
  await call('GET', '/accounts/my_account')
  assert.ok((await types()).includes('address_rejected'))
  await api.owner.query(sql`update account set ip_whitelist_enabled = false, is_blocked = true where id = ${id}`)
  await call('GET', '/accounts/my_account')
  assert.ok((await types()).includes('account_rejected'))
})

test('what concerns no account is for administrators, without the name that was typed', async () => {
  await guess('nobody-at-all', '203.0.113.9')
  const [event] = (await events('/admin/security_events', admin)).filter(
    ({ client_ip_address }) => client_ip_address === '203.0.113.9',
  )
  assert.deepEqual([event?.account_id, event?.type, event?.count], [null, 'sign_in_failed', 1])
  const [{ dump } = { dump: '' }] = await api.owner.query(
    sql<{ dump: string }>`select string_agg(e::text, ' ') as dump from security_event e`,
  )
  assert.ok(!dump.includes('nobody-at-all'))
})

test('an address that the client made up counts for nothing', async () => {
  await api.app.inject({
    method: 'POST',
    url: '/v3/sessions',
    remoteAddress: '203.0.113.50',
    headers: { 'x-forwarded-for': '198.51.100.200', 'content-type': 'application/json' },
    payload: JSON.stringify({ username: 'guessed', password: 'not the right one' }),
  })
  const addresses = (await events()).map(({ client_ip_address }) => client_ip_address)
  assert.ok(addresses.includes('203.0.113.50') && !addresses.includes('198.51.100.200'))
})

test('other accounts cannot read them', async () => {
  const stranger = await openSession(api.owner, await addAccount(api.owner))
  assert.equal((await api.call('GET', `/accounts/${holder}/logs/security_events`, { as: stranger })).status, 404)
  assert.equal((await api.call('GET', '/admin/security_events', { as })).body[0].error, 'administrator_only')
})

test('a flood leaves a bounded number of rows, and old ones go', async () => {
  for (let index = 0; index < 5_000; index += 1)
    api.security.note({ type: 'session_rejected', address: `10.${index >> 8}.${index & 255}.1`, time: new Date() })
  await api.security.flush()
  const count = async () =>
    (await api.owner.query(sql`select from security_event where type = 'session_rejected'`)).length
  assert.ok((await count()) <= 1_000)
  await cleanUp(
    { ...api.interface.context, registry: api.interface.context.searcher.registry },
    new Date(Date.now() + 91 * 86_400_000),
  )
  assert.equal(await count(), 0)
})
