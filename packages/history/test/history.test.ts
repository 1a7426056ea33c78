import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Database } from '@wachta/database'
import { dayMs, minuteMs, type PackedCheck, packChecks } from '@wachta/domain'
import { fillNext, findBoundary, type HistoryStore, loadAnalyses, openHistory, readFillProgress } from '@wachta/history'
import { addPackage } from '@wachta/testing/api/accounts'
import { addMonitoringRevision, addSensors, buildCheck, storeAnalyses } from '@wachta/testing/api/history'
import { startApi, type TestApi } from '@wachta/testing/api/start-api'
import { addGroup, addHolder, addServices } from '@wachta/testing/api/watched'
import { type HistoryEngine, startHistoryEngine } from '@wachta/testing/history-engine'
import { sql } from 'kysely'

const first = Date.UTC(2026, 1, 1)
const retentionDays = 7_300
let api: TestApi
let engine: HistoryEngine
let history: HistoryStore
let db: Database
let services: number[]
let sensors: number[]

before(async () => {
  ;[api, engine] = await Promise.all([startApi(), startHistoryEngine()])
  db = api.owner
  history = await openHistory(engine.url)
  await addPackage(db)
  const owner = await addHolder(db)
  services = await addServices(db, await addGroup(db, owner), 3)
  sensors = await addSensors(db, 3)
  for (const service of services) await addMonitoringRevision(db, service, sensors, new Date(first))
})
after(async () => {
  await history?.[Symbol.asyncDispose]()
  await engine?.[Symbol.asyncDispose]()
  await api?.[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await db.query(sql`delete from analysis`)
  await db.query(sql`delete from history_progress`)
  await history.prepare({ retentionDays })
  const all = { after: { service_id: 0, time: 0 }, through: null }
  for (const day of [0, 1, 2]) await history.removePage({ day: first + day * dayMs, ...all })
})

const settled = (days: number) => new Date(first + (days + 2) * dayMs)
async function fill(days: number): Promise<number> {
  let pages = 0
  while (await fillNext(db, history, settled(days))) pages += 1
  return pages
}

/** Checks with every value that a check can have, and without any. */
const variety: readonly (readonly PackedCheck[])[] = [
  sensors3((sensor, rank) => buildCheck(sensor, { response_time: 100 + rank, timings: { lookup: 0, connect: 7 } })),
  sensors3((sensor) => buildCheck(sensor, { result: 'error', error_type_id: 0, response_time: null, path_step: 3 })),
  sensors3((sensor) =>
    buildCheck(sensor, { result: 'unknown', reason: 'no_answer', response_time: null, started: -5 }),
  ),
  sensors3((sensor) => buildCheck(sensor, { result: 'unknown', response_time: null, data_size: 0 })),
  sensors3((sensor) => buildCheck(sensor, { response_time: 0, data_size: 2_147_483_647, started: 86_400_000 })),
  sensors3((sensor) => buildCheck(sensor, { timings: { first_byte: 2_147_483_647 }, started: -1 })),
  [],
]
function sensors3(make: (sensor: number, rank: number) => PackedCheck): PackedCheck[] {
  return [1, 2, 3].map((rank) => make(rank, rank))
}

const recorded = (days = 1) =>
  Array.from({ length: days * 24 }, (_, hour) => ({
    time: first + hour * 60 * minuteMs,
    checks: (variety[hour % variety.length] ?? []).map((check) => ({
      ...check,
      sensor_id: sensors[check.sensor_id - 1] ?? 0,
    })),
    kind: (['s', 's', 'f', 'c'] as const)[hour % 4] ?? 's',
  }))

const rowsOf = (services_: readonly number[]) =>
  db.query(sql<
    Record<string, unknown>
  >`select service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count,
  unknown_checks_count, failure, kind, encode(checks, 'hex') as checks from analysis where service_id = any(${services_}::bigint[]) order by 1, 2`)

async function historyRows(services_: readonly number[]) {
  const found = await history.readAnalyses({ services: services_, start: first, end: first + 9 * dayMs })
  return found.map(({ sensor_ids: _, checks, time, ...row }) => ({
    ...row,
    time: new Date(time),
    checks: Buffer.from(checks).toString('hex'),
  }))
}

const byName = (rows: readonly object[]) => rows.map((row) => Object.fromEntries(Object.entries(row).sort()))

test('every analysis comes back as PostgreSQL stores it, byte for byte', async () => {
  for (const service of services) await storeAnalyses(db, service, sensors, recorded(2))
  await db.query(
    sql`update analysis set checks = '\\xff00' where service_id = ${services[1]} and time = ${new Date(first)}`,
  )
  await fill(2)
  const expected = await rowsOf(services)
  assert.equal(expected.length, 3 * 48)
  assert.deepEqual(byName(await historyRows(services)), byName(expected))
  const asked = services.slice(1, 2)
  assert.deepEqual(byName(await historyRows(asked)), byName(await rowsOf(asked)))
})

test('a day is copied two days after it ended, and not before', async () => {
  await storeAnalyses(db, services[0] ?? 0, sensors, recorded(2))
  assert.equal(await fillNext(db, history, new Date(settled(1).getTime() - 1)), false)
  assert.equal(await readFillProgress(db), undefined)
  assert.equal(await fill(1), 1)
  assert.deepEqual(await readFillProgress(db), { first, day: first + dayMs, after: { service_id: 0, time: 0 } })
  assert.equal((await historyRows(services)).length, 24)
})

test('copying again changes nothing, whatever of the last copy was lost', async () => {
  for (const service of services) await storeAnalyses(db, service, sensors, recorded())
  await fill(1)
  const copied = await historyRows(services)
  const again = async () => {
    await db.query(sql`update history_progress set copied_to = ${new Date(first)}, last_service_id = 0`)
    assert.equal(await fill(1), 1)
    assert.deepEqual(await historyRows(services), copied)
  }
  await again()
  // Remove everything, or the rows of one service, or past rows that PostgreSQL no longer has.
  const all = { day: first, after: { service_id: 0, time: 0 }, through: null }
  await history.removePage(all)
  await again()
  await history.removePage({ ...all, through: { service_id: services[0] ?? 0, time: first + dayMs } })
  await again()
  const [one] = await history.readPage(all)
  assert.ok(one)
  await history.addAnalyses([{ ...one, failure: !one.failure }], 'twice, and another verdict')
  await history.addAnalyses([{ ...one, service_id: 999_999 }], 'of no service')
  await again()
})

test('an insert that is repeated with its token adds nothing; with another token it does', async () => {
  await storeAnalyses(db, services[0] ?? 0, sensors, recorded())
  await fill(1)
  const all = { day: first, after: { service_id: 0, time: 0 }, through: null }
  const rows = await history.readPage(all)
  const token = `test ${Date.now()}`
  const once = await history.countPage(all)
  for (let time = 0; time < 3; time += 1) await history.addAnalyses(rows, token)
  assert.equal(await history.countPage(all), once * 2)
  await history.addAnalyses(rows, `${token} other`)
  assert.equal(await history.countPage(all), once * 3)
})

test('a large day is copied in pages that cut between two analyses of a service', async () => {
  await db.query(sql`select partition_days(array[${new Date(first)}::date])`)
  const packed = Buffer.from(packChecks(sensors.map((sensor) => buildCheck(sensor))))
  await db.query(sql`insert into analysis select s, ${new Date(first)}::timestamptz + n * interval '10 seconds', 1, 51, 3, 0, 0, false, 's', ${packed}
from unnest(${services}::bigint[]) s, generate_series(0, 2399) n`)
  assert.equal(await fillNext(db, history, settled(1)), true)
  const progress = await readFillProgress(db)
  assert.deepEqual(progress, {
    first,
    day: first,
    after: { service_id: services[2], time: first + 199 * 10_000 },
  })
  assert.equal(await fill(1), 1)
  assert.equal((await historyRows(services)).length, 7200)
})

test('PostgreSQL answers from the day after its oldest one, if the history has that', async () => {
  await db.query(sql`select partition_days(array[${new Date(first)}::date, ${new Date(first + dayMs)}::date])`)
  assert.equal(await findBoundary(db), undefined)
  await fillNext(db, history, settled(0))
  await storeAnalyses(db, services[0] ?? 0, sensors, recorded(2))
  await fill(2)
  const oldest = first + dayMs
  assert.equal(await findBoundary(db), oldest)
  const range = { start: first + 6 * 3_600_000, end: first + 2 * dayMs }
  const alone = await loadAnalyses({ db, history: undefined }, services, range)
  await db.query(sql`delete from analysis where time < ${new Date(oldest)}`)
  const both = await loadAnalyses({ db, history }, services, range)
  const plain = (found: Awaited<ReturnType<typeof loadAnalyses>>) =>
    JSON.stringify([...found].map(([id, own]) => [id, own.map((one) => ({ ...one, checks: [...one.checks] }))]))
  assert.ok((both.get(services[0] ?? 0)?.length ?? 0) > 30)
  assert.equal(plain(both), plain(alone))
  assert.notEqual(plain(await loadAnalyses({ db, history: undefined }, services, range)), plain(alone))
})

test('data is kept as long as it is configured, also after that changes', async () => {
  await history.prepare({ retentionDays: 400 })
  const { createClient } = await import('@clickhouse/client')
  await using client = createClient({ url: engine.url })
  const found = await client.query({
    query: `select engine_full from system.tables where name like 'analysis%'`,
    format: 'JSONEachRow',
  })
  const engines = await found.json<{ engine_full: string }>()
  assert.equal(engines.length, 2)
  for (const { engine_full } of engines) assert.match(engine_full, /toIntervalDay\(400\)/)
})
