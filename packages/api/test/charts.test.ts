import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { computeNextRollups } from '@wachta/reporter/src/rollups.ts'
import { addPackage } from '@wachta/testing/api/accounts'
import {
  addMonitoringRevision,
  addSensors,
  addStatusChanges,
  buildCheck,
  type HistoryAnalysis,
  storeAnalyses,
} from '@wachta/testing/api/history'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices, type Holder } from '@wachta/testing/api/watched'
import { sql } from 'kysely'

const minute = 60_000
const day = 1440 * minute
const now = Date.UTC(2026, 2, 10, 12, 3)
const first = now - 4 * day
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z')

let api: TestApi
let owner: Holder
let stranger: Holder
let service: number
let bare: number
let sensors: number[]

before(async () => {
  api = await startApi()
  api.clock = new Date(now)
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  stranger = await addHolder(api.owner)
  ;[service = 0, bare = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 2)
  sensors = await addSensors(api.owner, 3)
  await addMonitoringRevision(api.owner, service, sensors, new Date(first))
  await storeAnalyses(api.owner, service, sensors, analyses())
})
after(() => api[Symbol.asyncDispose]())

/** An analysis every two minutes for four days, with missing results, errors and varied response times. */
function analyses(): HistoryAnalysis[] {
  return Array.from({ length: (4 * 1440) / 2 }, (_, place) => ({
    time: first + place * 2 * minute,
    checks: sensors.flatMap((sensor, rank) => {
      if ((place + rank) % 17 === 0) return []
      if ((place * 7 + rank) % 11 === 0)
        return [buildCheck(sensor, { result: 'error', error_type_id: 1, response_time: 5 })]
      return [
        buildCheck(sensor, {
          timings: timingsOf(rank),
          response_time: 50 + ((place * 37 + rank * 101) % 900),
          started: rank * 100,
        }),
      ]
    }),
  }))
}

/** One of the sensors measures no phases, as for an address that needs no lookup or connection. */
const timingsOf = (rank: number) => (rank === 2 ? {} : { lookup: 1 + rank, connect: 10, tls: 15, first_byte: 20 })

const chart = async (path: string, as = owner.as) => {
  const reply = await api.call('GET', `/services/${service}/charts/${path}`, { as })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}
const since = (length: number) => `from=${iso(now - length)}&to=${iso(now)}`

test('a chart uses the smallest buckets that give at most a thousand points', async () => {
  const hours = await chart(`performance?${since(5 * 60 * minute)}`)
  assert.deepEqual([hours.aggregation, hours.points.length], ['none', 450])
  const [point] = hours.points
  assert.deepEqual(Object.keys(point), [
    'time',
    'sensor_id',
    'response_time',
    'ok_checks_count',
    'error_checks_count',
    'unknown_checks_count',
  ])
  const whole = await chart(`performance?${since(day)}`)
  assert.deepEqual([whole.aggregation, whole.points.length], ['five_minutes', 289])
  const all = await chart(`performance?${since(4 * day)}`)
  assert.deepEqual([all.aggregation, all.points.length], ['hour', 97])
  const year = await chart(`performance?${since(300 * day)}`)
  assert.deepEqual([year.aggregation, year.points.length], ['day', 5])
  const one = await chart(`performance?${since(day)}&sensor_id=${sensors[0]}`)
  assert.deepEqual([one.aggregation, one.points.length, one.sensor_id], ['none', 720, sensors[0]])
})

test('charts from rollups equal charts from analyses, for all sensors and for one', async () => {
  const paths = [
    `performance/river?${since(3 * day)}`,
    `performance/river?${since(3.9 * day)}`,
    `performance/river?${since(200 * day)}`,
    ...sensors.flatMap((sensor) => [
      `performance/river?${since(3 * day)}&sensor_id=${sensor}`,
      `performance/river?${since(3.9 * day)}&sensor_id=${sensor}`,
      `performance/river?${since(200 * day)}&sensor_id=${sensor}`,
    ]),
    `performance?${since(3 * day)}`,
    `performance?${since(200 * day)}`,
  ]
  const raw = []
  for (const path of paths) raw.push(await chart(path))
  assert.equal((await api.owner.query(sql`select from rollup`)).length, 0)
  const stats = async () =>
    (await api.call('GET', `/services/${service}/history/detected_error_types?${since(3 * day)}`, { as: owner.as }))
      .body
  const errors = await stats()
  while (await computeNextRollups(api.database, new Date(now)));
  for (const [place, path] of paths.entries()) assert.deepEqual(await chart(path), raw[place], path)
  assert.deepEqual(await stats(), errors)
  // Control: the chart is really drawn from this table.
  await api.owner.query(sql`update rollup set response_maximum = response_maximum + 1000000 where size = 'h'`)
  const changed = await chart(paths[1] ?? '')
  assert.notDeepEqual(changed, raw[1])
  assert.ok(changed.points.at(-1).maximum < 1_000_000, 'the hour that has not ended is computed')
  await api.owner.query(sql`update rollup set response_maximum = response_maximum - 1000000 where size = 'h'`)
})

test('a range that ends in the future has the newest data', async () => {
  const until = (end: number) => `from=${iso(now - 60 * day)}&to=${iso(end)}`
  for (const path of ['performance', 'performance/river']) {
    const past = await chart(`${path}?${until(now)}`)
    const future = await chart(`${path}?${until(now + 40 * day)}`)
    assert.equal(past.points.at(-1).time, iso(Date.UTC(2026, 2, 10)))
    assert.deepEqual([future.aggregation, future.points], ['day', past.points], path)
  }
  const listErrorTypes = async (end: number) =>
    (await api.call('GET', `/services/${service}/history/detected_error_types?${until(end)}`, { as: owner.as })).body
  const errorTypes = await listErrorTypes(now)
  assert.equal(errorTypes.length, 1)
  assert.deepEqual(await listErrorTypes(now + 40 * day), errorTypes)
})

test('the percentiles of a chart are in ascending order', async () => {
  const { points } = await chart(`performance/river?${since(2 * day)}`)
  assert.ok(points.length > 500)
  for (const { minimum, p50, average, p95, maximum, checks_count } of points) {
    assert.ok(checks_count > 0 && minimum <= p50 && p50 <= p95 && p95 <= maximum)
    assert.ok(minimum <= average && average <= maximum)
  }
})

test('a chart of single checks shows the newest thousand', async () => {
  const few = await chart(`performance/checks?${since(60 * minute)}`)
  assert.deepEqual([few.is_complete, few.points.length], [true, 90])
  const many = await chart(`performance/checks?${since(3 * day)}`)
  assert.deepEqual([many.is_complete, many.points.length], [false, 1000])
  assert.deepEqual(many.points.slice(-90), few.points)
})

test('a chart of thirteen months uses daily rollups', async () => {
  await api.owner.query(sql`insert into rollup select ${bare}, 'd', d, 0, 1440, 0, 0, 4320, 0, 0, 4320, 432000, 50, 900, 100, 800, null
from generate_series('2025-02-08T00:00:00Z'::timestamptz, '2026-03-09T00:00:00Z', interval '24 hours') d`)
  const reply = await api.call(
    'GET',
    `/services/${bare}/charts/performance?from=2025-02-07T00:00:00Z&to=2026-03-10T00:00:00Z`,
    {
      as: owner.as,
    },
  )
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.aggregation, 'day')
  assert.equal(reply.body.points.length, 395)
  assert.equal(reply.body.points[0].response_time, 100)
  const tooLong = await api.call(
    'GET',
    `/services/${bare}/charts/performance?from=2025-01-01T00:00:00Z&to=2026-03-10T00:00:00Z`,
    {
      as: owner.as,
    },
  )
  assert.equal(tooLong.status, 422)
})

test('each step has its own series, with fewer points', async () => {
  assert.deepEqual((await chart(`performance/steps?${since(day)}`)).points, [])
  await api.owner.query(sql`update service set step_names = '{Open,"Log in"}' where id = ${service}`)
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, step_data)
select ${service}, a.time, s, jsonb_build_array(jsonb_build_object('step', 1, 'response_time', 10 * s, 'data_size', null),
  jsonb_build_object('step', 2, 'response_time', 100, 'data_size', 7))
from analysis a, unnest(${sensors}::bigint[]) s where a.service_id = ${service}`)
  const steps = await chart(`performance/steps?${since(day)}`)
  assert.deepEqual(
    [steps.aggregation, steps.points.length, steps.step_names],
    ['five_minutes', 578, ['Open', 'Log in']],
  )
  const average = (10 * (sensors[0] ?? 0) + 10 * (sensors[1] ?? 0) + 10 * (sensors[2] ?? 0)) / 3
  const { time: _, checks_count, ...point } = steps.points[2]
  assert.deepEqual(point, { step: 1, response_time: average, data_size: null })
  assert.ok(checks_count === 6 || checks_count === 9, 'two or three analyses of three sensors')
  const longer = await chart(`performance/steps?${since(3 * day)}`)
  assert.deepEqual([longer.aggregation, longer.points.length], ['hour', 146])
  const one = await chart(`performance/steps?${since(day)}&sensor_id=${sensors[1]}`)
  assert.equal(one.points[0].response_time, 10 * (sensors[1] ?? 0))
})

test('phases add up to the response time of the checks that have them', async () => {
  const { aggregation, points } = await chart(`performance/phases?${since(2 * day)}&sensor_id=${sensors[1]}`)
  assert.equal(aggregation, 'five_minutes')
  const river = await chart(`performance/river?${since(2 * day)}&sensor_id=${sensors[1]}`)
  assert.equal(points.length, river.points.filter((point: { checks_count: number }) => point.checks_count > 0).length)
  for (const { time, lookup, connect, tls, first_byte, rest } of points) {
    const whole = river.points.find((point: { time: string }) => point.time === time)
    assert.deepEqual([lookup, connect, tls, first_byte], [2, 10, 15, 20])
    assert.ok(Math.abs(lookup + connect + tls + first_byte + rest - whole.average) < 1e-9)
  }
  assert.deepEqual((await chart(`performance/phases?${since(day)}&sensor_id=${sensors[2]}`)).points, [])
  const tooLong = await api.call('GET', `/services/${service}/charts/performance/phases?${since(40 * day)}`, {
    as: owner.as,
  })
  assert.equal(tooLong.body[0]?.error, 'range_too_long')
})

test('a metric has bands too, of failed checks as well, as long as details are kept', async () => {
  const metric = 'largest_contentful_paint'
  assert.deepEqual((await chart(`performance/river?${since(day)}&metric_type_id=${metric}`)).points, [])
  const analysed = sql`(select count(*) from analysis b where b.service_id = a.service_id and b.time <= a.time)`
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
select ${service}, a.time, s, jsonb_build_object(${metric}::text, 1000 + 100 * (${analysed} % 5) + s / 1000.0, 'cumulative_layout_shift', 0.25)
from analysis a, unnest(${sensors}::bigint[]) s where a.service_id = ${service} and a.time >= ${new Date(now - 2 * day)}
on conflict (service_id, time, sensor_id) do update set metrics = excluded.metrics`)
  const whole = await chart(`performance/river?${since(day)}&metric_type_id=${metric}`)
  assert.deepEqual([whole.aggregation, whole.points.length], ['five_minutes', 289])
  const { checks_count, minimum, p50, p95, maximum, average } = whole.points[1]
  assert.ok(checks_count === 6 || checks_count === 9, 'every check of two or three analyses, also those that failed')
  assert.ok(minimum >= 1000 && minimum <= p50 && p50 <= p95 && p95 <= maximum && maximum < 1500)
  assert.ok(minimum < average && average < maximum)
  const shift = await chart(
    `performance/river?${since(day)}&metric_type_id=cumulative_layout_shift&sensor_id=${sensors[1]}`,
  )
  assert.deepEqual([shift.points[1].p50, shift.points[1].maximum, shift.sensor_id], [0.25, 0.25, sensors[1]])
  assert.ok([2, 3].includes(shift.points[1].checks_count))
  const refusal = async (query: string) =>
    (await api.call('GET', `/services/${service}/charts/performance/river?${query}`, { as: owner.as })).body[0]?.error
  assert.equal(await refusal(`${since(40 * day)}&metric_type_id=${metric}`), 'range_too_long')
  assert.ok(await refusal(`${since(day)}&metric_type_id=a'b`))
})

test('ranges return the period for which a chart has data', async () => {
  assert.deepEqual(await chart('availability/range'), { from: null, to: null })
  await addStatusChanges(api.owner, service, [{ status: 'ok', start: new Date(first), end: new Date(now) }])
  assert.deepEqual(await chart('availability/range'), { from: iso(first), to: iso(now) })
  const range = await chart('performance/range')
  assert.equal(Date.parse(range.from), Math.floor(first / day) * day)
  assert.equal(Date.parse(range.to), now - 2 * minute)
})

test('other accounts cannot read charts', async () => {
  for (const path of [
    'availability',
    'availability/range',
    'performance',
    'performance/checks',
    'performance/river',
    'performance/phases',
  ])
    assert.equal((await api.call('GET', `/services/${service}/charts/${path}`, { as: stranger.as })).status, 404)
})

test('a chart of more steps than fit ends with the newest days', async () => {
  const [scenario = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  const [sensor = 0] = sensors
  const noons = Array.from({ length: 31 }, (_, index) => Date.UTC(2026, 2, 9, 12) - (30 - index) * day)
  await addMonitoringRevision(api.owner, scenario, [sensor], new Date(now - 40 * day))
  await storeAnalyses(
    api.owner,
    scenario,
    [sensor],
    noons.map((time) => ({ time, checks: [buildCheck(sensor)] })),
  )
  await api.owner.query(sql`insert into check_detail (service_id, time, sensor_id, step_data)
select a.service_id, a.time, ${sensor}, (select jsonb_agg(jsonb_build_object('step', n, 'response_time', n, 'data_size', null))
  from generate_series(1, 40) n)
from analysis a where a.service_id = ${scenario}`)
  const path = `/services/${scenario}/charts/performance/steps?${since(31 * day)}`
  const { body } = await api.call('GET', path, { as: owner.as })
  const points = body.points as readonly { readonly time: string; readonly step: number }[]
  const midnights = noons.slice(-25).map((noon) => iso(noon - day / 2))
  assert.equal(body.aggregation, 'day')
  assert.deepEqual([...new Set(points.map(({ time }) => time))], midnights)
  assert.deepEqual([points.length, points.at(0)?.step, points.at(-1)?.step], [1000, 1, 40], 'all steps of each day')
})

test('a state that began and ended with the hour has the counts of its rollups', async () => {
  while (await computeNextRollups(api.database, new Date(now)));
  const [start, end] = [new Date(Date.UTC(2026, 2, 9, 6)), new Date(Date.UTC(2026, 2, 9, 8))]
  const [change] = await addStatusChanges(api.owner, service, [{ status: 'ok', start, end }])
  const path = `/services/${service}/history/status_changes/${change}/stats`
  const { status, body } = await api.call('GET', path, { as: owner.as })
  assert.equal(status, 200)
  const { analyses_count, ok_checks_count, error_checks_count, unknown_checks_count } = body
  assert.equal(analyses_count, 60)
  assert.equal(ok_checks_count + error_checks_count + unknown_checks_count, 60 * sensors.length)
})
