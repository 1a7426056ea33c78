import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { dropPartitions, ensurePartitions } from '../src/partitions.ts'

const now = new Date('2026-03-01T23:59:59Z')
const retention = { analyses: 5, details: 3, artifacts: 2 }

let server: TestDatabase
let db: Database

before(async () => {
  server = await createTestDatabase()
  // With the rights of the application, which owns no table, but can create partitions nevertheless.
  db = openDatabase(server.url)
})
after(async () => {
  await db[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function days(parent: string): Promise<string[]> {
  const rows = await db.query(sql<{ day: string }>`select right(c.relname, 8) as day from pg_inherits i
join pg_class c on c.oid = i.inhrelid where i.inhparent = ${parent}::regclass order by 1`)
  return rows.map(({ day }) => day)
}

test('partitions exist from yesterday to a week ahead, and creating them again changes nothing', async () => {
  await Promise.all([ensurePartitions(db, now), ensurePartitions(db, now)])
  await ensurePartitions(db, now)
  const expected = ['20260228', ...[1, 2, 3, 4, 5, 6, 7, 8].map((day) => `2026030${day}`)]
  for (const parent of ['analysis', 'check_detail', 'artifact', 'analysis_amendment'])
    assert.deepEqual(await days(parent), expected, parent)
  const insert = (time: string) =>
    db.query(sql`insert into analysis_amendment (service_id, time, amended_at) values (1, ${time}, now())`)
  await insert('2026-02-28T00:00:00Z')
  await insert('2026-03-08T23:59:59.999Z')
  await assert.rejects(insert('2026-03-09T00:00:00Z'))
})

test('whole days are deleted after their retention, each kind in its time', async () => {
  const told: string[] = []
  const forget = async (day: string) => void told.push(day)
  const later = new Date('2026-03-05T12:00:00Z')
  await ensurePartitions(db, now)
  assert.equal(await dropPartitions(db, { retention, deleteObjects: forget }, later), 3 + 2)
  assert.deepEqual(told, ['20260228', '20260301', '20260302'])
  assert.equal((await days('artifact'))[0], '20260303')
  assert.equal((await days('check_detail'))[0], '20260302')
  assert.equal((await days('analysis'))[0], '20260228')
  assert.equal(await dropPartitions(db, { retention }, later), 0)
})

test('if objects cannot be deleted, their rows stay', async () => {
  const [before] = [await days('artifact')]
  const failing = dropPartitions(
    db,
    { retention, deleteObjects: () => Promise.reject(new Error('no')) },
    new Date('2026-03-20T00:00:00Z'),
  )
  await assert.rejects(failing, /no/)
  assert.deepEqual(await days('artifact'), before)
})

test('retention does not wait for a dump that locks every table, and blocks no others', async () => {
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  await using owner = openDatabase(server.url, { role: null, connections: 2 })
  const later = new Date('2026-04-01T00:00:00Z')
  await ensurePartitions(db, now)
  const dumping = owner.transaction(async (tx) => {
    await tx.query(sql`lock table analysis, check_detail, artifact, analysis_amendment in access share mode`)
    isHeld.resolve()
    await held.promise
  })
  await isHeld.promise
  try {
    await ensurePartitions(db, later)
    assert.ok((await days('analysis')).includes('20260408'))
    const began = performance.now()
    const writing = () =>
      db.query(sql`insert into analysis_amendment (service_id, time, amended_at) values (3, '2026-04-02', now())
on conflict do nothing`)
    await Promise.all([assert.rejects(dropPartitions(db, { retention }, later), { code: '55P03' }), writing()])
    assert.ok(performance.now() - began < 5000, 'the queue is short')
  } finally {
    held.resolve()
    await dumping
  }
  assert.ok((await dropPartitions(db, { retention }, later)) > 0, 'control: afterwards they go')
})

test('an attached partition equals one that was created directly', async () => {
  await ensurePartitions(db, now)
  await using owner = openDatabase(server.url, { role: null, connections: 1 })
  await owner.query(
    sql`create table analysis_made partition of analysis for values from ('2020-01-01') to ('2020-01-02')`,
  )
  const form = (table: string) =>
    owner.query(sql`select a.attname, a.atttypid, a.attnotnull, a.attstorage,
  (select array_agg(i.indisprimary order by i.indexrelid) from pg_index i where i.indrelid = a.attrelid) as keys,
  (select array_agg(h.inhparent::regclass::text) from pg_index i join pg_inherits h on h.inhrelid = i.indexrelid
    where i.indrelid = a.attrelid) as parents
from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 order by a.attnum`)
  assert.deepEqual(await form('analysis_20260308'), await form('analysis_made'))
})
