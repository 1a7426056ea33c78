import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { type Reply, startApi, type TestApi } from '@wachta/testing/api/start-api'
import { sql } from 'kysely'

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

test('concurrent changes of groups, services and whole configurations never deadlock', async () => {
  const group = await create('/groups', { name: 'Busy', sensor_ids: sensors.slice(0, 1) })
  const ids = await Promise.all(['1', '2', '3', '4', '5', '6'].map((name) => service(group, name)))
  const replies: Reply[] = []
  const until = Date.now() + 4000
  // On a busy machine it takes longer until enough requests have run concurrently.
  const keep = async (ask: (turn: number) => Promise<Reply>) => {
    for (let turn = 0; Date.now() < until || replies.length <= 20; turn += 1) replies.push(await ask(turn))
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

test('concurrent changes of alert rules, escalation steps, contacts and corrections never deadlock', async () => {
  const group = await create('/groups', { name: 'Rules' })
  const contact = (name: string) => create('/contacts', { name })
  const keeper = await contact('Keeper')
  const address = await create('/contact_addresses', {
    contact_id: keeper,
    channel_id: 'sms',
    address: '48100100100',
  })
  const event = await create('/events', { name: 'Down', kind: 'failure' })
  const escalation = await create('/escalations', { event_id: event, name: 'First', contact_ids: [keeper] })
  const replies: [what: string, reply: Reply][] = []
  const until = Date.now() + 6000
  const keep = async (what: string, ask: (turn: number) => Promise<Reply>) => {
    for (let turn = 0; Date.now() < until; turn += 1) replies.push([what, await ask(turn)])
  }
  const put = (path: string, body: object) => api.call('PUT', path, { as, body })
  const window = { start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-02T00:00:00Z', status: 'ok' }
  const [{ deadlocks: earlier = 0 } = {}] = await deadlocks()
  await Promise.all([
    keep('conditions', async () => {
      const other = await create('/events', { name: 'Other', kind: 'failure' })
      const changed = await put(`/events/${event}`, { condition_event_ids: [other] })
      await api.call('DELETE', `/events/${other}`, { as })
      return changed
    }),
    keep('scope', async () => {
      const id = await service(group, 'Short-lived')
      const changed = await put(`/events/${event}`, {
        scope: { all_services: false, group_ids: [group], service_ids: [id] },
      })
      await Promise.all([
        api.call('POST', '/corrections/bulk_create', { as, body: { service_ids: [id], ...window } }),
        api.call('POST', '/services/bulk_delete', { as, body: { ids: [id] } }),
      ])
      return changed
    }),
    keep('escalation', async () => {
      const id = await contact('Short-lived')
      const [changed] = await Promise.all([
        put(`/escalations/${escalation}`, { contact_ids: [keeper, id] }),
        api.call('DELETE', `/contacts/${id}`, { as }),
      ])
      return changed.status === 422 ? put(`/escalations/${escalation}`, { channel_ids: ['sms'] }) : changed
    }),
    keep('address', (turn) => put(`/contact_addresses/${address}`, { address: `4810010010${turn % 9}` })),
    keep('declared', (turn) =>
      api.call('POST', '/apply', {
        as,
        body: {
          contacts: [
            { external_id: 'c', name: `C${turn}`, addresses: [{ channel_id: 'sms', address: '48200200200' }] },
          ],
          events: [{ external_id: 'e', name: `E${turn}`, kind: 'failure' }],
          escalations: [{ external_id: 's', event: 'e', name: `S${turn}`, contacts: ['c'] }],
          dry_run: false,
        },
      }),
    ),
  ])
  assert.ok(replies.length > 20, `only ${replies.length} requests`)
  assert.deepEqual(
    replies.filter(([, { status }]) => status >= 400).map(([what, { text }]) => [what, text]),
    [],
  )
  const [{ deadlocks: later = 0 } = {}] = await deadlocks()
  assert.equal(later - earlier, 0, 'deadlocks')
})

test('an account that writes a lot does not block readers', async () => {
  const busy = await addAccount(api.owner)
  const busyAs = await openSession(api.owner, busy)
  const groupId = (await api.call('GET', '/accounts/my_account/default_group', { as: busyAs })).body.id
  const client = await api.owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('select from account where id = $1 for update', [busy])
    const writes = Array.from({ length: 20 }, (_, turn) =>
      api.call('PUT', `/groups/${groupId}`, { as: busyAs, body: { name: `Group ${turn}` } }),
    )
    await wait(300)
    const started = performance.now()
    assert.equal((await api.call('GET', '/services', { as })).status, 200)
    assert.ok(performance.now() - started < 2000, 'it was answered while they waited')
    await client.query('commit')
    assert.deepEqual(new Set((await Promise.all(writes)).map(({ status }) => status)), new Set([204]))
  } finally {
    client.release()
  }
})

const deadlocks = () =>
  api.owner.query(sql<{ deadlocks: number }>`select deadlocks from pg_stat_database where datname = current_database()`)

test('a permission that is revoked while a bulk operation waits no longer counts', async () => {
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

test('applying a configuration does not block writers of other accounts', async () => {
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
