import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  createGroup,
  createTestService,
  dumpDatabase,
  findDefaultGroup,
  listErrors,
  share,
} from '@wachta/testing/api/configuration'
import { addNotification } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let colleague: string
let reader: string
let other: number
let bert: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 100 })
  owner = await addAccount(api.owner, { name: 'Anna', language: 'pl' })
  anna = await openSession(api.owner, owner)
  colleague = await openSession(api.owner, await addAccount(api.owner, { parent: owner }))
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  other = await addAccount(api.owner, { name: 'Bert' })
  bert = await openSession(api.owner, other)
})
after(() => api[Symbol.asyncDispose]())

const subscription = () => ({
  endpoint: `https://push.example.com/send/${randomBytes(8).toString('hex')}`,
  p256dh: randomBytes(65).toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
const register = (as: string, id: string, body: object) => api.call('PUT', `/mobile/devices/${id}`, { as, body })

test('a device can be registered, changed and unregistered, and its keys are sealed', async () => {
  const id = 'fGh12:APA91b_x-Y.z~1'
  const first = { ...subscription(), name: "Anna's telephone" }
  assert.deepEqual([(await register(anna, id, first)).status, (await register(anna, id, first)).text], [204, ''])
  const [row] = await api.owner.query(sql<Record<string, string>>`select * from mobile_device where id = ${id}`)
  assert.deepEqual(
    [row?.['account_id'], row?.['name'], row?.['platform'], row?.['language_id']],
    [owner, "Anna's telephone", 'web_push', 'pl'],
  )
  const { vault } = api.interface.context
  for (const field of ['endpoint', 'p256dh', 'auth'] as const)
    assert.equal(vault.open(row?.[field] ?? '', ['mobile_device', id, field]), first[field])
  const everything = await dumpDatabase(api.owner)
  for (const secret of [first.endpoint, first.p256dh, first.auth]) assert.ok(!everything.includes(secret))

  const moved = subscription()
  assert.equal(
    (await register(colleague, id, { ...moved, language_id: 'en' })).status,
    204,
    'it belongs to the account',
  )
  const [changed] = await api.owner.query(sql<Record<string, string>>`select * from mobile_device where id = ${id}`)
  assert.deepEqual([changed?.['name'], changed?.['language_id']], ["Anna's telephone", 'en'])
  assert.equal(vault.open(changed?.['auth'] ?? '', ['mobile_device', id, 'auth']), moved.auth)

  assert.equal((await api.call('DELETE', `/mobile/devices/${id}`, { as: anna })).status, 204)
  assert.equal((await api.call('DELETE', `/mobile/devices/${id}`, { as: anna })).status, 404)
  const { body } = await api.call('GET', '/accounts/my_account/logs/audit?limit=1000', { as: anna })
  const audited = body.filter(({ resource }: { resource: string }) => resource === 'mobile_device')
  assert.deepEqual(audited.map(({ operation }: { operation: string }) => operation).slice(-1), ['delete_mobile_device'])
})

test('device ids are separate per account: nobody can take over or detect the device of another account', async () => {
  const id = 'browser-7'
  const keys = subscription()
  assert.equal((await register(anna, id, keys)).status, 204)
  for (const guess of [
    subscription(),
    { ...subscription(), auth: keys.auth },
    { ...keys, endpoint: 'https://evil.example.com/' },
    { ...keys, auth: subscription().auth },
  ]) {
    const mine = await register(bert, id, guess)
    assert.deepEqual([mine.status, mine.text], [204, ''], 'as if it were alone in the world')
    assert.deepEqual(await holders(id), [owner, other])
    assert.equal(await endpointOf(id, owner), keys.endpoint, 'where others are told stays where it is')
  }
  assert.equal((await api.call('DELETE', `/mobile/devices/${id}`, { as: bert })).status, 204)
  assert.equal((await api.call('DELETE', `/mobile/devices/${id}`, { as: bert })).status, 404)
  assert.deepEqual(await holders(id), [owner])
})

test('a device that registers with another account only gets notifications of the new account', async () => {
  const id = 'telephone-8'
  const keys = subscription()
  assert.equal((await register(anna, id, keys)).status, 204)
  assert.equal((await register(bert, id, keys)).status, 204, 'another user signs in on the same phone')
  assert.deepEqual(await holders(id), [other])
  const { body } = await api.call('GET', '/accounts/my_account/logs/audit?limit=1000', { as: anna })
  const last = body.findLast(({ resource }: { resource: string }) => resource === 'mobile_device')
  assert.deepEqual([last.object_id, last.operation, last.after], [`${owner}/${id}`, 'put_mobile_device', null])
})

test('registering needs a caller who may write, and invalid devices are rejected', async () => {
  assert.equal((await api.call('PUT', '/mobile/devices/x1', { body: subscription() })).status, 401)
  assert.equal((await register(reader, 'x1', subscription())).status, 403)
  assert.equal((await register(anna, '-x', subscription())).status, 404)
  assert.equal((await register(anna, 'a%20b', subscription())).status, 404)
  assert.deepEqual(
    listErrors(await register(anna, 'x1', { ...subscription(), endpoint: 'http://push.example.com/' })),
    [['wrong_format', 'data.endpoint']],
  )
  assert.deepEqual(listErrors(await register(anna, 'x1', { endpoint: 'https://u:p@push.example.com/', extra: 1 })), [
    ['missing_field', 'data.p256dh'],
    ['missing_field', 'data.auth'],
    ['unknown_field', 'data.extra'],
    ['wrong_format', 'data.endpoint'],
  ])
  assert.deepEqual(await holders('x1'), [])
})

test('an account has at most a hundred devices', async () => {
  const many = await addAccount(api.owner)
  const as = await openSession(api.owner, many)
  await api.owner.query(sql`insert into mobile_device (id, account_id, endpoint, p256dh, auth)
select 'full-' || n, ${many}, '', '', '' from generate_series(1, 100) n`)
  assert.deepEqual(listErrors(await register(as, 'one-more', subscription())), [['too_many_objects']])
  assert.equal((await register(as, 'full-1', subscription())).status, 204, 'one that is there changes')
})

test('the full text of a push notification can only be read by its account', async () => {
  const push = { channel_id: 'push', address: 'd1', subject: 'Problem', content: 'All of the text.', occurrence_id: 9 }
  const id = await addNotification(api.owner, owner, { ...push, sent_at: '2026-03-01T12:00:00Z' })
  const path = `/mobile/notifications/${id}`
  const { body } = await api.call('GET', path, { as: anna })
  assert.deepEqual([body.subject, body.content, body.time], ['Problem', 'All of the text.', '2026-03-01T12:00:00Z'])
  assert.equal((await api.call('GET', `/mobile/notifications/main-n${id}`, { as: anna })).body.id, id, 'as it is sent')
  assert.equal((await api.call('GET', path, { as: reader })).status, 200)
  assert.equal((await api.call('GET', path, { as: bert })).status, 404)
  assert.equal((await api.call('GET', path, {})).status, 401)
  const mail = await addNotification(api.owner, owner, { content: 'a mail' })
  assert.equal(
    (await api.call('GET', `/mobile/notifications/${mail}`, { as: anna })).status,
    404,
    'no push notification',
  )
})

test('the devices that a service or group notifies are counted', async () => {
  const group = await createGroup(api, anna)
  const service = await createTestService(api, anna, { group_id: group, notification_channel_ids: ['push'] })
  const silent = await createTestService(api, anna, { group_id: group, notification_channel_ids: ['email'] })
  const count = async (path: string, as = anna) =>
    (await api.call('GET', `${path}/mobile_devices_count`, { as })).body.count
  assert.deepEqual([await count(`/groups/${group}`), await count(`/services/${service}`)], [0, 0])
  for (const id of ['c1', 'c2', 'c3']) await register(anna, id, subscription())
  await make('/notification_addresses', { address: 'c1', notification_channel_id: 'push', group_id: group })
  await make('/notification_addresses', { address: 'unregistered', notification_channel_id: 'push', group_id: group })
  assert.deepEqual(
    [await count(`/groups/${group}`), await count(`/services/${service}`), await count(`/services/${silent}`)],
    [1, 1, 0],
    'the address of the group, where the service uses the channel',
  )
  const contact = await make('/contacts', { name: 'Night' })
  for (const address of ['c1', 'c2'])
    await make('/contact_addresses', { contact_id: contact, channel_id: 'push', address })
  const people = await make('/contact_groups', { name: 'All', contact_ids: [contact] })
  const event = await make('/events', { name: 'Down', scope: { service_ids: [silent] } })
  await make('/escalations', { name: 'x', event_id: event, contact_group_ids: [people] })
  assert.deepEqual(
    [await count(`/groups/${group}`), await count(`/services/${service}`), await count(`/services/${silent}`)],
    [2, 1, 2],
    'each device once',
  )
  await share(api.owner, group, other)
  assert.equal(await count(`/groups/${group}`, bert), 1, 'rules are not counted for whom the group is shared with')
  assert.equal(
    (await api.call('GET', `/groups/${await findDefaultGroup(api.owner, owner)}/mobile_devices_count`, { as: bert }))
      .status,
    404,
  )
})

async function make(path: string, body: object): Promise<number> {
  const reply = await api.call('POST', path, { as: anna, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

async function holders(id: string): Promise<number[]> {
  const rows = await api.owner.query(
    sql<{ account_id: number }>`select account_id from mobile_device where id = ${id} order by 1`,
  )
  return rows.map(({ account_id }) => account_id)
}

async function endpointOf(id: string, account: number): Promise<string> {
  const [row] = await api.owner.query(
    sql<{ endpoint: string }>`select endpoint from mobile_device where id = ${id} and account_id = ${account}`,
  )
  return api.interface.context.vault.open(row?.endpoint ?? '', ['mobile_device', id, 'endpoint'])
}
