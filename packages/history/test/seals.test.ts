import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { dayMs } from '@wachta/domain'
import { verifyRecord } from '@wachta/evidence'
import { type FullAnalysis, fillNext, type HistoryStore, openArchive, openHistory } from '@wachta/history'
import { type HistoryEngine, startHistoryEngine } from '@wachta/testing/history-engine'
import {
  createRecordedHistory,
  minuteMs,
  type RecordedHistory,
  recordedMs,
  start,
} from '@wachta/testing/recorded-history'
import { sql } from 'kysely'

const day = Math.floor(start / dayMs) * dayMs
const page = { day, after: { service_id: 0, time: 0 }, through: null }
let recorded: RecordedHistory
let engine: HistoryEngine
let history: HistoryStore
let original: FullAnalysis[]

before(async () => {
  ;[recorded, engine] = await Promise.all([createRecordedHistory(), startHistoryEngine()])
  await recorded.amend()
  await recorded.seal(start + recordedMs + 40 * minuteMs)
  history = await openHistory(engine.url)
  await history.prepare({ retentionDays: 7_300 })
  while (await fillNext(recorded.db, history, new Date(day + 3 * dayMs)));
  original = await history.readPage(page)
})
after(async () => {
  await history?.[Symbol.asyncDispose]()
  await engine?.[Symbol.asyncDispose]()
  await recorded?.[Symbol.asyncDispose]()
})
beforeEach(() => replaceAll(original))

let replaced = 0
async function replaceAll(analyses: readonly FullAnalysis[]): Promise<void> {
  await history.removePage(page)
  replaced += 1
  await history.addAnalyses(analyses, `replacement ${replaced}`)
}

async function verify() {
  const source = { db: recorded.db, history }
  const archive = await openArchive(source, { now: new Date(day + 3 * dayMs), retentionDays: 400 })
  return verifyRecord(recorded.db, { archive })
}

test('analyses of the history match the seals of those in PostgreSQL, amended ones included', async () => {
  const { faults, analyses, history: copied } = await verify()
  assert.deepEqual(faults, [])
  const [stored] = await recorded.db.query(sql<{ count: number }>`select count(*)::int as count from analysis`)
  assert.equal(original.length, stored?.count)
  assert.ok(analyses.checked > 300)
  assert.equal(copied?.checked, analyses.checked)
  // They still match after PostgreSQL has dropped the day.
  await recorded.db.query(sql`select drop_partitions('analysis', ${new Date(day + dayMs)}::date),
  partition_days(array[${new Date(day + dayMs)}::date])`)
  const alone = await verify()
  assert.deepEqual(alone.faults, [])
  assert.equal(alone.analyses.checked, 0)
  assert.equal(alone.history?.checked, analyses.checked)
})

const change = (make: (analysis: FullAnalysis) => Partial<FullAnalysis>) =>
  original.map((one, index) => (index === 130 ? { ...one, ...make(one) } : one))
const differently = (checks: Uint8Array, at: number) => checks.map((byte, index) => (index === at ? byte ^ 2 : byte))

for (const [what, tampered, fault] of [
  ['another verdict', () => change(({ failure }) => ({ failure: !failure })), 'changed'],
  ['another count', () => change(({ ok_checks_count: count }) => ({ ok_checks_count: count + 1 })), 'changed'],
  ['another time of a check', () => change(({ checks }) => ({ checks: differently(checks, 3) })), 'changed'],
  ['a missing analysis', () => original.filter((_, index) => index !== 130), 'missing'],
  ['an added analysis', () => [...original, ...change(({ time }) => ({ time: time + 1 })).slice(130, 131)], 'added'],
  [
    'an analysis of a service that has none',
    () => [...original, { ...(original[130] ?? assert.fail()), service_id: 77 }],
    'added',
  ],
] as const)
  test(`${what} in the history is found, and named`, async () => {
    await replaceAll(tampered())
    const { faults } = await verify()
    assert.deepEqual(
      faults.map(({ table, fault: found }) => ({ table, fault: found })),
      [{ table: 'history', fault }],
    )
  })
