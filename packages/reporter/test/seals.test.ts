import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { findFirstAnalysisTime } from '@wachta/evidence'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { keepSealing } from '../src/seals.ts'
import { addServices, store } from './histories.ts'

const minute = 60_000
const first = Date.UTC(2026, 2, 1, 10, 3)

let server: TestDatabase
let db: Database

before(async () => {
  server = await createTestDatabase()
  db = openDatabase(server.url, { role: null, connections: 2 })
  const [service_id = 0] = await addServices(db, 1)
  for (const time of [first, first + 24 * 60 * minute]) await store(db, [{ service_id, time, kind: 's', checks: [] }])
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test('the first analysis is searched only in the oldest day that has any', async () => {
  await db.query(sql`select partition_days(array['2026-02-27'::date])`)
  await db.transaction(async (tx) => {
    await tx.query(sql`lock table analysis_20260302 in access exclusive mode`)
    await db.transaction(async (other) => {
      await other.query(sql`set local lock_timeout = 500`)
      assert.equal(await findFirstAnalysisTime(other), first)
    })
    // Control: a query over all days has to wait.
    const all = db.transaction(async (other) => {
      await other.query(sql`set local lock_timeout = 100`)
      return other.query(sql`select min(time) from analysis`)
    })
    await assert.rejects(all, { code: '55P03' })
  })
})

test('a large backlog is sealed in limited rounds', async () => {
  const sealed = async () =>
    (await db.query(sql<{ count: number }>`select count(distinct window_start) as count from seal`))[0]?.count
  const sealing = {
    ...{ database: db, stopping: new AbortController().signal, log: { error: () => undefined } },
    now: () => new Date(first + 60 * minute),
  }
  assert.equal(await keepSealing({ ...sealing, maxDurationMs: 0 }), false)
  assert.equal(await sealed(), 1, 'one, and the others get their turn')
  assert.equal(await keepSealing(sealing), true)
  assert.equal(await sealed(), 4, 'control: with time enough, all')
  assert.equal(await keepSealing({ ...sealing, maxDurationMs: 0 }), true)
})
