import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { recordEvidenceLoss } from '../src/store/evidence-loss.ts'

let clone: TestDatabase
let database: Database
before(async () => {
  clone = await createTestDatabase()
  database = openDatabase(clone.url)
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await clone[Symbol.asyncDispose]()
})

test('losses are added up by the minute, and deleted after a day', async () => {
  await database.query(sql`insert into evidence_loss (minute, artifacts)
values (now() - interval '25 hours', 7), (now() - interval '23 hours', 5)`)
  await recordEvidenceLoss(database, { artifacts: 2, scope: 'public' })
  await recordEvidenceLoss(database, { artifacts: 3, scope: 'public' })
  await recordEvidenceLoss(database, { artifacts: 4, scope: 'private' })
  const rows = await database.query(
    sql<{
      lost: number
      own: number
      hours: number
    }>`select sum(artifacts)::int as lost, sum(private_artifacts)::int as own,
  round(extract(epoch from now() - minute) / 3600)::int as hours from evidence_loss group by 3 order by 3`,
  )
  assert.deepEqual(rows, [
    { lost: 5, own: 4, hours: 0 },
    { lost: 5, own: 0, hours: 23 },
  ])
})
