import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Database } from '@wachta/database'
import { packChecks } from '@wachta/domain'
import {
  addMonitoredServices,
  emptyTables,
  type Installation,
  install,
  listShardIds,
  takeLease,
} from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import {
  addRule,
  listOccurrences,
  loadNotifiedOccurrences,
  minute,
  readAllEvents,
} from '@wachta/testing/analyst/watching'
import { sql } from 'kysely'
import { applyDueDelays } from '../src/events/apply-due-delays.ts'
import { applyEvaluations } from '../src/events/evaluations.ts'
import { judgeExpiry } from '../src/events/expiry.ts'
import { judgeResponseTimes } from '../src/events/response-times.ts'
import { loadRules, toSubject } from '../src/events/rules.ts'
import { judgeSensorRules } from '../src/events/sensors.ts'
import type { FencedLease } from '../src/index.ts'

let installation: Installation
let database: Database
let lease: FencedLease
before(async () => {
  installation = await install()
  database = installation.database
  await database.query(sql`select partition_days(${[0, 1].map((day) => new Date(start - day * 86_400_000))}::date[])`)
})
after(() => installation[Symbol.asyncDispose]())
beforeEach(async () => {
  await emptyTables(database)
  lease = await takeLease(database, 0)
})

/** The context of a judgement at a time, in minutes from the start. */
const at = (minutes: number) => ({ database, ...lease, now: start + minutes * minute })
const timeAt = (minutes: number) => new Date(start + minutes * minute)

async function watched(count: number, sensor_ids: readonly number[] = [1]): Promise<number[]> {
  const ids = listShardIds(0, count)
  await addMonitoredServices(database, ids, [createServiceRevision({ sensor_ids })])
  return ids
}

/** Writes one analysis a minute up to `until`, each with the response times of its sensors; null is an error. */
async function answered(
  service_id: number,
  until: number,
  times: readonly (readonly (number | null)[])[],
): Promise<void> {
  for (const [index, of] of times.entries()) {
    const slot = start + (until - times.length + 1 + index) * minute
    const checks = of.map((response_time, rank) =>
      createCheckReport({
        service_id,
        slot,
        sensor_id: rank + 1,
        response_time,
        result: response_time === null ? 'error' : 'ok',
      }),
    )
    const ok = of.filter((time) => time !== null).length
    await database.query(sql`insert into analysis (service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count,
  unknown_checks_count, failure, kind, checks) values (${service_id}, ${new Date(slot)}, 1, 51, ${ok}, ${of.length - ok}, 0, ${ok === 0}, 's', ${Buffer.from(packChecks(checks))})`)
  }
}

test('a response time rule uses the figure of the successful checks', async () => {
  const [id = 0, silent = 0] = await watched(2, [1, 2])
  const settings = { response_time: 300, minutes: 3 }
  const rules = {
    average: await addRule(database, { kind: 'performance', settings: { ...settings, measure: 'average' } }),
    median: await addRule(database, { kind: 'performance', settings: { ...settings, measure: 'median' } }),
    worst: await addRule(database, { kind: 'performance', settings: { ...settings, measure: 'percentile_95' } }),
    longer: await addRule(database, { kind: 'performance', settings: { ...settings, minutes: 60 } }),
    other: await addRule(database, { kind: 'performance', settings, scope: { service_ids: [silent] } }),
  }
  await answered(id, 10, [
    [9_000, 9_000],
    [100, null],
    [100, 100],
    [1_100, null],
  ])
  await judgeResponseTimes(at(10), { isLong: false })
  assert.deepEqual(await listOccurrences(database, rules.average), [`${id} 10..`], 'the errors do not count: 350 ms')
  assert.deepEqual(await listOccurrences(database, rules.median), [])
  assert.deepEqual(await listOccurrences(database, rules.worst), [`${id} 10..`])
  assert.deepEqual(await listOccurrences(database, rules.longer), [`${id} 10..`], 'it looks further back')
  const known = await database.query(
    sql<{ service_id: number; event_id: number }>`select service_id, event_id from event_status`,
  )
  assert.deepEqual(
    known.filter(({ service_id }) => service_id === silent),
    [],
    'of one without an answer nothing is known',
  )
  const before = await readAllEvents(database)
  await judgeResponseTimes(at(10.5), { isLong: false })
  assert.equal(await readAllEvents(database), before)
  await answered(id, 13, [
    [100, 100],
    [100, 100],
    [100, 100],
  ])
  await judgeResponseTimes(at(13), { isLong: false })
  assert.deepEqual(await listOccurrences(database, rules.average), [`${id} 10..13 recovered`])
  assert.deepEqual(await listOccurrences(database, rules.longer), [`${id} 10..`])
  assert.equal((await loadNotifiedOccurrences(database)).length, 5)
  await judgeResponseTimes(at(68), { isLong: false })
  assert.deepEqual(await listOccurrences(database, rules.longer), [`${id} 10..68 recovered`])
  await judgeResponseTimes(at(90), { isLong: false })
  assert.equal((await loadNotifiedOccurrences(database)).length, 6, 'when nothing is known any more, all stays')
})

test('delays apply to rules that are not about failures too', async () => {
  const [id = 0] = await watched(1)
  const rule = await addRule(database, {
    kind: 'performance',
    settings: { response_time: 300, minutes: 5 },
    start_delay: 90,
    end_delay: 60,
  })
  await answered(id, 1, [[500]])
  await judgeResponseTimes(at(1), { isLong: false })
  await judgeResponseTimes(at(2), { isLong: false })
  const settle = (minutes: number) => applyDueDelays({ ...at(minutes), knownUntil: () => undefined })
  assert.equal(await settle(2.4), 0)
  assert.equal(await settle(2.6), 1)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 2.5..`])
  const [row] = await database.query(sql<{ analysis_time: Date | null }>`select analysis_time from occurrence`)
  assert.equal(row?.analysis_time, null, 'no single analysis shows it')
})

test('rules about longer periods use rollups, or all checks for the median and percentiles', async () => {
  const [id = 0] = await watched(1)
  const settings = { response_time: 300, minutes: 120 }
  const average = await addRule(database, { kind: 'performance', settings: { ...settings, measure: 'average' } })
  const median = await addRule(database, { kind: 'performance', settings: { ...settings, measure: 'median' } })
  const bucket = (minutes: number, sum: number) =>
    database.query(sql`insert into rollup (service_id, size, start, sensor_id, analyses, failures, below_quorum, ok_checks, error_checks, unknown_checks,
  response_count, response_sum) values (${id}, 'm', ${timeAt(minutes)}, 0, 5, 0, 0, 10, 0, 0, 10, ${sum})`)
  await bucket(-30, 90_000)
  await bucket(0, 5_000)
  await bucket(100, 1_000)
  await answered(id, 100, [[400], [500], [100]])
  await judgeResponseTimes(at(110), { isLong: false })
  assert.deepEqual(await listOccurrences(database, average), [], 'not its turn')
  await judgeResponseTimes(at(110), { isLong: true })
  assert.deepEqual(await listOccurrences(database, average), [])
  assert.deepEqual(await listOccurrences(database, median), [`${id} 110..`])
  await database.query(sql`delete from event_status`)
  await judgeResponseTimes(at(89), { isLong: true })
  assert.deepEqual(await listOccurrences(database, average), [`${id} 89..`], 'the slow ones are within the time')
})

test('expiry rules use the latest checks that have the metric', async () => {
  const [soon = 0, later = 0, unknown = 0, old = 0] = await watched(4)
  const rule = await addRule(database, { kind: 'certificate_expiry' })
  const domain = await addRule(database, { kind: 'domain_expiry' })
  const detail = (service_id: number, minutes: number, sensor_id: number, metrics: object | null) =>
    database.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
values (${service_id}, ${timeAt(minutes)}, ${sensor_id}, ${metrics === null ? null : JSON.stringify(metrics)})`)
  await detail(soon, 1, 1, { certificate_days_left: 40 })
  await detail(soon, 2, 1, { certificate_days_left: 14 })
  await detail(soon, 2, 2, { certificate_days_left: 13 })
  await detail(soon, 3, 1, { other: 1 })
  await detail(later, 2, 1, { certificate_days_left: 14 })
  await detail(unknown, 2, 1, null)
  await detail(old, -1439, 1, { certificate_days_left: 2 })
  // A check with other settings, for example another address, says nothing about the service.
  await database.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
values (${later}, ${timeAt(4)}, 'c', '{1}', 1, 51, 1000, now())`)
  await detail(later, 4, 1, { certificate_days_left: 1 })
  await judgeExpiry(at(5))
  assert.deepEqual(await listOccurrences(database, rule), [`${soon} 5..`])
  assert.deepEqual(await listOccurrences(database, domain), [])
  const known = await database.query(
    sql<{ service_id: number }>`select service_id from event_status order by service_id`,
  )
  assert.deepEqual(
    known.map(({ service_id }) => service_id),
    [soon, later],
  )
  await detail(soon, 60, 1, { certificate_days_left: 90 })
  await judgeExpiry(at(65))
  assert.deepEqual(await listOccurrences(database, rule), [`${soon} 5..65 recovered`])
})

test('in a maintenance window no rule starts an alert from figures of before', async () => {
  const [id = 0] = await watched(1)
  const expiry = await addRule(database, { kind: 'certificate_expiry' })
  const slow = await addRule(database, { kind: 'performance', settings: { response_time: 300, minutes: 5 } })
  await database.query(sql`insert into check_detail (service_id, time, sensor_id, metrics)
values (${id}, ${timeAt(2)}, 1, '{"certificate_days_left": 2}')`)
  await answered(id, 2, [[500]])
  await database.query(sql`update service set is_suspended = true where id = ${id}`)
  await judgeExpiry(at(3))
  await judgeResponseTimes(at(3), { isLong: false })
  assert.deepEqual([...(await listOccurrences(database, expiry)), ...(await listOccurrences(database, slow))], [])
  await database.query(sql`update service set is_suspended = false where id = ${id}`)
  await judgeExpiry(at(4))
  await judgeResponseTimes(at(4), { isLong: false })
  assert.deepEqual(await listOccurrences(database, expiry), [`${id} 4..`])
  assert.deepEqual(await listOccurrences(database, slow), [`${id} 4..`])
})

test('an evaluation that was made before a service was paused starts no alert after the pause', async () => {
  const [id = 0, other = 0] = await watched(2)
  const settings = { response_time: 300, minutes: 5 }
  await addRule(database, { kind: 'performance', settings })
  const [rule] = await loadRules(database, { kinds: ['performance'] })
  assert.ok(rule)
  const evaluations = [id, other].map((service_id) => ({ subject: toSubject(rule, service_id), isFiring: true }))
  await database.query(sql`update service set is_active = false where id = ${id}`)
  await applyEvaluations(at(3), evaluations)
  assert.deepEqual(await listOccurrences(database, rule.id), [`${other} 3..`])
})

const seen = (sensor_id: number, minutes: number, quarantined = false) =>
  database.query(sql`insert into sensor_state (sensor_id, last_seen, quarantined) values (${sensor_id}, ${timeAt(minutes)}, ${quarantined})
on conflict (sensor_id) do update set last_seen = excluded.last_seen, quarantined = excluded.quarantined`)
const sensorsAt = (minutes: number, listening = -60) =>
  judgeSensorRules({ ...at(minutes), listening_since: start + listening * minute })

test('a lost sensor is one alert, however many services it checks', async () => {
  const ids = await watched(50, [1, 2])
  const rule = await addRule(database, { kind: 'sensor_lost' })
  const named = await addRule(database, { kind: 'sensor_lost', scope: { service_ids: ids.slice(7, 9) } })
  const elsewhere = await addRule(database, { kind: 'sensor_lost', scope: {} })
  for (const sensor of [1, 2, 3]) await seen(sensor, 0)
  await sensorsAt(1)
  assert.deepEqual(await listOccurrences(database, rule), [])
  for (const sensor of [2]) await seen(sensor, 3)
  await sensorsAt(2)
  await sensorsAt(2.5)
  assert.deepEqual(await listOccurrences(database, rule), [`${ids[0]} 2.5..`])
  assert.deepEqual(
    await listOccurrences(database, named),
    [`${ids[7]} 2.5..`],
    'on the first of those that it is about',
  )
  assert.deepEqual(await listOccurrences(database, elsewhere), [])
  const [row] = await database.query(
    sql<{ sensor_id: number }>`select sensor_id from occurrence where event_id = ${rule}`,
  )
  assert.equal(row?.sensor_id, 1)
  await sensorsAt(3)
  await seen(1, 4)
  await sensorsAt(4)
  assert.deepEqual(await listOccurrences(database, rule), [`${ids[0]} 2.5..4 recovered`])
  await seen(2, 5, true)
  await seen(1, 5)
  await sensorsAt(5)
  const lost = await database.query(
    sql<{ sensor_id: number }>`select sensor_id from occurrence where event_id = ${rule} and end_time is null`,
  )
  assert.deepEqual(
    lost.map(({ sensor_id }) => sensor_id),
    [2],
    'one that is disbelieved is lost too',
  )
  const record = await database.query(sql<{
    status: string
    start_time: Date
  }>`select status, start_time from event_status_change
where event_id = ${rule} order by start_time`)
  assert.deepEqual(
    record.map(({ status, start_time }) => [status, (start_time.getTime() - start) / minute]),
    [
      ['active', 2.5],
      ['inactive', 4],
      ['active', 5],
    ],
  )
  await database.query(sql`update event set is_active = false where id = ${rule}`)
  await sensorsAt(6)
  assert.deepEqual((await listOccurrences(database, rule)).at(-1), `${ids[0]} 5..6 removed`)
})

test('no sensor is lost because no heartbeats were received', async () => {
  await watched(1, [1, 2])
  const rule = await addRule(database, { kind: 'sensor_lost' })
  for (const sensor of [1, 2]) await seen(sensor, 0)
  await sensorsAt(30)
  assert.deepEqual(await listOccurrences(database, rule), [], 'all at once: it is we who hear nothing')
  await seen(2, 30)
  await sensorsAt(30, 29)
  assert.deepEqual(await listOccurrences(database, rule), [], 'we have listened for a minute only')
  await database.query(
    sql`insert into sensor_watermark (sensor_id, host, vp_group, sequence, updated_at) values (1, 'host', 0, 1, ${timeAt(29)})`,
  )
  await sensorsAt(30)
  assert.deepEqual(await listOccurrences(database, rule), [], 'its results come')
  await database.query(sql`delete from sensor_watermark`)
  await sensorsAt(30)
  assert.equal((await listOccurrences(database, rule)).length, 1)
})

test('a sensor that was lost before a takeover stays lost until it reports again', async () => {
  const [id = 0] = await watched(1, [1, 2])
  const rule = await addRule(database, { kind: 'sensor_lost' })
  for (const [sensor, minutes] of [
    [1, 0],
    [2, 3],
  ] as const)
    await seen(sensor, minutes)
  await sensorsAt(3)
  const lasts = [`${id} 3..`]
  assert.deepEqual(await listOccurrences(database, rule), lasts)
  await seen(2, 4)
  // Another analyst takes over: it has listened for only a second, which says nothing about the sensor.
  await sensorsAt(4, 4)
  await seen(2, 5)
  await sensorsAt(5, 4)
  assert.deepEqual(await listOccurrences(database, rule), lasts)
  await seen(1, 6)
  await sensorsAt(6, 4)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 3..6 recovered`])
})

test('when no heartbeats arrive at all, no sensor is lost, neither then nor afterwards', async () => {
  await watched(1, [1, 2])
  const rule = await addRule(database, { kind: 'sensor_lost' })
  await seen(1, 0)
  await seen(2, 0.1)
  assert.equal(await sensorsAt(1), false)
  assert.equal(await sensorsAt(2.05), true, 'one has been silent for longer than two minutes, the other not yet')
  // Frequent results show that a sensor is online; a sensor that rarely checks shows it only by its heartbeats.
  await database.query(
    sql`insert into sensor_watermark (sensor_id, host, vp_group, sequence, updated_at) values (2, 'host', 0, 1, ${timeAt(9)})`,
  )
  assert.equal(await sensorsAt(9), true)
  await seen(2, 10)
  assert.equal(await sensorsAt(10, 9), false)
  assert.deepEqual(await listOccurrences(database, rule), [], 'the other has not come back in the same second')
  await seen(2, 12)
  await sensorsAt(12, 9)
  assert.equal((await listOccurrences(database, rule)).length, 1, 'but if it never does, it is lost')
})

test('delays apply to lost sensors', async () => {
  const [id = 0] = await watched(1, [1, 2])
  const rule = await addRule(database, { kind: 'sensor_lost', start_delay: 60, end_delay: 60 })
  await seen(1, 0)
  const all = async (minutes: number) => {
    await seen(2, minutes)
    await sensorsAt(minutes)
  }
  await all(3)
  assert.deepEqual(await listOccurrences(database, rule), [])
  await all(4.5)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 4..`])
  await seen(1, 5)
  await all(5)
  await seen(1, 6)
  await all(6.5)
  assert.deepEqual(await listOccurrences(database, rule), [`${id} 4..6 recovered`])
})
