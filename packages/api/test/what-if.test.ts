import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  applyAnalysis,
  applyPauseChange,
  createInitialCurrentState,
  type StatusStart,
} from '@wachta/analyst/src/store/service-status.ts'
import { judgeSlot } from '@wachta/domain'
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
const now = Date.UTC(2026, 2, 10, 12)
const first = now - 3 * day
const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z')
const pause = { start: now - 10 * 60 * minute, end: now - 9 * 60 * minute }

let api: TestApi
let owner: Holder
let stranger: Holder
let service: number
let sensors: number[]

before(async () => {
  api = await startApi()
  api.clock = new Date(now)
  await addPackage(api.owner)
  owner = await addHolder(api.owner)
  stranger = await addHolder(api.owner)
  ;[service = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  sensors = await addSensors(api.owner, 4)
  await addMonitoringRevision(api.owner, service, sensors, new Date(first))
  const recorded = analyses()
  await storeAnalyses(api.owner, service, sensors, recorded)
  await addStatusChanges(api.owner, service, decided(recorded))
})
after(() => api[Symbol.asyncDispose]())

/** An analysis every five minutes. In some hours one to three of four sensors see an error; in one, all are unknown. */
function analyses(): HistoryAnalysis[] {
  return Array.from({ length: (3 * 1440) / 5 }, (_, place) => first + place * 5 * minute)
    .filter((time) => time < pause.start || time >= pause.end)
    .map((time) => ({ time, checks: sensors.map((sensor, rank) => buildCheck(sensor, resultAt(time, rank))) }))
}

function resultAt(time: number, rank: number) {
  const hour = Math.floor((now - time) / (60 * minute))
  const errors = { 3: 3, 5: 2, 7: 1, 30: 3, 31: 3 }[hour] ?? 0
  if (hour === 12) return { result: 'unknown', response_time: null } as const
  return rank < errors ? ({ result: 'error', error_type_id: 1 } as const) : {}
}

/** The statuses that the analyst derives from them. */
function decided(recorded: readonly HistoryAnalysis[]) {
  const starts: StatusStart[] = []
  let currentState = createInitialCurrentState(first)
  const steps = [
    ...recorded.map(({ time, checks }) => ({
      at: time,
      next: () => {
        const results = new Map(checks.map(({ sensor_id, result }) => [sensor_id, result]))
        const verdict = judgeSlot({ expected: sensors, results, error_tolerance: 51 })
        return applyAnalysis(currentState, {
          slot: time,
          ...verdict,
          response_time: null,
          failing_sensor_ids: [],
          error_type_id: null,
        })
      },
    })),
    { at: pause.start, next: () => applyPauseChange(currentState, { at: pause.start, isPaused: true }) },
    { at: pause.end - 1, next: () => applyPauseChange(currentState, { at: pause.end - 1, isPaused: false }) },
  ].sort((one, other) => one.at - other.at)
  for (const { next } of steps) {
    const step = next()
    currentState = step.currentState
    if (step.begins) starts.push(step.begins)
  }
  return starts.map(({ status, start }, place) => {
    const end = starts[place + 1]?.start
    return { status, start: new Date(start), end: end === undefined ? null : new Date(end) }
  })
}

const ask = async (query: string, from = now - 2 * day) => {
  const range = `from=${iso(from)}&to=${iso(now)}`
  const reply = await api.call('GET', `/services/${service}/history/what_if?${range}&${query}`, { as: owner.as })
  assert.equal(reply.status, 200, reply.text)
  return reply.body
}

test('a simulation with the original settings reproduces the stored verdicts', async () => {
  for (const from of [first, now - 2 * day, now - 31 * 60 * minute + 7000, now - 9.5 * 60 * minute, now - 4 * minute]) {
    const { before, after } = await ask('', from)
    assert.deepEqual(after, before, iso(from))
  }
  const { before } = await ask('error_tolerance=51')
  assert.equal(before.failures_count, 2)
  assert.equal(before.unknown_analyses_count, 12)
  const level = await api.call(
    'GET',
    `/services/${service}/history/service_level?from=${iso(now - 2 * day)}&to=${iso(now)}`,
    {
      as: owner.as,
    },
  )
  assert.equal(before.service_level, level.body.service_level)
})

test('time without a recorded status, and a status stored before its analysis, are the same on both sides', async () => {
  const [gapped = 0] = await addServices(api.owner, await addGroup(api.owner, owner), 1)
  const gap = { start: now - 60 * minute, end: now - 50 * minute }
  await addMonitoringRevision(api.owner, gapped, sensors, new Date(now - day))
  const times = Array.from({ length: 24 }, (_, place) => now - (120 - place * 5) * minute)
  const recorded = times
    .filter((time) => time < gap.start || time >= gap.end)
    .map((time, place) => ({
      time,
      checks: sensors.map((sensor) => buildCheck(sensor, place === 3 ? { result: 'error', error_type_id: 1 } : {})),
    }))
  await storeAnalyses(api.owner, gapped, sensors, recorded)
  const [start, failed, ok, decidedNow] = [120, 105, 100, 2].map((ago) => new Date(now - ago * minute))
  if (!start || !failed || !ok || !decidedNow) throw new Error('four times')
  await addStatusChanges(api.owner, gapped, [
    { status: 'ok', start, end: failed },
    { status: 'failure', start: failed, end: ok },
    { status: 'ok', start: ok, end: new Date(gap.start) },
    { status: 'ok', start: new Date(gap.end), end: decidedNow },
    { status: 'failure', start: decidedNow, end: null },
  ])
  const path = `/services/${gapped}/history/what_if?from=${iso(now - day)}&to=${iso(now)}`
  const { body } = await api.call('GET', path, { as: owner.as })
  assert.equal(body.before.failure_seconds, 7 * 60)
  assert.equal(body.before.ok_seconds, 103 * 60)
  assert.deepEqual(body.after, body.before)
})

test('a lower tolerance finds more failures, a higher one fewer', async () => {
  const strict = await ask('error_tolerance=25')
  assert.equal(strict.after.failures_count, 4)
  assert.equal(strict.after.failure_analyses_count, strict.before.failure_analyses_count + 24)
  assert.ok(strict.after.service_level < strict.before.service_level)
  assert.deepEqual(
    strict.after.failures.map(({ duration_seconds }: { duration_seconds: number }) => duration_seconds / 60),
    [120, 60, 60, 60],
  )
  const lax = await ask('error_tolerance=100')
  assert.deepEqual([lax.after.failures_count, lax.after.service_level], [0, 100])
})

test('a simulation with fewer sensors uses only their results; sensors that did not check are ignored', async () => {
  const [one = 0, , , last = 0] = sensors
  assert.equal((await ask(`sensor_ids=${one}`)).after.failures_count, 4)
  assert.equal((await ask(`sensor_ids=${last}`)).after.failures_count, 0)
  const { after } = await ask('sensor_ids=999999')
  assert.equal(after.ok_analyses_count + after.failure_analyses_count, 0)
})

test('a failure that began before the range is replayed from before the range', async () => {
  const inside = now - 30.5 * 60 * minute
  const { before, after } = await ask('error_tolerance=100', inside)
  assert.equal(before.failures_count, 2)
  assert.equal(before.failures[0].start_time, iso(now - 32 * 60 * minute + 5 * minute))
  assert.equal(after.failures_count, 0)
})

test('a delay leaves the failures unchanged, but fewer of them start an alert', async () => {
  const { before, after } = await ask(`start_delay=${90 * 60}`)
  assert.deepEqual([before.told_failures_count, after.told_failures_count], [2, 1])
  assert.equal(after.failures_count, 2)
  assert.equal(after.service_level, before.service_level)
  const [told] = after.failures
  assert.equal(Date.parse(told.told_at) - Date.parse(told.start_time), 90 * minute)
})

test('the simulator needs permission to read the service, and accepts at most 31 days', async () => {
  const path = `/services/${service}/history/what_if`
  assert.equal((await api.call('GET', path, { as: stranger.as })).status, 404)
  const tooLong = await api.call('GET', `${path}?from=${iso(now - 40 * day)}`, { as: owner.as })
  assert.equal(tooLong.body[0]?.error, 'range_too_long')
  for (const query of ['error_tolerance=101', 'error_tolerance=-1', 'sensor_ids=', 'sensor_ids=1;2', 'start_delay=x'])
    assert.equal((await api.call('GET', `${path}?${query}`, { as: owner.as })).status, 400, query)
  const [{ count } = { count: 0 }] = await api.owner.query(
    sql<{ count: number }>`select count(*)::int as count from status_change where service_id = ${service}`,
  )
  await ask('error_tolerance=0')
  const [later] = await api.owner.query(
    sql<{ count: number }>`select count(*)::int as count from status_change where service_id = ${service}`,
  )
  assert.equal(later?.count, count, 'nothing is changed by asking')
})
