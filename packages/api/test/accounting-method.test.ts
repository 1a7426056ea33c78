import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addPackage } from '@wachta/testing/api/accounts'
import { listErrors } from '@wachta/testing/api/configuration'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

const hour = 3_600_000
/** A Monday, midnight in Warsaw. */
const start = Date.parse('2026-03-02T00:00:00+01:00')
const at = (hours: number) => new Date(start + hours * hour)
const range = { from: at(0).toISOString(), to: at(24).toISOString() }

let api: TestApi
let owner: Holder
let [group, service] = [0, 0]

/**
 * The day, by hours: ok 0–10, failure 10–12, ok 12–14, failure 14–15, unknown 15–18, ok 18–24. A maintenance window
 * pauses 19–20; another one, 11–13, suppresses only notifications. A correction makes 14–15 ok, another pauses 22–23.
 */
before(async () => {
  api = await startApi()
  api.clock = at(30)
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  await api.owner.query(sql`update account set time_zone_id = 'europe_warsaw' where id = ${owner.id}`)
  group = await addGroup(api.owner, owner)
  ;[service = 0] = await addServices(api.owner, group, 1)
  for (const [status, from, to] of [
    ['ok', 0, 10],
    ['failure', 10, 12],
    ['ok', 12, 14],
    ['failure', 14, 15],
    ['unknown', 15, 18],
    ['ok', 18, 24],
  ] as const)
    await api.owner.query(sql`insert into status_change (service_id, status, start_time, end_time)
values (${service}, ${status}, ${at(from)}, ${at(to)})`)
  for (const [status, from, to] of [
    ['ok', 14, 15],
    ['paused', 22, 23],
  ] as const)
    await api.owner.query(sql`insert into correction (service_id, status, start_time, end_time)
values (${service}, ${status}, ${at(from)}, ${at(to)})`)
  await api.owner.query(sql`insert into suspension (service_id, start_time, end_time, only_notifications)
values (${service}, ${at(19)}, ${at(20)}, false), (${service}, ${at(11)}, ${at(13)}, true)`)
  // A suspension counts from its creation, so these get a creation time long ago.
  await api.owner.query(sql`delete from suspension_version`)
  await api.owner.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, start_time, end_time, only_notifications)
select id, service_id, '-infinity', start_time, end_time, only_notifications from suspension`)
})
after(() => api[Symbol.asyncDispose]())

const ask = (path: string, parameters: object = {}) =>
  api.call('GET', `/services/${service}/${path}?${new URLSearchParams({ ...range, ...parameters })}`, { as: owner.as })

async function readLevel(parameters: object = {}) {
  const reply = await ask('history/service_level', parameters)
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

/** The counted hours: ok and not ok. */
async function counted(parameters: object = {}): Promise<[ok: number, rest: number]> {
  const { service_level, counted_ok_seconds: ok, counted_not_ok_seconds: rest } = await readLevel(parameters)
  assert.equal(service_level, (100 * ok) / (ok + rest))
  return [ok / 3600, rest / 3600]
}

test('by default, measured time counts with corrections; paused and unknown time is left out', async () => {
  assert.deepEqual(await readLevel(), {
    from: '2026-03-01T23:00:00Z',
    to: '2026-03-02T23:00:00Z',
    ok_seconds: 17 * 3600,
    failure_seconds: 2 * 3600,
    paused_seconds: 2 * 3600,
    unknown_seconds: 3 * 3600,
    service_level: 1700 / 19,
    raw_service_level: 1700 / 20,
    counted_ok_seconds: 17 * 3600,
    counted_not_ok_seconds: 2 * 3600,
    failures_count: 1,
    longest_failure_seconds: 2 * 3600,
    mean_failure_seconds: 2 * 3600,
    mean_seconds_between_failures: null,
    error_budget: null,
  })
})

test('each parameter changes what counts', async () => {
  assert.deepEqual(await counted({ unknown: true }), [17, 5])
  assert.deepEqual(await counted({ paused: true }), [17, 3], 'a correction to paused is always left out')
  assert.deepEqual(await counted({ suspended: false }), [16, 1])
  assert.deepEqual(await counted({ corrected: false }), [17, 3])
  assert.deepEqual(await counted({ unknown: true, paused: true, suspended: false, corrected: false }), [16, 6])
  const defaults = { unknown: false, paused: false, suspended: true, corrected: true }
  assert.deepEqual(await readLevel(defaults), await readLevel())
})

test('business hours are weekly windows in the time zone of the owner, or in one that is named', async () => {
  assert.deepEqual(await counted({ business_hours: '1T08:00-1T16:00' }), [5, 2])
  assert.deepEqual(await counted({ business_hours: '1T08:00-1T11:30,1T13:00-1T14:00' }), [3, 1.5])
  assert.deepEqual(await counted({ business_hours: '7T12:00-1T02:00,2T08:00-2T16:00' }), [2, 0], 'over the week')
  // New York is 6 hours behind: 5 to 9 o'clock there is 11 to 15 in Warsaw.
  const there = { business_hours: '1T05:00-1T09:00', time_zone_id: 'america_new_york' }
  assert.deepEqual(await counted(there), [3, 1])
})

test('time before the service came into being never counts', async () => {
  const [fresh = 0] = await addServices(api.owner, group, 1)
  await api.owner.query(sql`update service set created_at = ${at(20)} where id = ${fresh}`)
  await api.owner.query(
    sql`insert into status_change (service_id, status, start_time) values (${fresh}, 'ok', ${at(21)})`,
  )
  const parameters = new URLSearchParams({ ...range, unknown: 'true', paused: 'true' })
  const path = `/services/${fresh}/history/service_level?${parameters}`
  const { unknown_seconds, service_level } = (await api.call('GET', path, { as: owner.as })).body
  assert.deepEqual([unknown_seconds, service_level], [21 * 3600, 75])
})

test('outages are counted with their lengths, and the time between them', async () => {
  const { failures_count, longest_failure_seconds, mean_failure_seconds, mean_seconds_between_failures } =
    await readLevel({ corrected: false })
  assert.deepEqual(
    [failures_count, longest_failure_seconds, mean_failure_seconds, mean_seconds_between_failures],
    [2, 7200, 5400, 7200],
  )
})

test('the error budget comes from the target of the service, or else of its group', async () => {
  const set = (path: string, service_level_target: number | null) =>
    api.call('PUT', path, { as: owner.as, body: { service_level_target } })
  await set(`/groups/${group}`, 90)
  const hours19 = 19 * 3600
  assert.deepEqual((await readLevel()).error_budget, {
    target: 90,
    budget_seconds: hours19 / 10,
    spent_seconds: 7200,
    left_seconds: hours19 / 10 - 7200,
    burn_rate: 7200 / (hours19 / 10),
    is_met: false,
  })
  await set(`/services/${service}`, 75)
  const { target, budget_seconds, left_seconds, is_met } = (await readLevel()).error_budget
  assert.deepEqual([target, budget_seconds, left_seconds, is_met], [75, hours19 / 4, hours19 / 4 - 7200, true])
  const night = (await readLevel({ business_hours: '1T15:00-1T18:00' })).error_budget
  assert.deepEqual([night.budget_seconds, night.burn_rate, night.is_met], [0, null, null], 'no time counts')
})

test('the availability chart counts by the same method', async () => {
  const chart = async (parameters: object = {}) => {
    const { body } = await ask('charts/availability', parameters)
    const levelAt = (hours: number) =>
      body.points.find(({ from }: { from: string }) => Date.parse(from) === start + hours * hour).service_level
    return [10, 11, 14, 16, 19, 20].map(levelAt)
  }
  assert.deepEqual(await chart(), [0, 0, 100, null, null, 100])
  assert.deepEqual(await chart({ unknown: true, paused: true }), [0, 0, 100, 0, 0, 100])
  assert.deepEqual(await chart({ suspended: false, corrected: false }), [0, null, 0, null, null, 100])
  assert.deepEqual(await chart({ business_hours: '1T11:00-1T15:00' }), [null, 0, 100, null, null, null])
})

test('what cannot be read is rejected with the parameter', async () => {
  const rejected = async (parameters: object) => {
    const replies = await Promise.all(
      ['history/service_level', 'charts/availability'].map((path) => ask(path, parameters)),
    )
    const [one, other] = replies.map(listErrors)
    assert.deepEqual(one, other)
    return one
  }
  for (const text of ['', '1T8:00-1T16:00', '8T08:00-1T16:00', '1T08:00-1T24:00', '1T08:00', '1T08:00-1T16:00,'])
    assert.deepEqual(await rejected({ business_hours: text }), [['wrong_format', 'query.business_hours']], text)
  const many = (count: number) => Array(count).fill('1T08:00-1T16:00').join(',')
  assert.deepEqual(await counted({ business_hours: many(100) }), [5, 2])
  assert.deepEqual(await rejected({ business_hours: many(101) }), [['too_long', 'query.business_hours']])
  assert.deepEqual(await rejected({ unknown: 'yes' }), [['wrong_type', 'query.unknown']])
  assert.deepEqual(await rejected({ time_zone_id: 'mars' }), [['unknown_reference', 'query.time_zone_id']])
})

test('a hundred windows over thirteen months take less than two seconds', async () => {
  const windows = Array.from(
    { length: 100 },
    (_, place) => `${(place % 7) + 1}T0${place % 10}:00-${(place % 7) + 1}T20:00`,
  )
  const from = new Date(start - 390 * 24 * hour).toISOString()
  const before = performance.now()
  const reply = await ask('charts/availability', { from, business_hours: windows.join(',') })
  assert.equal(reply.status, 200, reply.text)
  assert.ok(performance.now() - before < 2000, `${performance.now() - before} ms`)
})
