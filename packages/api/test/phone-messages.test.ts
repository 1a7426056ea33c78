import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { createGroup, createTestService, dumpDatabase, listErrors, share } from '@wachta/testing/api/configuration'
import { readJobPayloads, verifyAddress, verifyEmails } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { deleteAllJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'

let api: TestApi
let owner: number
let anna: string
let reader: string
let bert: string
let other: number
let places = 0

interface NotificationRow {
  readonly id: number
  readonly style: string
  readonly kind: string
  readonly address_id: number
  readonly service_id: number | null
  readonly contact_id: number | null
  readonly channel_id: string
  readonly address: string
  readonly language_id: string
  readonly content: string
  readonly status: string
}

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 100, numbers: 1000 })
  owner = await addAccount(api.owner, { name: 'Anna', language: 'pl' })
  anna = await openSession(api.owner, owner)
  reader = await openSession(api.owner, await addAccount(api.owner, { parent: owner, readOnly: true }))
  other = await addAccount(api.owner, { name: 'Bert' })
  bert = await openSession(api.owner, other)
})
after(() => api[Symbol.asyncDispose]())
beforeEach(async () => {
  api.clock = new Date('2026-03-01T12:00:00Z')
  await api.owner.query(sql`delete from notification`)
  await deleteAllJobs(api.owner)
})

const test_sms = (path: string, as = anna) => api.call('POST', `${path}/send_test_sms_notification`, { as })
const sent = () => api.owner.query(sql<NotificationRow>`select * from notification order by id`)
/** A number that no other account has. */
const number = () => `+48600${String(++places).padStart(6, '0')}`

test('a test message to one address is queued for delivery and logged', async () => {
  const { id, address } = await newAddress()
  await verifyAddress(api.owner, owner, address)
  const reply = await test_sms(`/notification_addresses/${id}`)
  assert.deepEqual([reply.status, reply.text], [204, ''])
  const [row, ...others] = await sent()
  assert.equal(others.length, 0)
  assert.deepEqual(
    [
      row?.style,
      row?.kind,
      row?.address_id,
      row?.channel_id,
      row?.address,
      row?.language_id,
      row?.status,
      row?.service_id,
    ],
    ['t', 'test', id, 'sms', address, 'pl', 'pending', null],
  )
  assert.deepEqual(await readJobPayloads(api.owner, 'deliver'), [{ notifications: [row?.id] }])
  const log = await api.call('GET', '/accounts/my_account/logs/notifications?status=all', { as: anna })
  assert.equal(log.body.length, 0, 'not yet: the range ends now')
  api.clock = new Date('2026-03-01T12:00:01Z')
  assert.equal(
    (await api.call('GET', '/accounts/my_account/logs/notifications?status=all', { as: anna })).body[0].id,
    row?.id,
  )
})

test('a test of a group or service is sent once to each verified number', async () => {
  const group = await createGroup(api, anna)
  const [one, two, three] = [number(), number(), number()]
  const spaced = one.replace('+48', '+48 ')
  for (const address of [one, two, three, spaced]) await newAddress({ address, group_id: group })
  await newAddress({ address: 'a@example.com', notification_channel_id: 'email', group_id: group })
  for (const address of [one, two, spaced]) await verifyAddress(api.owner, owner, address)
  assert.equal((await test_sms(`/groups/${group}`)).status, 204)
  assert.deepEqual(
    (await sent()).map(({ address }) => address.replaceAll(' ', '')).sort(),
    [one, two],
    'no unverified number, no mail, no number twice',
  )
  const service = await createTestService(api, anna, { group_id: group })
  assert.equal((await test_sms(`/services/${service}`)).status, 204)
  assert.deepEqual([...new Set((await sent()).map(({ service_id }) => service_id))], [null, service])
  const mail = await createTestService(api, anna, { group_id: group, notification_channel_ids: ['email'] })
  assert.deepEqual(listErrors(await test_sms(`/services/${mail}`)), [['no_sms_number']])
  assert.deepEqual(listErrors(await test_sms(`/groups/${await createGroup(api, anna)}`)), [['no_sms_number']])
})

test('no test is sent to other channels, unverified numbers, or channels outside the package', async () => {
  const mail = await newAddress({ address: 'a@example.com', notification_channel_id: 'email' })
  assert.deepEqual(listErrors(await test_sms(`/notification_addresses/${mail.id}`)), [['no_sms_number']])
  const { id, address } = await newAddress()
  assert.deepEqual(listErrors(await test_sms(`/notification_addresses/${id}`)), [['address_not_verified']])
  await verifyAddress(api.owner, other, address)
  assert.deepEqual(
    listErrors(await test_sms(`/notification_addresses/${id}`)),
    [['address_not_verified']],
    'of another account',
  )
  await verifyAddress(api.owner, owner, address)
  const channels = sql`available_notification_channel_ids`
  await api.owner.query(sql`update package set ${channels} = array_remove(${channels}, 'sms')`)
  assert.deepEqual(listErrors(await test_sms(`/notification_addresses/${id}`)), [['channel_not_in_package']])
  await api.owner.query(sql`update package set ${channels} = ${channels} || '{sms}'`)
  assert.equal((await test_sms(`/notification_addresses/${id}`)).status, 204, 'the same, with nothing in its way')
  assert.equal((await sent()).length, 1)
})

test('a number gets at most three tests in ten minutes, in every spelling and from all accounts together', async () => {
  const { id, address } = await newAddress()
  await verifyAddress(api.owner, owner, address)
  for (const _ of [1, 2, 3]) {
    assert.equal((await test_sms(`/notification_addresses/${id}`)).status, 204)
    api.clock = new Date(Number(api.clock) + 60_000)
  }
  const fourth = await test_sms(`/notification_addresses/${id}`)
  assert.deepEqual(
    [fourth.status, listErrors(fourth), fourth.headers['retry-after']],
    [429, [['too_many_messages']], '420'],
  )
  const spelled = address.replace('+48', '48 ')
  const another = await newAddress({ address: spelled })
  await verifyAddress(api.owner, owner, spelled)
  assert.equal((await test_sms(`/notification_addresses/${another.id}`)).status, 429, 'with a blank and no plus')
  const group = await createGroup(api, bert)
  const body = { address, notification_channel_id: 'sms', group_id: group }
  const foreign = (await api.call('POST', '/notification_addresses', { as: bert, body })).body.id
  await verifyAddress(api.owner, other, address)
  assert.equal((await test_sms(`/notification_addresses/${foreign}`, bert)).status, 429, 'from another account')
  assert.equal((await sent()).length, 3)
  api.clock = new Date(Number(api.clock) + 421_000)
  assert.equal((await test_sms(`/notification_addresses/${foreign}`, bert)).status, 204, 'once the first has grown old')
})

test('concurrent requests cannot exceed the limit of three tests', async () => {
  const { id, address } = await newAddress()
  await verifyAddress(api.owner, owner, address)
  const replies = await Promise.all(Array.from({ length: 8 }, () => test_sms(`/notification_addresses/${id}`)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 204, 204, 429, 429, 429, 429, 429])
  assert.equal((await sent()).length, 3)
})

test('an account has a daily limit of tests', async () => {
  const { id, address } = await newAddress()
  await verifyAddress(api.owner, owner, address)
  await api.owner.query(sql`insert into notification (account_id, style, kind, channel_id, address, language_id, status, step, created_at)
select ${owner}, 't', 'test', 'sms', '+4850000' || n, 'pl', 'sent', 'test:' || n, ${api.clock} from generate_series(1, 100) n`)
  const reply = await test_sms(`/notification_addresses/${id}`)
  assert.deepEqual([reply.status, reply.headers['retry-after']], [429, '86400'])
})

test('a test needs the permission to change the address', async () => {
  const group = await createGroup(api, anna)
  const { id, address } = await newAddress({ group_id: group })
  await verifyAddress(api.owner, owner, address)
  assert.equal((await test_sms(`/notification_addresses/${id}`, bert)).status, 404)
  await share(api.owner, group, other)
  assert.equal((await test_sms(`/notification_addresses/${id}`, bert)).status, 403)
  assert.equal((await test_sms(`/groups/${group}`, bert)).status, 403)
  assert.equal((await test_sms(`/groups/${group}`, reader)).status, 403)
  await api.owner.query(sql`update group_share set can_modify_group = true where group_id = ${group}`)
  assert.equal((await test_sms(`/groups/${group}`, bert)).status, 204)
  assert.deepEqual((await api.owner.query(sql`select account_id from notification`)).at(-1), { account_id: owner })
})

test('a test to a verified contact address works on any channel, in the language of the contact', async () => {
  const contact = await make('/contacts', { name: 'Night', language_id: 'en' })
  const mail = await make('/contact_addresses', { contact_id: contact, channel_id: 'email', address: 'n@example.com' })
  await verifyEmails(api.owner)
  const tried = (id: number, as = anna) => api.call('POST', `/contact_addresses/${id}/send_test_notification`, { as })
  assert.deepEqual(
    [(await tried(mail)).status, (await tried(mail, bert)).status, (await tried(mail, reader)).status],
    [204, 404, 403],
  )
  const [row, ...others] = await sent()
  assert.equal(others.length, 0)
  assert.deepEqual(
    [row?.style, row?.kind, row?.address_id, row?.contact_id, row?.channel_id, row?.language_id, row?.status],
    ['t', 'test', mail, contact, 'email', 'en', 'pending'],
  )
  assert.deepEqual(await readJobPayloads(api.owner, 'deliver'), [{ notifications: [row?.id] }])
  api.clock = new Date(Number(api.clock) + 1000)
  const log = await api.call('GET', '/accounts/my_account/logs/notifications?status=all', { as: anna })
  assert.deepEqual([log.body[0].id, log.body[0].kind, log.body[0].status], [row?.id, 'test', 'pending'])

  for (const _ of [2, 3]) assert.equal((await tried(mail)).status, 204)
  assert.equal((await tried(mail)).status, 429, 'three in ten minutes')
  const beside = await make('/contact_addresses', {
    contact_id: contact,
    channel_id: 'email',
    address: 'm@example.com',
  })
  await verifyEmails(api.owner)
  assert.equal((await tried(beside)).status, 204, 'another address is not held back by it')

  const address = number()
  const phone = await make('/contact_addresses', { contact_id: contact, channel_id: 'sms', address })
  assert.deepEqual(listErrors(await tried(phone)), [['address_not_verified']])
  await verifyAddress(api.owner, owner, address)
  assert.equal((await tried(phone)).status, 204)
  const channels = sql`available_notification_channel_ids`
  await api.owner.query(sql`update package set ${channels} = array_remove(${channels}, 'email')`)
  assert.deepEqual(listErrors(await tried(beside)), [['channel_not_in_package']])
  await api.owner.query(sql`update package set ${channels} = ${channels} || '{email}'`)
})

test('a code verifies a number for all records of the account that contain it', async () => {
  const contact = await make('/contacts', { name: 'Night', language_id: 'en' })
  const address = number()
  const id = await make('/contact_addresses', { contact_id: contact, channel_id: 'sms', address })
  const twin = await make('/contact_addresses', { contact_id: contact, channel_id: 'sms', address })
  const path = `/contact_addresses/${id}`
  assert.equal(await isVerified(path), false)
  assert.equal((await api.call('POST', `${path}/send_verification_code`, { as: anna })).status, 204)
  const [row] = await sent()
  assert.deepEqual(
    [row?.style, row?.kind, row?.address_id, row?.contact_id, row?.language_id, row?.status],
    ['v', 'code', id, contact, 'en', 'pending'],
  )
  assert.deepEqual(await readJobPayloads(api.owner, 'deliver'), [{ notifications: [row?.id] }])
  const code = opened(row)
  assert.match(code, /^\d{6}$/)
  const everything = await dumpDatabase(api.owner)
  assert.ok(!new RegExp(`\\b${code}\\b`).test(everything), 'nowhere in clear')

  assert.deepEqual(listErrors(await enter(path, other6(code))), [['wrong_verification_code', 'data.code']])
  assert.equal(await isVerified(path), false)
  assert.equal((await enter(path, code)).status, 204)
  assert.deepEqual([await isVerified(path), await isVerified(`/contact_addresses/${twin}`)], [true, true])
  assert.deepEqual(listErrors(await enter(path, code)), [['verification_not_needed']])
  const again = await api.call('POST', `${path}/send_verification_code`, { as: anna })
  assert.deepEqual(listErrors(again), [['verification_not_needed']])

  const body = { address: number() }
  assert.equal((await api.call('PUT', path, { as: anna, body })).status, 204)
  assert.equal(await isVerified(path), false, 'another number proves nothing')
  assert.equal(await isVerified(`/contact_addresses/${twin}`), true)
  const listed = await api.call('GET', '/contact_addresses?fields=is_verified', { as: anna })
  assert.equal(listed.status, 400, 'it is no name of the interface')
})

test('notification addresses are verified in the same way, and other channels need no code', async () => {
  const { id } = await newAddress()
  const path = `/notification_addresses/${id}`
  assert.equal((await api.call('POST', `${path}/send_verification_code`, { as: anna })).status, 204)
  assert.equal((await enter(path, opened((await sent()).at(-1)))).status, 204)
  assert.equal(await isVerified(path), true)
  assert.equal((await test_sms(path)).status, 204)
  const hook = await newAddress({ address: 'https://example.com/hook', notification_channel_id: 'json_post' })
  assert.equal(await isVerified(`/notification_addresses/${hook.id}`), true)
  const needless = await api.call('POST', `/notification_addresses/${hook.id}/send_verification_code`, { as: anna })
  assert.deepEqual(listErrors(needless), [['verification_not_needed']])
})

test('a code is valid for ten minutes and five attempts, and only the newest one works', async () => {
  const { id } = await newAddress()
  const path = `/notification_addresses/${id}`
  const ask = async () => {
    assert.equal((await api.call('POST', `${path}/send_verification_code`, { as: anna })).status, 204)
    return opened((await sent()).at(-1))
  }
  const first = await ask()
  for (const _ of [1, 2, 3, 4, 5]) assert.equal((await enter(path, other6(first))).status, 422)
  assert.equal((await enter(path, first)).status, 422, 'the right one comes too late: tries stand although refused')
  api.clock = new Date(Number(api.clock) + 601_000)
  const second = await ask()
  api.clock = new Date(Number(api.clock) + 600_000)
  assert.equal((await enter(path, second)).status, 422, 'ten minutes are over')
  const third = await ask()
  if (second !== third) assert.equal((await enter(path, second)).status, 422, 'an older code')
  assert.equal((await enter(path, third)).status, 204)
})

test('a code is not valid for another account or address', async () => {
  const { id, address } = await newAddress()
  await api.call('POST', `/notification_addresses/${id}/send_verification_code`, { as: anna })
  const code = opened((await sent()).at(-1))
  const group = await createGroup(api, bert)
  const body = { address, notification_channel_id: 'sms', group_id: group }
  const foreign = (await api.call('POST', '/notification_addresses', { as: bert, body })).body.id
  const stolen = await enter(`/notification_addresses/${foreign}`, code, bert)
  assert.deepEqual(listErrors(stolen), [['wrong_verification_code', 'data.code']])
  const beside = await newAddress()
  assert.equal((await enter(`/notification_addresses/${beside.id}`, code)).status, 422)
  assert.equal((await enter(`/notification_addresses/${id}`, code)).status, 204, 'where it belongs it is right')
})

test('codes are limited by number and account, a refused try is never repeated from memory, and strangers get nowhere', async () => {
  const { id } = await newAddress()
  const path = `/notification_addresses/${id}`
  const ask = (as = anna) => api.call('POST', `${path}/send_verification_code`, { as })
  assert.equal((await ask(bert)).status, 404)
  assert.equal((await ask(reader)).status, 403)
  assert.equal((await enter(path, '123456', bert)).status, 404)
  for (const _ of [1, 2, 3]) assert.equal((await ask()).status, 204)
  const limited = await ask()
  assert.deepEqual([limited.status, limited.headers['retry-after']], [429, '600'])
  const wrong = other6(opened((await sent()).at(-1)))
  const headers = { 'idempotency-key': 'same' }
  const twice = [1, 2].map(() => api.call('POST', `${path}/verify`, { as: anna, body: { code: wrong }, headers }))
  assert.deepEqual(
    (await Promise.all(twice)).map(({ status }) => status),
    [422, 422],
  )
  assert.deepEqual(listErrors(await enter(path, '12345')), [['wrong_format', 'data.code']])
})

async function newAddress(more: object = {}): Promise<{ id: number; address: string }> {
  const body = { address: number(), notification_channel_id: 'sms', ...more }
  return { id: await make('/notification_addresses', body), address: body.address }
}

async function make(path: string, body: object): Promise<number> {
  const reply = await api.call('POST', path, { as: anna, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id
}

const enter = (path: string, code: string, as = anna) => api.call('POST', `${path}/verify`, { as, body: { code } })

const isVerified = async (path: string): Promise<boolean> =>
  (await api.call('GET', path, { as: anna })).body.is_verified

/** Decrypts the code as the notifier does for delivery. */
function opened(row: NotificationRow | undefined): string {
  assert.ok(row)
  return api.interface.context.vault.open(row.content, ['verification_code', row.channel_id, row.address])
}

const other6 = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
