import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '@wachta/database'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { findToken, sendQueuedMails } from '@wachta/testing/api/mailbox'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { registry } from '../src/features/registry.ts'
import { hashPassword } from '../src/platform/authentication/passwords.ts'
import { cleanUp } from '../src/platform/cleanup.ts'

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
const newUser = (username: string, more: object = {}) => ({
  name: 'N',
  username,
  password,
  user_data: { email_address: `${username}@example.com` },
  ...more,
})

test('more throttled requests than connections do not block each other', async () => {
  const started = performance.now()
  const ask = (_: unknown, index: number) =>
    api.call('POST', '/system/reset_password/initialize', {
      from: `192.0.2.${index}`,
      body: { username: `nobody${index}` },
    })
  const replies = await Promise.all(Array.from({ length: 40 }, ask))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [204])
  assert.ok(performance.now() - started < 5000)
})

test('an export that fails half-way ends only that download', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner))
  await api.owner.query(sql`revoke select on user_setting from wachta_app`)
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })
  const broken = fetch(`${address}/v3/accounts/my_account/export`, { headers: { authorization: as } }).then((reply) =>
    reply.arrayBuffer(),
  )
  await assert.rejects(broken)
  await api.owner.query(sql`grant select on user_setting to wachta_app`)
  assert.equal((await fetch(`${address}/v3/system/my_ip_address`)).status, 200)
})

test('an account that is being closed cannot get dependents at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const id = await addAccount(api.owner)
    const as = await openSession(api.owner, id)
    const [created, closed] = await Promise.all([
      api.call('POST', '/accounts/subaccount', { as, body: newUser(`race${round}`) }),
      api.call('POST', `/accounts/${id}/close`, { as }),
    ])
    const both = created.status === 201 && closed.status === 204
    assert.ok(!both, `${created.status} ${created.text} and ${closed.status} ${closed.text}`)
  }
})

test('an account that cannot be erased does not block other deletions', async () => {
  const stuck = await addAccount(api.owner)
  await addAccount(api.owner, { reseller: stuck })
  const due = await addAccount(api.owner)
  await api.owner.query(sql`update account set erase_after = now() - interval '1 day' where id in (${stuck}, ${due})`)
  await api.owner.query(sql`insert into login_limit values ('old', 1, 1)`)
  await assert.rejects(cleanUp({ ...api, registry }, new Date()), AggregateError)
  const left = await api.owner.query(sql<{ id: number }>`select id from account where id in (${stuck}, ${due})`)
  assert.deepEqual(left, [{ id: stuck }])
  assert.deepEqual(await api.owner.query(sql`select from login_limit where key = 'old'`), [])
})

test('an impossible user name is rejected before the attempt is counted', async () => {
  await addAccount(api.owner, { username: 'iiviii', passwordHash: hash })
  for (const name of ['İiviii', 'iivİii', '漢'.repeat(600), ''])
    assert.equal((await api.call('GET', '/accounts/my_account', { as: basic(name) })).status, 401, name.slice(0, 10))
  const counted = await api.owner.query(sql<{ key: string }>`select key from login_limit where key like 'pair:%'`)
  assert.ok(counted.every(({ key }) => /^[ -~]+$/.test(key)))
})

test('twenty concurrent sign-ins with the right password succeed', async () => {
  await addAccount(api.owner, { username: 'parallel', passwordHash: hash })
  const ask = () => api.call('GET', '/accounts/my_account', { as: basic('parallel') })
  const replies = await Promise.all(Array.from({ length: 20 }, ask))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))], [200])
})

test('after a change of the e-mail address, earlier links are invalid and the former address is notified', async () => {
  const chief = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
  const id = await addAccount(api.owner, { username: 'moving' })
  const as = await openSession(api.owner, id)
  const change = {
    async holder(email_address: string) {
      const reply = await api.call('PUT', `/user_data/${id}`, { as, body: { email_address } })
      // The new address counts after its link is opened; the current one gets a warning before.
      const mail = (await sendQueuedMails(api.database)).find(({ to }) => to === email_address)
      const path = /\/confirm\/[0-9a-f]{32}/.exec(mail?.text ?? '')?.[0] ?? ''
      assert.equal((await api.app.inject({ method: 'POST', url: path })).statusCode, 200)
      return reply
    },
    administrator: (email_address: string) =>
      api.call('PUT', `/admin/accounts/${id}`, { as: chief, body: { email_address } }),
  }
  let former = 'moving@example.com'
  for (const [who, set] of Object.entries(change)) {
    await sendQueuedMails(api.database)
    await api.call('POST', '/system/reset_password/initialize', { body: { username: 'moving' } })
    const [mail] = await sendQueuedMails(api.database)
    assert.equal(mail?.to, former)
    assert.equal((await set(`${who}@example.org`)).status, 204)
    assert.deepEqual(
      (await sendQueuedMails(api.database)).map(({ to }) => to),
      [former],
    )
    const body = { account_id: id, token: mail ? findToken(mail) : '', new_password: 'a new long secret 9' }
    assert.equal((await api.call('POST', '/system/reset_password/confirm', { body })).body[0].error, 'invalid_token')
    former = `${who}@example.org`
  }
})

test('the e-mails to one recipient are limited, from all senders together', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner))
  const statuses = []
  for (let index = 0; index < 7; index += 1) {
    const body = newUser(`flood${index}`, { user_data: { email_address: 'victim@example.org' } })
    statuses.push((await api.call('POST', '/accounts/subaccount', { as, body })).status)
  }
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429, 429])
})

test('a redirect is sent as a valid URL, whatever characters it contains', async () => {
  const body = newUser('thankful', { redirect_uri: 'https://app.example.com/dziękuję' })
  const { id } = (await api.call('POST', '/accounts/register', { body })).body
  const mail = (await sendQueuedMails(api.database)).find(({ to }) => to === 'thankful@example.com')
  const reply = await api.call('GET', `/accounts/${id}/activate?token=${mail ? findToken(mail) : ''}`)
  assert.deepEqual([reply.status, reply.headers['location']], [302, 'https://app.example.com/dzi%C4%99kuj%C4%99'])
})

test('a wildcard that results from folding is escaped', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner, { name: 'Plain' }))
  for (const argument of ['％', '＿', '＼', '%']) {
    const filters = { name: [{ type: 'contains', argument }] }
    assert.deepEqual((await api.call('POST', '/accounts/search', { as, body: { filters } })).body, [], argument)
  }
})

test('the application role cannot be left, and cannot grant administrator rights', async () => {
  const url = new URL(api.test.url)
  url.searchParams.set('options', '-c geqo=off')
  await using database = openDatabase(url.href, { connections: 1 })
  const [state] = await database.query(sql`select current_user as role, current_setting('geqo') as geqo`)
  assert.deepEqual(state, { role: 'wachta_app', geqo: 'off' })
  await assert.rejects(database.query(sql`update account set is_administrator = true`), { code: '42501' })
})

test('an activation cannot be revoked; accounts are blocked instead', async () => {
  const chief = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
  const id = await addAccount(api.owner)
  const reply = await api.call('PUT', `/admin/accounts/${id}`, { as: chief, body: { is_activated: false } })
  const [fault] = reply.body
  assert.deepEqual([reply.status, fault.error, fault.field], [422, 'activation_is_final', 'data.is_activated'])
})

test('an internal error is answered with a code and no internal details', async () => {
  const as = await openSession(api.owner, await addAccount(api.owner))
  await api.owner.query(sql`alter table contact rename to contact_away`)
  try {
    const { status, body } = await api.call('GET', '/contacts', { as })
    assert.deepEqual([status, body.map(({ error }: { error: string }) => error)], [500, ['internal_error']])
    assert.doesNotMatch(JSON.stringify(body), /relation|contact/)
  } finally {
    await api.owner.query(sql`alter table contact_away rename to contact`)
  }
})
