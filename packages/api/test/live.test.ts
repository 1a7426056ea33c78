import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createChanges, type Database, selectChangedServices } from '@wachta/database'
import type { Caller } from '@wachta/resource'
import { addAccount, addPackage, openSession } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { type OpenEventStream, openEventStream } from '@wachta/testing/api/events'
import { addAlert } from '@wachta/testing/api/notifications'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder, shareGroup } from '@wachta/testing/api/watched'
import { waitForMail } from '@wachta/testing/smtp'
import { sql } from 'kysely'
import { serviceStatus } from '../src/features/checks-and-history/service-status.ts'
import { createLive } from '../src/features/live/live.ts'
import { loadChangedRecords, maxRecords } from '../src/features/live/load-changed-records.ts'
import { createEventStream } from '../src/features/live/stream.ts'
import { hashPassword } from '../src/platform/authentication/passwords.ts'

let api: TestApi
let owner: Holder
let group: number
let services: number[]

before(async () => {
  api = await startApi()
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  group = await addGroup(api.owner, owner)
  services = await addServices(api.owner, group, 3)
  await api.owner.query(sql`update service set status_since = '2026-03-01T00:00:00Z'`)
  await api.owner.query(
    sql`insert into service_state (service_id, status, since) select id, 'ok', '2026-03-02T00:00:00Z' from service`,
  )
  await api.app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => api[Symbol.asyncDispose]())

const fail = (id: number | undefined, status = 'failure') =>
  api.owner.query(sql`update service_state set status = ${status} where service_id = ${id}`)
const eventually = (is: () => boolean) => waitForMail(() => is() || undefined)
const told = ({ events }: OpenEventStream): { service_id: number; status: string }[] =>
  events.flatMap(({ event, data }) => (event === 'status' ? (data as { service_id: number; status: string }[]) : []))
const isTold = (listening: OpenEventStream, id: number | undefined, status = 'failure') =>
  eventually(() => told(listening).some((each) => each.service_id === id && each.status === status))
const sessionOf = async (account: number) => {
  const [row] = await api.owner.query(
    sql<{ id: number }>`select max(id) as id from session where account_id = ${account}`,
  )
  return row?.id ?? 0
}

test('a change arrives within two seconds, as the record that a search returns', async () => {
  using listening = await openEventStream(api.app, owner.as)
  assert.equal(listening.response.statusCode, 200)
  assert.match(String(listening.response.headers['content-type']), /^text\/event-stream/)
  await eventually(() => listening.events.length > 0)
  assert.deepEqual(
    listening.events.map(({ event }) => event),
    ['ready'],
  )
  const changed = performance.now()
  await fail(services[0])
  await isTold(listening, services[0])
  const took = (listening.events.at(-1)?.at ?? 0) - changed
  assert.ok(took < 2000, `${took} ms`)
  const record = (await api.call('GET', `/service_statuses/${services[0]}`, { as: owner.as })).body
  assert.deepEqual(told(listening), [record])
  await wait(1200)
  assert.equal(told(listening).length, 1, 'and is told once')
})

test('a pause, which is stored in another table, is sent too', async () => {
  using listening = await openEventStream(api.app, owner.as)
  await api.call('PUT', `/services/${services[2]}`, { as: owner.as, body: { is_active: false } })
  await isTold(listening, services[2], 'paused')
})

test('each stream contains only services that its caller may read', async () => {
  const shared = await addHolder(api.owner)
  const stranger = await addHolder(api.owner)
  const helper = await addHolder(api.owner, { parent: owner.id })
  const administrator = await addAccount(api.owner, { administrator: true })
  await shareGroup(api.owner, group, shared, false)
  const [foreign] = await addServices(api.owner, await addGroup(api.owner, stranger), 1)
  using owns = await openEventStream(api.app, owner.as)
  using helps = await openEventStream(api.app, helper.as)
  using reads = await openEventStream(api.app, shared.as)
  using knows = await openEventStream(api.app, stranger.as)
  using sees = await openEventStream(api.app, await openSession(api.owner, administrator, 'administrator'))
  using works = await openEventStream(api.app, await openSession(api.owner, administrator, 'customer'))
  await fail(services[1])
  await api.owner.query(
    sql`insert into service_state (service_id, status, since) values (${foreign}, 'failure', now())`,
  )
  await Promise.all([owns, helps, reads, sees].map((each) => isTold(each, services[1])))
  await isTold(knows, foreign)
  const ids = (listening: OpenEventStream) => [...new Set(told(listening).map(({ service_id }) => service_id))].sort()
  for (const listening of [owns, helps, reads]) assert.deepEqual(ids(listening), [services[1]])
  assert.deepEqual(ids(knows), [foreign])
  assert.deepEqual(ids(sees), [services[1], foreign].sort())
  assert.deepEqual(ids(works), [])
  // Control: without the access rule, the same query would return other customers' data to the stranger.
  const asked = {
    resource: serviceStatus,
    accounts: [stranger.id],
    ids: [services[1] ?? 0, foreign ?? 0],
    groupIds: null,
  }
  const { registry } = api.interface.context.searcher
  const heard = async (scope: 'customer' | 'administrator') => {
    const [news] = await loadChangedRecords(api.database, registry, { ...asked, scope })
    return JSON.parse(news?.records ?? '[]').length
  }
  assert.deepEqual([await heard('customer'), await heard('administrator')], [1, 2])
  // The share is removed while the stream is open: the next change is no longer sent.
  await api.owner.query(sql`delete from group_share where account_id = ${shared.id}`)
  await fail(services[1], 'unknown')
  await isTold(owns, services[1], 'unknown')
  await wait(300)
  assert.ok(told(reads).every(({ status }) => status === 'failure'))
})

test('a change is sent when its transaction ends, however many others ended before', async () => {
  const changes = createChanges(api.database, selectChangedServices)
  assert.deepEqual(await changes.listChangedIds(), [])
  const client = await api.owner.pool.connect()
  try {
    await client.query('begin')
    await client.query(`update service_state set response_time = 7 where service_id = ${services[0]}`)
    await fail(services[1], 'ok')
    assert.deepEqual(await changes.listChangedIds(), [services[1]])
    assert.deepEqual(await changes.listChangedIds(), [], 'nothing twice, though the oldest transaction is still open')
    await client.query('commit')
    assert.deepEqual(await changes.listChangedIds(), [services[0]])
    assert.deepEqual(await changes.listChangedIds(), [])
  } finally {
    client.release()
  }
})

test('changes before the first poll are not sent, even if an older transaction is still open', async () => {
  const client = await api.owner.pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_current_xact_id()')
    await fail(services[1])
    const changes = createChanges(api.database, selectChangedServices)
    assert.deepEqual([await changes.listChangedIds(), await changes.listChangedIds()], [[], []])
    await fail(services[1], 'ok')
    assert.deepEqual(await changes.listChangedIds(), [services[1]])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('an incident is sent only to callers who may read it', async () => {
  const [service = 0] = services
  using owns = await openEventStream(api.app, owner.as)
  using stranded = await openEventStream(api.app, (await addHolder(api.owner)).as)
  await eventually(() => owns.events.length > 0 && stranded.events.length > 0)
  const alert = await addAlert(api.owner, { service })
  await eventually(() => sentIncidents(owns).some(({ state }) => state === 'open'))
  await api.owner.query(sql`update occurrence set end_time = now(), end_reason = 'recovered' where id = ${alert}`)
  await eventually(() => sentIncidents(owns).some(({ state }) => state === 'resolved'))
  assert.deepEqual([...new Set(sentIncidents(owns).map(({ service_id }) => service_id))], [service])
  await wait(300)
  assert.deepEqual(sentIncidents(stranded), [])
})

const sentIncidents = ({ events }: OpenEventStream): { service_id: number; state: string }[] =>
  events
    .filter(({ event }) => event === 'incident')
    .flatMap(({ data }) => data as { service_id: number; state: string }[])

test('too many changes at once are replaced by a refresh event', async () => {
  const large = await addHolder(api.owner)
  await addServices(api.owner, await addGroup(api.owner, large), maxRecords + 1)
  using listening = await openEventStream(api.app, large.as)
  await eventually(() => listening.events.length > 0)
  await api.owner.query(sql`update service set is_silenced = true where owner_id = ${large.id}`)
  await eventually(() => listening.events.some(({ event }) => event === 'refresh'))
  assert.deepEqual(told(listening), [])
})

test('a stream ends with its session, when the account is blocked, or when its address is no longer allowed', async () => {
  const person = await addHolder(api.owner)
  using listening = await openEventStream(api.app, person.as)
  await api.owner.query(sql`delete from session where id = ${await sessionOf(person.id)}`)
  await listening.ended
  const blocked = await addHolder(api.owner)
  using other = await openEventStream(api.app, blocked.as)
  await api.owner.query(sql`update account set is_blocked = true where id = ${blocked.id}`)
  await other.ended
  const expired = await addHolder(api.owner)
  using third = await openEventStream(api.app, expired.as)
  await api.owner.query(sql`update session set expires_at = now() where account_id = ${expired.id}`)
  await third.ended
  using lasting = await openEventStream(api.app, owner.as)
  assert.equal(await Promise.race([lasting.ended, wait(2500, 'open')]), 'open')
})

test('the reference clock decides when the session of a stream ends, not that of the machine', async () => {
  const { id, as } = await addHolder(api.owner, { parent: owner.id })
  const session = await sessionOf(id)
  await api.owner.query(sql`update session set expires_at = now() - interval '1 hour', last_used_at = now() - interval '2 hours'
where id = ${session}`)
  api.clock = new Date(Date.now() - 7_200_000)
  try {
    using listening = await openEventStream(api.app, as)
    await wait(2500)
    await fail(services[0], 'ok')
    await isTold(listening, services[0], 'ok')
  } finally {
    api.clock = null
    await fail(services[0])
  }
})

test('a stream needs a session', async () => {
  const passwordHash = await hashPassword('czterysta czapli')
  await addAccount(api.owner, { username: 'basic', passwordHash })
  const basic = `Basic ${Buffer.from('basic:czterysta czapli').toString('base64')}`
  assert.deepEqual(listErrors(await api.call('GET', '/live', { as: basic })), [['session_required']])
  assert.deepEqual(listErrors(await api.call('GET', '/live')), [['authentication_required']])
})

test('a person has at most twenty streams, and a closed one no longer counts', async () => {
  const person = await addHolder(api.owner)
  const open = await Promise.all(Array.from({ length: 20 }, () => openEventStream(api.app, person.as)))
  const refused = await api.call('GET', '/live', { as: person.as })
  assert.equal(refused.status, 429)
  assert.deepEqual(listErrors(refused), [['too_many_streams']])
  assert.match(refused.body[0].message, /20 times. Close one of the tabs/)
  open[0]?.[Symbol.dispose]()
  await wait(100)
  using again = await openEventStream(api.app, person.as)
  assert.equal(again.response.statusCode, 200)
  for (const listening of open) listening[Symbol.dispose]()
})

test('observers do not use up the streams of the account', async () => {
  const administrator = await openSession(
    api.owner,
    await addAccount(api.owner, { administrator: true }),
    'administrator',
  )
  const holder = await addHolder(api.owner)
  const { body } = await api.call('POST', `/accounts/${holder.id}/observe`, { as: administrator })
  const looking = await Promise.all(Array.from({ length: 20 }, () => openEventStream(api.app, `Bearer ${body.token}`)))
  using own = await openEventStream(api.app, holder.as)
  assert.equal(own.response.statusCode, 200)
  for (const listening of looking) listening[Symbol.dispose]()
})

/** A database that runs `before` ahead of each query. */
const behind = (before: () => Promise<void>): Database =>
  Object.create(api.database, {
    query: {
      value: async (...asked: Parameters<Database['query']>) => before().then(() => api.database.query(...asked)),
    },
  })
const live = (database: Database) =>
  createLive({ database, registry: api.interface.context.searcher.registry, now: () => new Date() })
const callerOf = async ({ id }: Holder): Promise<Caller> => ({
  accountId: id,
  actsFor: id,
  packageId: null,
  sessionId: await sessionOf(id),
  scope: 'customer',
  readOnly: false,
  role: 'owner',
  language: 'en',
})

test('a failed watch ends all streams, even if one client does not read to the end', async () => {
  let isAway = false
  const { open } = live(behind(async () => assert.ok(!isAway, 'the database is away')))
  const caller = await callerOf(owner)
  const slow = await open(caller, '127.0.0.1')
  isAway = true
  await eventually(() => slow.writableEnded)
  isAway = false
  const events = await open(caller, '127.0.0.1')
  let text = ''
  events.on('data', (chunk) => {
    text += chunk
  })
  await api.owner.query(sql`update service_state set response_time = 99 where service_id = ${services[0]}`)
  await eventually(() => text.includes('event: status'))
  for (const each of [slow, events]) each.destroy()
})

test('a stream that is opened while sessions are checked is not ended', async () => {
  let isHeld = false
  let letGo: () => void = () => undefined
  const { open } = live(
    behind(async () => {
      if (!isHeld) return
      await new Promise<void>((resolve) => {
        letGo = resolve
      })
    }),
  )
  const caller = await callerOf(owner)
  const first = await open(caller, '127.0.0.1')
  isHeld = true
  await wait(1500)
  const second = await open(caller, '127.0.0.1')
  isHeld = false
  letGo()
  await wait(500)
  assert.deepEqual([first.writableEnded, second.writableEnded], [false, false])
  for (const each of [first, second]) each.destroy()
})

test('a stream whose client does not read is closed', () => {
  const { events, send } = createEventStream()
  send('status', 'x'.repeat(1_000_000))
  assert.equal(events.destroyed, false)
  send('status', 'x'.repeat(100_000))
  assert.equal(events.destroyed, true)
  send('status', 'x')
})

test('HEAD opens no stream, and a stopping process ends all streams', async () => {
  assert.equal(
    (await api.app.inject({ method: 'HEAD', url: '/v3/live', headers: { authorization: owner.as } })).statusCode,
    200,
  )
  const other = await startApi()
  await addPackage(other.owner)
  const person = await addHolder(other.owner)
  await other.app.listen({ host: '127.0.0.1', port: 0 })
  using listening = await openEventStream(other.app, person.as)
  await eventually(() => listening.events.length > 0)
  const stopped = performance.now()
  await other[Symbol.asyncDispose]()
  await listening.ended
  assert.ok(performance.now() - stopped < 5000, `${performance.now() - stopped} ms`)
})
