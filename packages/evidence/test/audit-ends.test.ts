import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Database, openDatabase } from '@wachta/database'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { sealAudit } from '../src/seal/audit-ends.ts'
import { readAuditEnds } from '../src/seal/content.ts'

let clone: TestDatabase
let database: Database
before(async () => {
  clone = await createTestDatabase()
  database = openDatabase(clone.url, { role: null, connections: 1 })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await clone[Symbol.asyncDispose]()
})

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 29, 12, minutes))

const addEntry = (tree_id: number, time: Date) =>
  database.query(
    sql`select write_audit(${JSON.stringify({
      ...{ tree_id, time, actor_scope: 'customer', request_id: 'request', operation: 'create_contact' },
      ...{ resource: 'contact', object_id: '1' },
    })}::jsonb, null, null)`,
  )

const seal = (until: Date) => database.transaction((tx) => sealAudit(tx, until, until))

/** The account trees whose chains each link seals. */
async function listSealedTrees(): Promise<number[][]> {
  const links = await database.query(
    sql<{ content: Buffer }>`select content from seal where kind = 'audit' order by number`,
  )
  return links.map(({ content }) => readAuditEnds(content).ends.map(({ tree_id }) => tree_id))
}

test('an entry that is too new to be sealed is sealed later, even if entries after it are sealed first', async () => {
  await addEntry(1, at(10))
  await addEntry(2, at(0))
  await seal(at(5))
  assert.deepEqual(await listSealedTrees(), [[2]])
  await seal(at(20))
  assert.deepEqual((await listSealedTrees()).at(-1)?.includes(1), true)
  const links = (await listSealedTrees()).length
  await seal(at(30))
  assert.equal((await listSealedTrees()).length, links, 'nothing is sealed again')
})
