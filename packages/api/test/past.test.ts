import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

const hour = 3_600_000
const day = 24 * hour

let api: TestApi
let owner: Holder
let group: number
let service: number
/** The last full hour; all times of a test are relative to it. */
let now: number

before(async () => {
  api = await startApi()
  await addPackage(api.owner, { services: 1000 })
  owner = await addHolder(api.owner)
  await api.owner.query(sql`update session set timeout = 7776000, expires_at = now() + interval '90 days'`)
  group = await addGroup(api.owner, owner)
})
after(() => api[Symbol.asyncDispose]())

/** Fourteen days of ok, except for six hours of failure two days ago. */
beforeEach(async () => {
  now = Math.floor(Date.now() / hour) * hour
  ;[service = 0] = await addServices(api.owner, group, 1)
  await api.owner.query(sql`insert into status_change (service_id, status, start_time, end_time) values
(${service}, 'ok', ${at(-14 * day)}, ${at(-2 * day)}), (${service}, 'failure', ${at(-2 * day)}, ${at(-2 * day + 6 * hour)}),
(${service}, 'ok', ${at(-2 * day + 6 * hour)}, null)`)
})

const at = (offset: number) => new Date(now + offset)
const wire = (offset: number) => at(offset).toISOString()

async function send(method: string, path: string, body?: object) {
  const reply = await api.call(method, path, { as: owner.as, body })
  assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`)
  return reply.body as { id: number }
}

async function level(from: number, to: number) {
  // Ahead of the database clock, so that changes that take effect now can be read without waiting.
  api.clock = at(9 * day)
  const reply = await api.call('GET', `/services/${service}/history/service_level?from=${wire(from)}&to=${wire(to)}`, {
    as: owner.as,
  })
  api.clock = null
  assert.equal(reply.status, 200, reply.text)
  const { ok_seconds, failure_seconds, paused_seconds, service_level, raw_service_level } = reply.body
  return { ok_seconds, failure_seconds, paused_seconds, service_level, raw_service_level }
}

const past = () => level(-7 * day, 0)
const wholeWeek = {
  start_minute: { day_of_week: 1, hour: 0, minute: 0 },
  end_minute: { day_of_week: 1, hour: 0, minute: 0 },
}

/** Makes the newest version of each suspension this old. */
async function madeAgo(age: number): Promise<void> {
  for (const table of ['suspension_version', 'weekly_suspension_version'])
    await api.owner.query(
      sql`update ${sql.table(table)} set valid_from = ${at(-age)} where service_id = ${service} and valid_to = 'infinity'`,
    )
}

test('a suspension over a failure of the past changes no figure of the past, and acts from now on', async () => {
  const measured = await past()
  assert.equal(measured.raw_service_level?.toFixed(2), '96.43')
  await send('POST', '/suspensions', { service_id: service, start_time: wire(-3 * day), end_time: wire(2 * day) })
  assert.deepEqual(await past(), measured)
  assert.equal((await level(day, 2 * day)).paused_seconds, 24 * 3600)
  assert.equal((await level(2 * day, 2 * day + hour)).paused_seconds, 0)
})

test('one that lies wholly in the past is taken as before, and does nothing', async () => {
  const measured = await past()
  const window = { start_time: wire(-2 * day), end_time: wire(-2 * day + 6 * hour) }
  const { id } = await send('POST', '/suspensions', { service_id: service, ...window })
  assert.deepEqual(await past(), measured)
  const shown = await api.call('GET', `/suspensions/${id}`, { as: owner.as })
  assert.deepEqual(
    [Date.parse(shown.body.start_time), Date.parse(shown.body.end_time)],
    [now - 2 * day, now - 2 * day + 6 * hour],
  )
  await send('PUT', `/suspensions/${id}`, { end_time: wire(-day) })
  await send('DELETE', `/suspensions/${id}`)
  assert.deepEqual(await past(), measured)
})

test('a weekly suspension acts from when it was made', async () => {
  const measured = await past()
  await send('POST', '/weekly_suspensions', { service_id: service, ...wholeWeek })
  assert.deepEqual(await past(), measured)
  assert.equal((await level(hour, day)).paused_seconds, 23 * 3600)
})

test('a change keeps what was in force before it', async () => {
  const { id } = await send('POST', '/suspensions', {
    service_id: service,
    start_time: wire(0),
    end_time: wire(2 * day),
  })
  await api.owner.query(
    sql`update suspension_version set valid_from = ${at(-5 * day)}, start_time = ${at(-4 * day)} where suspension_id = ${id}`,
  )
  const inForce = await past()
  assert.equal(inForce.paused_seconds, 4 * 24 * 3600)
  await send('PUT', `/suspensions/${id}`, { start_time: wire(-9 * day), end_time: wire(-8 * day) })
  assert.deepEqual(await past(), inForce)
  assert.equal((await level(2 * hour, day)).paused_seconds, 0)
  await send('PUT', `/suspensions/${id}`, { end_time: wire(3 * day), only_notifications: false })
  assert.deepEqual(await past(), inForce)
  assert.equal((await level(2 * hour, day)).paused_seconds, 22 * 3600)
  await send('PUT', `/suspensions/${id}`, { only_notifications: true })
  assert.deepEqual(await past(), inForce)
  assert.equal((await level(2 * hour, day)).paused_seconds, 0)
})

test('a deletion keeps what was in force before it', async () => {
  const one = await send('POST', '/suspensions', { service_id: service, start_time: wire(-day), end_time: wire(day) })
  const weekly = await send('POST', '/weekly_suspensions', { service_id: service, ...wholeWeek })
  await madeAgo(2 * day)
  const inForce = await past()
  assert.equal(inForce.paused_seconds, 2 * 24 * 3600)
  await send('POST', '/suspensions/bulk_delete', { ids: [one.id] })
  await send('DELETE', `/weekly_suspensions/${weekly.id}`)
  assert.deepEqual(await past(), inForce)
  assert.equal((await level(2 * hour, day)).paused_seconds, 0)
})

test('another zone of the account moves weekly windows from now on, and none of the past', async () => {
  const nine = (hours: number) => ({ day_of_week: at(-day).getUTCDay() || 7, hour: hours, minute: 0 })
  await send('PUT', '/accounts/my_account', { time_zone_id: 'utc' })
  await api.owner.query(
    sql`delete from account_time_zone_version where account_id = ${owner.id} and valid_to <> 'infinity'`,
  )
  await api.owner.query(
    sql`update account_time_zone_version set valid_from = '-infinity' where account_id = ${owner.id}`,
  )
  await send('POST', '/weekly_suspensions', { service_id: service, start_minute: nine(3), end_minute: nine(5) })
  await madeAgo(20 * day)
  const midnight = Math.floor((now - day) / day) * day - now
  const held = () => level(midnight + 3 * hour, midnight + 5 * hour)
  const inForce = await held()
  assert.equal(inForce.paused_seconds, 2 * 3600)
  await send('PUT', '/accounts/my_account', { time_zone_id: 'asia_tokyo' })
  assert.deepEqual(await held(), inForce)
  const next = (hours: number) => midnight + 7 * day + hours * hour
  assert.equal((await level(next(3), next(5))).paused_seconds, 0)
  assert.equal((await level(next(-6), next(-4))).paused_seconds, 2 * 3600)
})

test('time zones that hold for less than a minute leave one version, and frequent changes are rejected', async () => {
  const versions = () =>
    api.owner.query(sql<{ zone: string }>`select time_zone_id as zone from account_time_zone_version
where account_id = ${other.id} order by valid_from`)
  const other = await addHolder(api.owner)
  const change = (time_zone_id: string) =>
    api.call('PUT', '/accounts/my_account', { as: other.as, body: { time_zone_id } })
  for (const zone of ['asia_tokyo', 'utc', 'asia_tokyo', 'utc', 'asia_tokyo', 'utc', 'asia_tokyo'])
    assert.equal((await change(zone)).status, 204)
  assert.deepEqual(
    (await versions()).map(({ zone }) => zone),
    ['europe_warsaw', 'asia_tokyo'],
  )
  const minuteLater = () =>
    api.owner.query(sql`update account_time_zone_version set valid_from = valid_from - interval '1 minute',
  valid_to = valid_to - interval '1 minute' where account_id = ${other.id}`)
  const statuses: number[] = []
  for (const zone of ['utc', 'asia_tokyo', 'utc', 'asia_tokyo', 'utc']) {
    await minuteLater()
    statuses.push((await change(zone)).status)
  }
  assert.deepEqual(statuses, [204, 204, 204, 204, 429])
  assert.equal((await versions()).length, 6)
})

test('a service level of very many versions is rejected, and up to that computed in a moment', async (context) => {
  const windows = 20
  const read = (zones: number) => readWithZones(windows, zones)
  const { milliseconds, status } = await read(250)
  context.diagnostic(`5,000 versions: ${milliseconds.toFixed(0)} ms of processor time`)
  assert.equal(status, 200)
  assert.ok(milliseconds < 200, `${milliseconds}`)
  const refused = await read(1_000)
  assert.equal(refused.status, 422)
  assert.match(refused.text, /too_many_changes_in_range/)
  assert.ok(refused.milliseconds < 200, `${refused.milliseconds}`)
})

/** Reads the service level of 30 days with this many weekly windows, in this many successive time zones. */
async function readWithZones(windows: number, zones: number) {
  await api.owner.query(sql`delete from weekly_suspension_version where service_id = ${service}`)
  await api.owner.query(sql`insert into weekly_suspension_version
  (weekly_suspension_id, service_id, valid_from, start_minute, end_minute, only_notifications)
select -n, ${service}, ${at(-30 * day)}, 60 + n, 7000 + n, false from generate_series(1, ${windows}::int) n`)
  await api.owner.query(sql`delete from account_time_zone_version where account_id = ${owner.id}`)
  await api.owner.query(sql`insert into account_time_zone_version (account_id, valid_from, valid_to, time_zone_id)
select ${owner.id}, ${at(-30 * day)}::timestamptz + n * interval '30 days' / ${zones}::int,
  case n + 1 when ${zones}::int then 'infinity' else ${at(-30 * day)}::timestamptz + (n + 1) * interval '30 days' / ${zones}::int end,
  case n % 2 when 0 then 'europe_warsaw' else 'america_new_york' end from generate_series(0, ${zones}::int - 1) n`)
  const path = `/services/${service}/history/service_level?from=${wire(-30 * day)}&to=${wire(0)}`
  const before = process.cpuUsage()
  const { status, text } = await api.call('GET', path, { as: owner.as })
  const { user, system } = process.cpuUsage(before)
  return { status, text, milliseconds: (user + system) / 1000 }
}

test('only a correction speaks of the past: it changes the figure, and leaves the raw one', async () => {
  const measured = await past()
  await send('POST', '/corrections', {
    service_id: service,
    start_time: wire(-2 * day),
    end_time: wire(-2 * day + 6 * hour),
    status: 'paused',
  })
  const corrected = await past()
  assert.deepEqual([corrected.service_level, corrected.raw_service_level], [100, measured.raw_service_level])
})

test('the application itself cannot write what was in force', async () => {
  for (const table of ['suspension_version', 'weekly_suspension_version', 'account_time_zone_version'])
    for (const write of [
      sql`delete from ${sql.table(table)}`,
      sql`update ${sql.table(table)} set valid_from = '-infinity'`,
    ])
      await assert.rejects(async () => api.database.query(write), /permission denied/)
})

test('with a service its suspensions go, and their history with them', async () => {
  await send('POST', '/suspensions', { service_id: service, end_time: wire(day) })
  await send('POST', '/weekly_suspensions', { service_id: service, ...wholeWeek })
  await send('DELETE', `/services/${service}`)
  const [left] = await api.owner.query(sql<{ count: number }>`select
(select count(*) from suspension_version where service_id = ${service}) + (select count(*) from weekly_suspension_version where service_id = ${service}) as count`)
  assert.equal(left?.count, 0)
})
