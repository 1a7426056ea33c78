import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { computeRollup, rollupSizes, toRollupBucket } from '@wachta/domain'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import fc from 'fast-check'
import { sql } from 'kysely'
import { recomputeAmendedRollups } from '../src/amended.ts'
import { dropPartitions } from '../src/partitions.ts'
import { type RollupRow, toRollupRows } from '../src/rollup-rows.ts'
import { computeNextRollups } from '../src/rollups.ts'
import { deleteOldFiveMinuteRollups } from '../src/small-rollups.ts'
import { addServices, histories, type PlannedAnalysis, recorded, store } from './histories.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 2, 1, 20)
const end = start + 30 * hour

let test_: TestDatabase
let db: Database
let services: number[]
let many: number[]

before(async () => {
  test_ = await createTestDatabase()
  db = openDatabase(test_.url, { role: null })
  ;[services, many] = inTwo(await addServices(db, 33), 3)
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await test_[Symbol.asyncDispose]()
})

const inTwo = (ids: number[], count: number): [number[], number[]] => [ids.slice(0, count), ids.slice(count)]

const clear = () => db.query(sql`truncate analysis, rollup, rollup_due, rollup_progress`)

async function catchUp(now: number): Promise<number> {
  let steps = 0
  while (await computeNextRollups(db, new Date(now))) steps += 1
  return steps
}

const held = (): Promise<RollupRow[]> =>
  db.query(sql<RollupRow>`select service_id, size, (extract(epoch from start) * 1000)::float8 as start, sensor_id, analyses, failures, below_quorum, ok_checks,
  error_checks, unknown_checks, response_count, response_sum, response_minimum, response_maximum, response_p50, response_p95, parts
from rollup order by service_id, size, start, sensor_id`)

/** Returns all expected rollups of buckets that ended before a time, computed in one step. */
function folded(planned: readonly PlannedAnalysis[], ended: number): RollupRow[] {
  const counted = planned.filter(({ kind }) => kind === 's')
  const rows = rollupSizes.flatMap((size) => {
    const buckets = Map.groupBy(counted, ({ service_id, time }) => `${service_id} ${toRollupBucket(time, size).start}`)
    return [...buckets].flatMap(([key, own]) => {
      const [service = 0, at = 0] = key.split(' ').map(Number)
      return at < toRollupBucket(ended, size).start
        ? toRollupRows(service, computeRollup({ start: at, size }, recorded(own)))
        : []
    })
  })
  const order = ({ service_id, size, start: at, sensor_id }: RollupRow) =>
    `${service_id} ${size} ${at} ${String(sensor_id).padStart(3)}`
  return rows.sort((one, other) => (order(one) < order(other) ? -1 : 1))
}

const now = end + 20 * hour

test('rollups equal a computation over everything that was recorded', async () => {
  await fc.assert(
    fc.asyncProperty(histories(services, start, end), async (planned) => {
      await clear()
      await store(db, planned)
      await catchUp(now)
      const ended = planned.length === 0 ? 0 : now - 120_000
      assert.deepEqual(await held(), folded(planned, ended))
    }),
    { numRuns: 12 },
  )
})

test('control: a computation without silent sensors, or with custom analyses, differs', async () => {
  const base = { started: 0, path_step: null, timings: {}, error_type_id: null, reason: null, data_size: null }
  const ok = (sensor_id: number) => ({ ...base, sensor_id, result: 'ok' as const, response_time: 10 * sensor_id })
  const planned: PlannedAnalysis[] = [
    { service_id: services[0] ?? 0, time: start + 1000, kind: 's', checks: [ok(1), ok(2)] },
    { service_id: services[0] ?? 0, time: start + 2000, kind: 'c', checks: [ok(1), ok(2), ok(3)] },
  ]
  await clear()
  await store(db, planned)
  await catchUp(now)
  const right = folded(planned, now - 120_000)
  assert.deepEqual(await held(), right)
  const whole = right.find(({ size, sensor_id }) => size === 'h' && sensor_id === 0)
  assert.equal(whole?.unknown_checks, 1)
  assert.notDeepEqual(
    folded(
      planned.map((one) => ({ ...one, kind: 's' })),
      now - 120_000,
    ),
    right,
  )
})

test('amended analyses are rolled up again in every size, and nothing else is', async () => {
  const [planned = []] = fc.sample(histories(services, start, end), { numRuns: 1, seed: 7 })
  const all = planned.length > 5 ? planned : assert.fail('too few')
  const [changed, late] = [all.find(({ kind }) => kind === 's'), all.findLast(({ kind }) => kind === 's')]
  assert.ok(changed && late && changed !== late)
  const first = all.filter((one) => one !== late)
  await clear()
  await store(db, first)
  await catchUp(now)
  const amended = { ...changed, checks: [] }
  await store(db, [amended, late])
  const before = await held()
  assert.equal(await recomputeAmendedRollups(db), false, 'no change is recorded')
  assert.deepEqual(await held(), before)
  for (const { service_id, time } of [amended, late])
    await db.query(sql`insert into rollup_due (service_id, start) values (${service_id}, ${new Date(toRollupBucket(time, 'five_minutes').start)})
on conflict (service_id, start) do update set start = excluded.start`)
  assert.equal(await recomputeAmendedRollups(db), true)
  assert.deepEqual(
    await held(),
    folded(
      all.map((one) => (one === changed ? amended : one)),
      now - 120_000,
    ),
  )
  assert.equal(await recomputeAmendedRollups(db), false)
})

test('a day of late results of many services is computed in batches, each day once', async () => {
  await clear()
  const midnight = Date.UTC(2026, 2, 2)
  const times = Array.from({ length: 12 }, (_, index) => midnight + index * hour)
  await store(
    db,
    many.flatMap((service_id) => times.map((time) => ({ service_id, time, kind: 's' as const, checks: [] }))),
  )
  await catchUp(midnight + 48 * hour)
  const before = await held()
  await db.query(sql`delete from rollup where service_id = any(${many})`)
  await db.query(sql`insert into rollup_due (service_id, start) select s, to_timestamp(t / 1000.0)
from unnest(${many}::bigint[]) s, unnest(${times}::float8[]) t`)
  const reads: number[] = []
  const watched: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: async <T>(statement: Parameters<typeof tx.query<T>>[0]) => {
            const rows = await tx.query<T>(statement)
            if (tx.compile(statement).text.includes('from analysis')) reads.push(rows.length)
            return rows
          },
        }),
      ),
  }
  assert.equal(await recomputeAmendedRollups(watched), true)
  assert.deepEqual(await held(), before)
  assert.ok(Math.max(...reads) <= 22 * times.length, `${Math.max(...reads)} analyses at once`)
  assert.ok(reads.length <= 10, `${reads.length} readings`)
})

test('an analysis whose change is not committed yet stays due', async () => {
  await clear()
  const [planned = []] = fc.sample(histories(services, start, end), { numRuns: 1, seed: 8 })
  await store(db, planned)
  await catchUp(now)
  const bucket = new Date(toRollupBucket(planned[0]?.time ?? 0, 'five_minutes').start)
  const due = sql`insert into rollup_due (service_id, start) values (${services[0]}, ${bucket})
on conflict (service_id, start) do update set start = excluded.start`
  await db.query(due)
  await db.transaction(async (tx) => {
    await tx.query(due)
    assert.equal(await recomputeAmendedRollups(db), false, 'the row is being written')
  })
  assert.equal(await recomputeAmendedRollups(db), true)
})

test('buckets are not rolled up before they have ended, and two reporters never work at the same time', async () => {
  await clear()
  const [planned = []] = fc.sample(histories(services, start, start + hour), { numRuns: 1, seed: 9 })
  await store(db, planned)
  await catchUp(start + hour + 119_999)
  const sizes = (rows: readonly RollupRow[]) => new Set(rows.map(({ size }) => size))
  assert.deepEqual(sizes(await held()), new Set(['m']))
  assert.ok((await held()).every((row) => row.start < start + hour - 1))
  assert.deepEqual(await held(), folded(planned, start + hour - 1))

  await db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('wachta rollups'))`)
    assert.equal(await computeNextRollups(db, new Date(now)), false)
  })
  assert.equal(await computeNextRollups(db, new Date(now)), true)
})

test('after a long downtime the backlog is processed in batches with the same result', async () => {
  const [planned = []] = fc.sample(histories(services, start, end), { numRuns: 1, seed: 10 })
  await clear()
  await store(db, planned)
  const steps = await catchUp(now)
  assert.ok(steps > 30, `${steps} transactions`)
  const at = await held()
  await clear()
  await store(db, planned)
  for (let time = start; time <= now; time += 17 * 60_000) await computeNextRollups(db, new Date(time))
  await catchUp(now)
  assert.deepEqual(await held(), at)
})

test('five-minute rollups are dropped with their analyses, hours and days stay', async () => {
  const [planned = []] = fc.sample(histories(services, start, end), { numRuns: 1, seed: 11 })
  await clear()
  await store(db, planned)
  await catchUp(now)
  const of = (rows: readonly RollupRow[], size: string) => rows.filter((row) => row.size === size).length
  const before = await held()
  assert.ok(of(before, 'm') > 0)
  const forgetting = { retention: { analyses: 2, details: 2, artifacts: 2 } }
  assert.ok((await dropPartitions(db, forgetting, new Date(start + 40 * 24 * hour))) > 0)
  assert.equal(
    await deleteOldFiveMinuteRollups(db, 2, new Date(start + 40 * 24 * hour)),
    0,
    'nothing is left to delete',
  )
  const after = await held()
  assert.deepEqual([of(after, 'm'), of(after, 'h'), of(after, 'd')], [0, of(before, 'h'), of(before, 'd')])
})
