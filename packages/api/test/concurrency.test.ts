import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { addAccount, addPackage, openSession } from './support/accounts.ts'
import { type Reply, startApi, type TestApi } from './support/api.ts'

let api: TestApi
let account: number
let as: string
let sensors: number[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 1000 })
  account = await addAccount(api.owner)
  as = await openSession(api.owner, account)
  const rows = await api.owner.query(sql<{ id: number }>`insert into sensor (name) values ('a'), ('b') returning id`)
  sensors = rows.map(({ id }) => id)
})
after(async () => {
  await api[Symbol.asyncDispose]()
})

const create = async (path: string, body: object): Promise<number> =>
  (await api.call('POST', path, { as, body })).body.id

const service = (group_id: number, name: string) =>
  create('/services', { type_id: 'ping', name, address: '192.0.2.1', interval: 60, group_id })

test('changes of groups, services and whole configurations never wait for each other in a circle', async () => {
  const group = await create('/groups', { name: 'Busy', sensor_ids: sensors.slice(0, 1) })
  const ids = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => service(group, name)))
  const replies: Reply[] = []
  const until = Date.now() + 4000
  const keep = async (ask: (turn: number) => Promise<Reply>) => {
    for (let turn = 0; Date.now() < until; turn += 1) replies.push(await ask(turn))
  }
  const [{ deadlocks: earlier = 0 } = {}] = await deadlocks()
  const declared = (turn: number) => ({
    services: ids.map((_, index) => ({
      external_id: String(index),
      type_id: 'ping',
      name: 'Declared',
      address: `192.0.2.${(turn % 9) + 1}`,
    })),
    dry_run: turn % 2 === 0,
  })
  await Promise.all([
    keep((turn) => api.call('PUT', `/groups/${group}`, { as, body: { sensor_ids: [sensors[turn % 2]] } })),
    ...ids
      .slice(0, 3)
      .map((id) => keep((turn) => api.call('PUT', `/services/${id}`, { as, body: { interval: 60 + (turn % 7) } }))),
    keep((turn) =>
      api.call('POST', turn % 2 ? '/services/bulk_pause' : '/services/bulk_activate', { as, body: { ids } }),
    ),
    keep((turn) => api.call('POST', '/apply', { as, body: declared(turn) })),
  ])
  const failed = replies.filter(({ status }) => status >= 400)
  assert.ok(replies.length > 20, `only ${replies.length} requests`)
  assert.deepEqual(
    failed.map(({ text }) => text),
    [],
  )
  const [{ deadlocks: later = 0 } = {}] = await deadlocks()
  assert.equal(later - earlier, 0, 'deadlocks')
})

const deadlocks = () =>
  api.owner.query(sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`)

test('a right that is taken away while a bulk operation waits is gone when it goes on', async () => {
  const sharee = await addAccount(api.owner, { reseller: account })
  const shared = await openSession(api.owner, sharee)
  const group = await create('/groups', { name: 'Shared' })
  const id = await service(group, 'Kept')
  const share = { group_id: group, account_id: sharee, can_delete_services: true }
  assert.equal((await api.call('PUT', `/groups/${group}/shares/${sharee}`, { as, body: share })).status, 204)
  const client = await api.owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from service where id = $1 for update', [id])
    const waiting = api.call('POST', '/services/bulk_delete', { as: shared, body: { ids: [id] } })
    await wait(300)
    await client.query('delete from group_share where group_id = $1', [group])
    await client.query('commit')
    assert.equal((await waiting).status, 422)
  } finally {
    client.release()
  }
  assert.equal((await api.call('GET', `/services/${id}`, { as })).status, 200)
})

test('a whole configuration does not hold up those who write next door', async () => {
  const reseller = await addAccount(api.owner)
  const [one, other] = [await addAccount(api.owner, { reseller }), await addAccount(api.owner, { reseller })]
  const [first, second] = [await openSession(api.owner, one), await openSession(api.owner, other)]
  const services = Array.from({ length: 150 }, (_, index) => ({
    external_id: String(index),
    type_id: 'ping',
    name: `S${index}`,
    address: '192.0.2.1',
  }))
  const long = api.call('POST', '/apply', { as: first, body: { services } })
  await wait(100)
  let done = false
  void long.then(() => {
    done = true
  })
  assert.equal((await api.call('POST', '/contacts', { as: second, body: { name: 'Next door' } })).status, 201)
  assert.equal(done, false, 'it was written while the other still went on')
  assert.equal((await long).status, 200)
})
