import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { markSeals, sealAmended, verifyRecord } from '@wachta/evidence'
import {
  createRecordedHistory,
  minuteMs,
  type RecordedHistory,
  recordedMs,
  start,
} from '@wachta/testing/recorded-history'
import { sql } from 'kysely'
import { readSealedServices } from '../src/seal/content.ts'

let recorded: RecordedHistory
const later = start + recordedMs + 60 * minuteMs
before(async () => {
  recorded = await createRecordedHistory()
  await recorded.seal(start + recordedMs + 5 * minuteMs)
})
after(() => recorded[Symbol.asyncDispose]())

const links = () =>
  recorded.db.query(sql<{ number: number; content: Buffer }>`select number, content from seal
where kind = 'analyses' and get_byte(content, 0) = 2 order by number`)

test('windows with late results are pending until they are sealed again by links that name what they replace', async () => {
  assert.deepEqual(await links(), [])
  await recorded.amend()
  const waiting = await verifyRecord(recorded.db)
  assert.equal(waiting.faultCount, 0)
  assert.equal(waiting.analyses.pending, 30)

  await recorded.seal(later + minuteMs)
  const sealed = await verifyRecord(recorded.db)
  assert.deepEqual([sealed.faultCount, sealed.analyses.pending], [0, 0])
  const again = await links()
  const replaced = again.flatMap(({ content }) => readSealedServices(content))
  // Minutes 35 to 44 are in one window of each service.
  assert.deepEqual(
    replaced.map(({ service_id, count }) => [service_id, count]),
    recorded.services.map((id) => [id, 15]),
  )
  assert.ok(replaced.every(({ replaces }) => replaces > 0 && replaces < (again[0]?.number ?? 0)))
})

test('late results do not hide a manipulation in the same window', async () => {
  await using forged = await createRecordedHistory()
  await forged.seal(start + recordedMs + 5 * minuteMs)
  const [service_id = 0] = forged.services
  const [from, to] = [new Date(start + 30 * minuteMs), new Date(start + 45 * minuteMs)]
  const [detail] = await forged.db.query(sql<{ time: Date }>`update check_detail set error_message = 'all was well'
where (service_id, time, sensor_id) = (select service_id, time, sensor_id from check_detail
  where service_id = ${service_id} and time >= ${from} and time < ${to} order by time, sensor_id limit 1) returning time`)
  // An analysis without an amendment, between others without one.
  const analysis = new Date(start + 32 * minuteMs)
  await forged.db.query(
    sql`update analysis set failure = not failure where service_id = ${service_id} and time = ${analysis}`,
  )
  const named = async () =>
    (await verifyRecord(forged.db)).faults.map((fault) =>
      'time' in fault ? [fault.table, fault.fault, fault.time] : fault,
    )
  const both = [
    ['analysis', 'changed', analysis],
    ['check_detail', 'changed', detail?.time],
  ]
  assert.deepEqual(await named(), both, 'before')
  await forged.amend()
  assert.deepEqual(await named(), both, 'while it waits')
  await forged.seal(later + minuteMs)
  const afterwards = await named()
  for (const fault of both)
    assert.ok(
      afterwards.some((each) => JSON.stringify(each) === JSON.stringify(fault)),
      JSON.stringify(afterwards),
    )
  const others = (await verifyRecord(forged.db)).faults.filter(
    (each) => 'service_id' in each && each.service_id !== service_id,
  )
  assert.deepEqual(others, [], 'no other row is reported')
})

test('late results that a reporter of an older version did not mark are sealed again too', async () => {
  await using older = await createRecordedHistory()
  await older.seal(start + recordedMs + 5 * minuteMs)
  await older.amend()
  await older.db.query(sql`delete from rollup_due`)
  const waiting = await verifyRecord(older.db)
  assert.deepEqual([waiting.faultCount, waiting.analyses.pending], [0, 30])
  await older.seal(later)
  const sealed = await verifyRecord(older.db)
  assert.deepEqual([sealed.faultCount, sealed.analyses.pending], [0, 0])
  // Control: now it is sealed, and a change of an amended analysis is reported.
  await older.db.query(sql`update analysis set failure = not failure
where (service_id, time) = (select service_id, time from analysis_amendment order by 1, 2 limit 1)`)
  assert.equal((await verifyRecord(older.db)).faultCount, 1)
})

test('a manipulated record that is marked to be sealed again keeps its old seal and stays reported', async () => {
  const [service_id = 0] = recorded.services
  const time = new Date(start + 50 * minuteMs)
  const flip = sql`update analysis set failure = not failure where service_id = ${service_id} and time = ${time}`
  await recorded.db.query(flip)
  await recorded.db.transaction((tx) => markSeals(tx, [{ service_id, start: time }]))
  const named = async () => (await verifyRecord(recorded.db)).faults.map((fault) => 'time' in fault && fault.time)
  assert.deepEqual(await named(), [time], 'while it waits')
  const window_start = new Date(start + 45 * minuteMs)
  const { unexplained } = await sealAmended(recorded.db, new Date(later))
  assert.deepEqual(unexplained, [{ service_id, window_start }])
  assert.deepEqual(await named(), [time], 'and afterwards')

  // Control: with an amendment entry it counts as an amendment, which the chain then records permanently.
  const count = (await links()).length
  await recorded.db.query(sql`insert into analysis_amendment values (${service_id}, ${time}, ${new Date(later)})`)
  await recorded.db.transaction((tx) => markSeals(tx, [{ service_id, start: time }]))
  await recorded.seal(later)
  assert.deepEqual(await named(), [])
  assert.equal((await links()).length, count + 1)
})
