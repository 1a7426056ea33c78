import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { grantProcessRights } from '@wachta/database/src/process-rights.ts'
import { dayMs } from '@wachta/domain'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { dropPartitions, ensurePartitions } from '../src/partitions.ts'
import type { RollupRow } from '../src/rollup-rows.ts'
import { saveRollups } from '../src/rollup-store.ts'
import { deleteOldFiveMinuteRollups } from '../src/small-rollups.ts'
import { addServices } from './histories.ts'

/** An installation of the previous version: its only table, with rollups of the last 30 days, is then migrated. */
let place: TestDatabase
let db: Database
let reporter: Database
let service: number
let deleted: number
let stored: RollupRow[]
const today = Math.floor(Date.now() / dayMs) * dayMs

const migration = (name: string) => readFile(new URL(`../../database/sql/${name}.sql`, import.meta.url), 'utf8')

const row = (start: number, size: string, sensor_id = 0, service_id = service): RollupRow => ({
  ...{ service_id, size, start, sensor_id, analyses: 5, failures: 1, below_quorum: 0, ok_checks: 12, error_checks: 3 },
  ...{ unknown_checks: 0, response_count: 12, response_sum: 480, response_minimum: 20, response_maximum: 90 },
  ...{ response_p50: 40, response_p95: 80.5, parts: size === 'd' ? { errors: [] } : null },
})

const held = () =>
  db.query(sql<RollupRow & { place: string }>`select tableoid::regclass::text as place, service_id, size,
  (extract(epoch from start) * 1000)::float8 as start, sensor_id, analyses, failures, below_quorum, ok_checks, error_checks, unknown_checks,
  response_count, response_sum, response_minimum, response_maximum, response_p50, response_p95, parts
from rollup order by service_id, size, start, sensor_id`)
const withoutPlace = (rows: Awaited<ReturnType<typeof held>>) => rows.map(({ place: _place, ...one }) => one)
const placesOf = async () => [...new Set((await held()).map(({ place: at }) => at))].sort()
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10).replaceAll('-', '')

before(async () => {
  place = await createTestDatabase()
  db = openDatabase(place.url, { role: null })
  reporter = openDatabase(place.url, { role: 'wachta_reporter' })
  ;[service = 0, deleted = 0] = await addServices(db, 2)
  await ensurePartitions(db, new Date())
  const [, table] = /(create table rollup \([\s\S]*?\n\);)/.exec(await migration('0015-analysis')) ?? []
  await db.query(sql`drop table rollup cascade; drop function forget_rollups cascade`)
  await db.query(sql`${sql.raw(table ?? '')}`)
  await db.query(sql`grant select, insert, update, delete on rollup to wachta_app, wachta_reporter`)
  const days = Array.from({ length: 30 }, (_, index) => today - index * dayMs)
  await saveRollups(db, [...days.flatMap((day) => [row(day, 'm'), row(day, 'h'), row(day, 'h', 3), row(day, 'd')])])
  await saveRollups(db, [row(today, 'm', 0, deleted), row(today, 'd', 0, deleted)])
  stored = withoutPlace(await held())
  for (const name of ['0085-rollup-bound', '0086-partition-rollups'])
    await db.transaction(async (tx) => void (await tx.query(sql`${sql.raw(await migration(name))}`)))
})
after(async () => {
  for (const one of [db, reporter]) await one[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

test('rollups of the version before stay as they are, and can still be replaced', async () => {
  assert.equal(stored.length, 122)
  assert.deepEqual(withoutPlace(await held()), stored)
  assert.deepEqual(await placesOf(), ['rollup_before'])
  await saveRollups(reporter, [{ ...row(today, 'm'), failures: 4 }])
  await saveRollups(reporter, [row(today, 'm')])
  assert.deepEqual(withoutPlace(await held()), stored)
})

test('rollups from a week after the migration on are in partitions, by what is kept and by day', async () => {
  const later = today + 9 * dayMs
  await ensurePartitions(db, new Date(later))
  const rows = [row(later, 'm'), row(later, 'h'), row(later, 'h', 3), row(later, 'd')]
  await saveRollups(reporter, rows)
  await saveRollups(reporter, rows)
  const partitions = [`rollup_five_minutes_${dayOf(later)}`, 'rollup_hour', 'rollup_day']
  assert.deepEqual(await placesOf(), ['rollup_before', ...partitions].sort())
  assert.equal((await held()).length, stored.length + rows.length)
  await reporter.query(sql`delete from rollup where start >= ${new Date(later)} and size = 'h'`)
  assert.equal((await held()).length, stored.length + 2)
})

test('retention deletes five-minute rollups of the version before, and drops the days of newer ones', async () => {
  const retention = { analyses: 10, details: 10, artifacts: 10 }
  await db.query(sql`${sql.raw(grantProcessRights())}`)
  const five = async () => (await held()).filter(({ size }) => size === 'm').map(({ start }) => start)
  const now = new Date(today)
  assert.equal(await deleteOldFiveMinuteRollups(reporter, retention.analyses, now), 19)
  assert.equal((await five())[0], today - 10 * dayMs)
  await dropPartitions(db, { retention }, new Date(today + 25 * dayMs))
  assert.ok(
    (await five()).every((start) => start <= today),
    'newer days are gone',
  )
  await deleteOldFiveMinuteRollups(reporter, retention.analyses, new Date(today + 25 * dayMs))
  assert.deepEqual(await five(), [])
  assert.equal((await held()).filter(({ size }) => size === 'd').length, 32, 'days stay')
})

test('a deleted service takes all of its rollups along', async () => {
  await ensurePartitions(db, new Date(today + 40 * dayMs))
  const later = today + 40 * dayMs
  await saveRollups(db, [
    row(later, 'm'),
    row(later, 'm', 0, deleted),
    row(later, 'h', 0, deleted),
    row(later, 'd', 0, deleted),
  ])
  await db.query(sql`delete from service where id = ${deleted}`)
  const left = (await held()).filter(({ service_id }) => service_id === deleted).map(({ size }) => size)
  assert.deepEqual(left, [])
  assert.ok(
    (await held()).some(({ size, start }) => size === 'm' && start === later),
    'that of the other service stays',
  )
})
