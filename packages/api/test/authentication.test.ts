import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { waitForValue } from '@wachta/testing/eventually'
import { sql } from 'kysely'
import { generateSync } from 'otplib'
import { createAuthenticator } from '../src/platform/authentication/authenticator.ts'
import { hashPassword } from '../src/platform/authentication/passwords.ts'
import { createThrottle } from '../src/platform/authentication/throttle.ts'

const password = 'correct horse battery staple'
let api: TestApi
let hash: string

before(async () => {
  api = await startApi()
  hash = await hashPassword(password)
  await addPackage(api.owner)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const basic = (username: string, secret = password) =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`
const signIn = (username: string, more: object = {}, options: object = {}) =>
  api.call('POST', '/sessions', { body: { username, password, ...more }, ...options })
const symbols = (body: { error: string }[]) => body.map(({ error }) => error)

test('without credentials there is 401, the array of errors and a challenge', async () => {
  const reply = await api.call('GET', '/accounts')
  assert.equal(reply.status, 401)
  assert.deepEqual(symbols(reply.body), ['authentication_required'])
  assert.match(String(reply.headers['www-authenticate']), /Basic/)
})

test('Basic works with the right password and with no other', async () => {
  await addAccount(api.owner, { username: 'basic', passwordHash: hash })
  assert.equal((await api.call('GET', '/accounts/my_account', { as: basic('basic') })).body.username, 'basic')
  assert.equal((await api.call('GET', '/accounts/my_account', { as: basic('BASIC') })).status, 200)
  const wrong = await api.call('GET', '/accounts/my_account', { as: basic('basic', 'wrong password') })
  assert.equal(wrong.status, 401)
  assert.deepEqual(symbols(wrong.body), ['wrong_credentials'])
})

test('an unknown user name and a wrong password look alike', async () => {
  const [unknown, wrong] = [await signIn('nobody-at-all'), await signIn('basic', { password: 'something else' })]
  assert.equal(unknown.text, wrong.text)
  assert.equal(unknown.status, 401)
})

test('creating a session returns a token of 32 hex characters that authenticates requests', async () => {
  await addAccount(api.owner, { username: 'holder', passwordHash: hash })
  const created = await signIn('holder', { client_id: 'test', unknown_member: 1 })
  assert.equal(created.status, 201)
  assert.deepEqual(Object.keys(created.body), ['id', 'token'])
  assert.match(created.body.token, /^[0-9a-f]{32}$/)
  const as = `Bearer ${created.body.token}`
  const listed = await api.call('GET', '/sessions?fields=id,is_current,client_id,is_verified', { as })
  assert.deepEqual(listed.body, [{ id: created.body.id, is_current: true, client_id: 'test', is_verified: true }])
  assert.equal((await api.call('DELETE', `/sessions/${created.body.id}`, { as })).status, 204)
  const ended = await api.call('GET', '/sessions', { as })
  assert.deepEqual([ended.status, symbols(ended.body)], [401, ['invalid_session']])
})

test('tokens of other issuers are rejected, and their use is not logged', async () => {
  const issued = ['{"alg":"none"}', '{"sub":"anna"}'].map((part) => Buffer.from(part).toString('base64url')).join('.')
  const reply = await api.call('GET', '/accounts/my_account', { as: `Bearer ${issued}.` })
  assert.deepEqual([reply.status, symbols(reply.body)], [401, ['invalid_session']])
  const types = await api.owner.query(sql<{ type: string }>`select distinct type from authentication`)
  assert.ok(types.every(({ type }) => type !== 'oauth2'))
})

test('the database contains no usable token', async () => {
  await addAccount(api.owner, { username: 'dumped', passwordHash: hash })
  const { body } = await signIn('dumped')
  const [row] = await api.owner.query(sql<{ dump: string }>`select string_agg(s::text, ' ') as dump from session s`)
  assert.ok(row && row.dump.length > 0)
  assert.ok(!row.dump.includes(body.token))
})

test('the deprecated token can be created, read and deleted', async () => {
  await addAccount(api.owner, { username: 'older', passwordHash: hash })
  const created = await api.call('POST', '/auth_token', { body: { username: 'older', password, timeout: 60 } })
  assert.equal(created.status, 201)
  assert.deepEqual(Object.keys(created.body), ['id'])
  const as = `Bearer ${created.body.id}`
  const info = await api.call('GET', '/auth_token', { as })
  assert.equal(info.body.timeout, 60)
  assert.match(info.body.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  assert.equal((await api.call('DELETE', '/auth_token', { as })).status, 204)
  assert.equal((await api.call('GET', '/auth_token', { as })).status, 401)
})

test('a session ends when it was idle for its timeout, and after 90 days in any case', async () => {
  const id = await addAccount(api.owner, { username: 'idle', passwordHash: hash })
  const { body } = await signIn('idle', { timeout: 100 })
  const as = `Bearer ${body.token}`
  const start = Date.now()
  const at = async (seconds: number) => {
    api.clock = new Date(start + seconds * 1000)
    return (await api.call('GET', '/accounts/my_account', { as })).status
  }
  assert.equal(await at(90), 200)
  assert.equal(await at(180), 200, 'use moves the end')
  assert.equal(await at(300), 401)
  api.clock = null
  const long = await openSession(api.owner, id)
  await api.owner.query(
    sql`update session set timeout = 7776000, expires_at = now() + interval '90 days' where account_id = ${id}`,
  )
  for (const day of [30, 60, 89]) {
    api.clock = new Date(start + day * 86_400_000)
    assert.equal((await api.call('GET', '/accounts/my_account', { as: long })).status, 200)
  }
  api.clock = new Date(start + 91 * 86_400_000)
  assert.equal((await api.call('GET', '/accounts/my_account', { as: long })).status, 401)
  api.clock = null
})

test('a write reads callers again, unless it concerns none', async () => {
  const id = await addAccount(api.owner, { username: 'busy', passwordHash: hash })
  const as = await openSession(api.owner, id)
  // The clock is frozen, so nothing in the cache expires.
  api.clock = new Date()
  const read = async () => (await api.call('GET', '/accounts/my_account', { as })).status
  assert.equal(await read(), 200)
  // A change of the session by another process is noticed when the session is read again.
  await api.owner.query(sql`update session set expires_at = '2020-01-01' where account_id = ${id}`)
  const contact = await api.call('POST', '/contacts', { as, body: { name: 'On call' } })
  assert.equal(contact.status, 201, contact.text)
  assert.equal(await read(), 200, 'a contact concerns no caller')
  const changed = await api.call('PUT', '/accounts/my_account', { as, body: { name: 'Busy' } })
  assert.equal(changed.status, 204, changed.text)
  assert.equal(await read(), 401)
  api.clock = null
})

test('sessions end when the password changes, or the account or its parent is blocked', async () => {
  const parent = await addAccount(api.owner, { username: 'parent', passwordHash: hash })
  const child = await addAccount(api.owner, { parent })
  const administrator = await openSession(
    api.owner,
    await addAccount(api.owner, { administrator: true }),
    'administrator',
  )
  const alive = async (as: string) => (await api.call('GET', '/accounts/my_account', { as })).status === 200

  const before = `Bearer ${(await signIn('parent')).body.token}`
  assert.ok(await alive(before))
  const changed = await api.call('POST', `/accounts/${parent}/change_password`, {
    as: before,
    body: { new_password: 'another fine secret 7' },
  })
  assert.equal(changed.status, 204)
  assert.ok(!(await alive(before)))

  const [one, other] = [await openSession(api.owner, parent), await openSession(api.owner, child)]
  assert.ok((await alive(one)) && (await alive(other)))
  assert.equal((await api.call('POST', `/admin/accounts/${parent}/block`, { as: administrator })).status, 204)
  assert.ok(!(await alive(one)) && !(await alive(other)))
  const refused = await api.call('POST', '/sessions', {
    body: { username: 'parent', password: 'another fine secret 7' },
  })
  assert.deepEqual([refused.status, ...symbols(refused.body)], [403, 'account_blocked'])
})

test('revoked permissions take effect with the next request', async () => {
  const id = await addAccount(api.owner, { administrator: true })
  const other = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
  const as = await openSession(api.owner, id)
  const rename = (name: string) => api.call('PUT', `/accounts/${id}`, { as, body: { name } })
  assert.equal((await rename('One')).status, 204)
  assert.equal(
    (await api.call('PUT', `/admin/accounts/${id}`, { as: other, body: { is_read_only: true } })).status,
    204,
  )
  assert.equal((await rename('Two')).status, 403)
})

test('the administrator scope must be requested, and only administrators with 2FA get it', async () => {
  const account = { username: 'chief', passwordHash: hash, administrator: true, withoutTwoFactor: true }
  const id = await addAccount(api.owner, account)
  await addAccount(api.owner, { username: 'plain', passwordHash: hash })
  const refused = await signIn('plain', { scope: 'administrator' })
  assert.deepEqual([refused.status, ...symbols(refused.body)], [403, 'administrator_scope_refused'])
  const customer = `Bearer ${(await signIn('chief')).body.token}`
  assert.deepEqual(symbols((await api.call('GET', '/admin/accounts', { as: customer })).body), ['administrator_only'])
  const chief = `Bearer ${(await signIn('chief', { scope: 'administrator' })).body.token}`
  const look = async (as: string) => symbols((await api.call('GET', '/admin/accounts', { as })).body)
  assert.deepEqual(await look(chief), ['two_factor_setup_required'])
  const basic = `Basic ${Buffer.from(`chief:${password}`).toString('base64')}`
  assert.deepEqual(await look(basic), ['administrator_only'], 'Basic never administers')

  const { key } = (await api.call('POST', `/accounts/${id}/2fa/setup`, { as: chief })).body
  const code = generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) })
  assert.equal((await api.call('POST', `/accounts/${id}/2fa/verify`, { as: chief, body: { code } })).status, 200)
  assert.equal((await api.call('GET', '/admin/accounts', { as: chief })).status, 200)
  assert.deepEqual(await look(basic), ['wrong_credentials'])
})

test('the idle timeout of a session is limited by its scope', async () => {
  await addAccount(api.owner, { username: 'idler', passwordHash: hash, administrator: true })
  const spans = async (scope: string) => {
    const { id } = (await signIn('idler', { scope, timeout: 7_776_000 })).body
    const [row] = await api.owner.query(sql<{ timeout: number; absolute: number }>`select timeout,
  extract(epoch from expires_at - created_at)::int as absolute from session where id = ${id}`)
    return [row?.timeout, row?.absolute]
  }
  assert.deepEqual(await spans('customer'), [14 * 86_400, 90 * 86_400])
  assert.deepEqual(await spans('administrator'), [3600, 12 * 3600])
})

test('an allow-list admits only its addresses and networks, IPv4 and IPv6', async () => {
  const id = await addAccount(api.owner)
  const as = await openSession(api.owner, id)
  await api.owner.query(sql`update account set ip_whitelist_enabled = true,
    ip_whitelist = '{192.0.2.7,198.51.100.0/24,2001:db8::/32}' where id = ${id}`)
  const from = async (address: string) => (await api.call('GET', '/accounts/my_account', { as, from: address })).status
  for (const address of ['192.0.2.7', '198.51.100.99', '2001:db8:1::5', '::ffff:192.0.2.7'])
    assert.equal(await from(address), 200, address)
  for (const address of ['192.0.2.8', '198.51.101.1', '2001:db9::1', '127.0.0.1'])
    assert.equal(await from(address), 403, address)
  const refused = await api.call('GET', '/accounts/my_account', { as, from: '192.0.2.8' })
  assert.deepEqual(symbols(refused.body), ['address_not_allowed'])
})

test('an allow-list that is malformed or would lock out the caller is rejected', async () => {
  const id = await addAccount(api.owner)
  const as = await openSession(api.owner, id)
  const set = (ip_whitelist: string[]) =>
    api.call('PUT', '/user_data/my_user_data', {
      as,
      from: '192.0.2.1',
      body: { ip_whitelist, ip_whitelist_enabled: true },
    })
  const malformed = await set(['192.0.2.0/33', 'fe80::1%eth0', 'example.com', '192.0.2.1'])
  assert.equal(malformed.status, 422)
  assert.deepEqual(
    malformed.body.map(({ error, field }: { error: string; field: string }) => [error, field]),
    [0, 1, 2].map((index) => ['not_a_network', `data.ip_whitelist.${index}`]),
  )
  assert.deepEqual(symbols((await set(['198.51.100.0/24'])).body), ['own_address_missing'])
  assert.equal((await set(['192.0.2.0/24'])).status, 204)
})

test('X-Forwarded-For is only used from trusted proxies', async () => {
  const far = await api.call('GET', '/system/my_ip_address', { from: '203.0.113.9, 192.0.2.4' })
  assert.deepEqual(far.body, { ip_address: '192.0.2.4' }, 'the nearest address that is no trusted proxy')
})

test('sign-in attempts are limited per account and address, but the holder can sign in from a known address', async () => {
  await addAccount(api.owner, { username: 'guessed', passwordHash: hash })
  await signIn('guessed', {}, { from: '192.0.2.50' })
  const guess = (from: string) =>
    api.call('POST', '/sessions', { from, body: { username: 'guessed', password: 'guess number' } })
  const statuses = []
  for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await guess('203.0.113.5')).status)
  assert.deepEqual(statuses, [...Array(10).fill(401), 429, 429])
  const refused = await guess('203.0.113.5')
  assert.deepEqual(symbols(refused.body), ['too_many_attempts'])
  assert.ok(Number(refused.headers['retry-after']) > 0)
  await api.owner.query(
    sql`insert into login_limit values ('account:guessed', 1000, ${Date.now() + 1e7}) on conflict (key) do update set points = 1000, expire = ${Date.now() + 1e7}`,
  )
  assert.equal((await guess('203.0.113.77')).status, 429, 'many addresses together are slowed down too')
  assert.equal((await signIn('guessed', {}, { from: '192.0.2.50' })).status, 201)
})

test('sign-ins from a known address leave no credit to attackers', async () => {
  await addAccount(api.owner, { username: 'frequent', passwordHash: hash })
  for (let times = 0; times < 4; times += 1)
    assert.equal((await signIn('frequent', {}, { from: '192.0.2.51' })).status, 201)
  const [counted] = await api.owner.query(
    sql<{ points: number }>`select points from login_limit where key = 'account:frequent'`,
  )
  assert.equal(counted?.points, 0)
})

test('every successful authentication is logged, Basic once an hour', async () => {
  const id = await addAccount(api.owner, { username: 'logged', passwordHash: hash })
  await signIn('logged', { client_id: 'app', user_ip_address: '10.0.0.1' }, { from: '192.0.2.60' })
  for (let times = 0; times < 3; times += 1)
    await api.call('GET', '/accounts/my_account', { as: basic('logged'), from: '192.0.2.61' })
  await signIn('logged', { password: 'wrong password' })
  const as = await openSession(api.owner, id)
  const { body, headers } = await api.call('GET', `/accounts/${id}/logs/authentications?sort=client_ip_address`, { as })
  assert.equal(headers['x-total-count'], '2')
  assert.deepEqual(
    body.map(({ time: _, ...rest }: { time: string }) => rest),
    [
      {
        account_id: id,
        type: 'session',
        client_id: 'app',
        client_ip_address: '192.0.2.60',
        user_ip_address: '10.0.0.1',
      },
      { account_id: id, type: 'session', client_id: null, client_ip_address: '192.0.2.61', user_ip_address: null },
    ],
  )
})

test('an account that is not activated, or has no password yet, cannot sign in', async () => {
  await addAccount(api.owner, { username: 'waiting', passwordHash: hash, activated: false })
  await addAccount(api.owner, { username: 'unset' })
  assert.deepEqual(symbols((await signIn('waiting')).body), ['account_not_activated'])
  assert.deepEqual(symbols((await signIn('unset')).body), ['wrong_credentials'])
})

test('a caller that was authenticated while permissions changed is not cached', async () => {
  const id = await addAccount(api.owner)
  const as = await openSession(api.owner, id)
  await api.owner.query(sql`update session set last_used_at = now() - interval '2 minutes' where account_id = ${id}`)
  const throttle = createThrottle(api.database)
  const { registry } = api.interface.context.searcher
  const authenticator = createAuthenticator({ database: api.database, throttle, registry })
  const now = new Date()
  const pending = await api.owner.transaction(async (tx) => {
    await tx.query(sql`delete from session where account_id = ${id}`)
    const result = authenticator.authenticate(as, '192.0.2.70', now)
    // It has read the session, and waits to extend it.
    await waitForValue(async () => {
      const [waiting] = await api.owner.query(sql`select from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock'`)
      return waiting
    })
    authenticator.forget()
    return { result }
  })
  assert.equal((await pending.result).caller.accountId, id)
  await assert.rejects(authenticator.authenticate(as, '192.0.2.70', now), /invalid_session/)
})
