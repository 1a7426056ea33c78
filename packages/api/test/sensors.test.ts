import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import {
  addSensor,
  createGroup,
  createTestService,
  dumpDatabase,
  findDefaultGroup,
  listErrors,
  listRevisions,
} from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'
import { registry } from '../src/features/registry.ts'
import { hashToken } from '../src/platform/authentication/tokens.ts'
import { cleanUp } from '../src/platform/cleanup.ts'

let api: TestApi
let account: number
let as: string
let stranger: string
let administrator: string

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 100 })
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
  stranger = await openSession(api.owner, await addAccount(api.owner))
  administrator = await openSession(api.owner, await addAccount(api.owner, { administrator: true }), 'administrator')
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const create = async (session: string, body: object) => {
  const reply = await api.call('POST', '/sensors', { as: session, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.body.id as number
}
const read = async (id: number, session?: string) => api.call('GET', `/sensors/${id}`, { as: session })

test('administrators create public sensors, customers private ones, which only their account sees', async () => {
  const open = await create(administrator, { name: 'Warszawa', country_code: 'PL', latitude: 52.23, longitude: 21.01 })
  const own = await create(as, { name: 'Serwerownia' })
  assert.deepEqual((await read(open)).body, {
    id: open,
    name: 'Warszawa',
    location: '',
    country_code: 'PL',
    latitude: 52.23,
    longitude: 21.01,
    color: '#3366cc',
    ip_addresses: [],
    category_ids: ['default', 'mail'],
    is_active: true,
    owner_id: null,
  })
  assert.equal((await read(own, as)).body.owner_id, account)
  const listed = async (session?: string) =>
    (await api.call('GET', '/sensors?limit=1000', { as: session })).body.map(({ id }: { id: number }) => id)
  assert.ok((await listed()).includes(open))
  assert.ok(!(await listed()).includes(own), 'without credentials, public ones only')
  assert.ok(!(await listed(stranger)).includes(own))
  assert.ok((await listed(as)).includes(own))
  assert.ok((await listed(administrator)).includes(own))
  for (const session of [undefined, stranger]) assert.equal((await read(own, session)).status, 404)

  const user = await openSession(api.owner, await addAccount(api.owner, { parent: account }))
  assert.equal((await read(own, user)).status, 200, 'an additional user acts for the account')
  const reader = await openSession(api.owner, await addAccount(api.owner, { parent: account, readOnly: true }))
  assert.equal((await api.call('POST', '/sensors', { as: reader, body: { name: 'x' } })).status, 403)
  assert.equal((await api.call('POST', '/sensors', { body: { name: 'x' } })).status, 401)
})

test('customers cannot create sensors for other accounts or change public ones', async () => {
  const other = await addAccount(api.owner)
  const attempt = (session: string, owner_id: unknown) =>
    api.call('POST', '/sensors', { as: session, body: { name: 'x', owner_id } })
  for (const hidden of [other, 999_999])
    assert.deepEqual(listErrors(await attempt(as, hidden)), [['unknown_reference', 'data.owner_id']])
  assert.deepEqual(listErrors(await attempt(as, null)), [['forbidden_field', 'data.owner_id']])
  assert.equal((await attempt(as, account)).status, 201)
  assert.equal((await attempt(administrator, other)).status, 201)
  const user = await addAccount(api.owner, { parent: other })
  for (const nobody of [user, 999_999])
    assert.deepEqual(listErrors(await attempt(administrator, nobody)), [['unknown_reference', 'data.owner_id']])

  const open = await addSensor(api.owner)
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/enrolment'],
  ] as const) {
    const body = method === 'PUT' ? { name: 'mine' } : undefined
    assert.equal((await api.call(method, `/sensors/${open}${path}`, { as, body })).status, 403, method)
  }
  assert.equal((await api.call('PUT', `/sensors/${open}`, { as: administrator, body: { name: 'New' } })).status, 204)
  assert.equal((await read(open)).body.name, 'New')
})

test('an invalid sensor is rejected with the field', async () => {
  const attempt = (more: object) => api.call('POST', '/sensors', { as, body: { name: 'x', ...more } })
  assert.deepEqual(listErrors(await attempt({ ip_addresses: ['192.0.2.1', 'nonsense'] })), [
    ['not_a_network', 'data.ip_addresses.1'],
  ])
  assert.deepEqual(listErrors(await attempt({ category_ids: ['nonsense'] })), [
    ['unknown_reference', 'data.category_ids'],
  ])
  assert.equal((await attempt({ latitude: 91 })).status, 400)
  assert.equal((await attempt({ latitude: 90, longitude: -180 })).status, 201)
})

test('the category of browser checks follows from what the sensor reports', async () => {
  const refused = [['sensor_without_browser', 'data.category_ids']]
  const made = await api.call('POST', '/sensors', { as, body: { name: 'x', category_ids: ['default', 'browser'] } })
  assert.deepEqual([made.status, listErrors(made)], [422, refused])
  const id = await addSensor(api.owner, { owner: account, categories: ['default', 'mail'] })
  const put = (body: object) => api.call('PUT', `/sensors/${id}`, { as, body })
  const categories = async () => (await read(id, as)).body.category_ids
  assert.deepEqual(listErrors(await put({ category_ids: ['default', 'browser'] })), refused)

  await api.owner.query(sql`update sensor set category_ids = category_ids || '{browser}' where id = ${id}`)
  const { id: _, owner_id: __, ...whole } = (await read(id, as)).body
  assert.equal((await put(whole)).status, 204, 'what was read can be sent back')
  assert.equal((await put({ category_ids: ['default'] })).status, 204, 'a client that does not know it')
  assert.deepEqual(await categories(), ['default', 'browser'])
  assert.equal((await put({ name: 'Serwerownia', category_ids: ['browser', 'mail'] })).status, 204)
  assert.deepEqual(await categories(), ['browser', 'mail'])
  assert.deepEqual(listErrors(await put({ category_ids: ['browser'] })), [['too_few_items', 'data.category_ids']])
})

test('services follow when a sensor can check other categories', async () => {
  const id = await addSensor(api.owner, { owner: account, categories: ['default', 'mail'] })
  const group = await createGroup(api, as, { assigned_sensor_ids: { default: [id] } })
  const mail = await createTestService(api, as, { group_id: group, type_id: 'smtp', address: 'mail.example.com' })
  const ping = await createTestService(api, as, { group_id: group })
  const sensorsOf = async (service: number) =>
    (await listRevisions(api.owner, service)).map(({ sensor_ids }) => sensor_ids)
  for (const category_ids of [['default'], ['default', 'mail'], ['mail', 'default']])
    assert.equal((await api.call('PUT', `/sensors/${id}`, { as, body: { category_ids } })).status, 204)
  assert.deepEqual(await sensorsOf(mail), [[id], [], [id]])
  assert.deepEqual(await sensorsOf(ping), [[id]])
})

test('the enrolment token is shown once, only its hash is stored, and a new one replaces the former', async () => {
  const id = await addSensor(api.owner, { owner: account })
  const enrol = () => api.call('POST', `/sensors/${id}/enrolment`, { as, headers: { 'idempotency-key': 'same' } })
  const stored = async () =>
    (
      await api.owner.query(sql<{ token_hash: Buffer; expires_at: Date }>`select token_hash, expires_at
from sensor_enrolment where sensor_id = ${id}`)
    )[0]
  const first = await enrol()
  assert.equal(first.status, 200)
  assert.match(first.body.token, /^[0-9a-f]{32}$/)
  assert.deepEqual((await stored())?.token_hash, hashToken(first.body.token))
  assert.equal((await stored())?.expires_at.toISOString(), first.body.expires_at)

  const second = await enrol()
  assert.notEqual(second.body.token, first.body.token, 'an answer with a secret is not kept to be repeated')
  assert.deepEqual((await stored())?.token_hash, hashToken(second.body.token))
  assert.notDeepEqual((await stored())?.token_hash, hashToken(first.body.token))

  const dump = await dumpDatabase(api.owner)
  for (const { token } of [first.body, second.body]) assert.ok(!dump.includes(token), 'nowhere in the database')
  assert.ok(dump.includes(hashToken(second.body.token).toString('hex')), 'the search for it would have found something')
  assert.equal((await api.call('POST', `/sensors/${id}/enrolment`, { as: stranger })).status, 404)
})

test('a sensor that is in use cannot be deleted', async () => {
  const [one, other, free] = [await addSensor(api.owner), await addSensor(api.owner), await addSensor(api.owner)]
  const service = await createTestService(api, as, { sensor_ids: [one] })
  const group = await findDefaultGroup(api.owner, account)
  await api.call('PUT', `/groups/${group}`, { as, body: { assigned_sensor_ids: { default: [other] } } })
  const remove = (id: number) => api.call('DELETE', `/sensors/${id}`, { as: administrator })
  for (const id of [one, other]) {
    const reply = await remove(id)
    assert.deepEqual([reply.status, ...listErrors(reply)], [409, ['still_in_use']])
  }
  assert.equal((await remove(free)).status, 204)
  await api.call('PUT', `/services/${service}`, { as, body: { sensor_ids: null } })
  await api.call('PUT', `/groups/${group}`, { as, body: { assigned_sensor_ids: {} } })
  for (const id of [one, other]) assert.equal((await remove(id)).status, 204)
})

test('a sensor cannot be deleted while it is being assigned', async () => {
  for (let round = 0; round < 10; round += 1) {
    const id = await addSensor(api.owner)
    const service = { type_id: 'ping', name: 'x', address: 'example.com', sensor_ids: [id] }
    const [created, removed] = await Promise.all([
      api.call('POST', '/services', { as, body: service }),
      api.call('DELETE', `/sensors/${id}`, { as: administrator }),
    ])
    assert.ok(
      (created.status === 201) !== (removed.status === 204),
      `either it is chosen or it is gone: ${created.status}, ${removed.status}`,
    )
  }
})

test('a pattern applies to texts of any length', async () => {
  const long = [4097, 8193, 100_000].map((length) => 'a'.repeat(length))
  for (const color of ['red', ...long]) {
    const reply = await api.call('POST', '/sensors', { as, body: { name: 'x', color } })
    assert.deepEqual([reply.status, listErrors(reply)], [400, [['wrong_format', 'data.color']]])
  }
  assert.equal((await api.call('POST', '/sensors', { as, body: { name: 'x', color: '#00ff7f' } })).status, 201)
})

test('an account has at most 100 private sensors, also with concurrent requests', async () => {
  const owner = await addAccount(api.owner)
  const session = await openSession(api.owner, owner)
  await api.owner.query(sql`insert into sensor (owner_id, name) select ${owner}, 'S' from generate_series(1, 97)`)
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => api.call('POST', '/sensors', { as: session, body: { name: 'one more' } })),
  )
  assert.equal(replies.filter(({ status }) => status === 201).length, 3)
  const refused = replies.find(({ status }) => status === 422)
  assert.deepEqual(refused && listErrors(refused), [['too_many_objects', 'data.owner_id']])
  assert.equal((await api.call('POST', '/sensors', { as: stranger, body: { name: 'x' } })).status, 201)
})

test('an unused enrolment is deleted after it has expired', async () => {
  const id = await addSensor(api.owner, { owner: account })
  await api.call('POST', `/sensors/${id}/enrolment`, { as })
  const isStored = async () =>
    (await api.owner.query(sql`select from sensor_enrolment where sensor_id = ${id}`)).length === 1
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  await cleanUp({ ...api, registry }, inHours(23))
  assert.ok(await isStored())
  await cleanUp({ ...api, registry }, inHours(25))
  assert.ok(!(await isStored()))
})
