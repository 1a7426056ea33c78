import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { type Database, openDatabase, type Queryable } from '../src/index.ts'
import { createStatementNames } from '../src/statement-names.ts'

let clone: TestDatabase
let database: Database

before(async () => {
  clone = await createTestDatabase()
  database = openDatabase(clone.url, { connections: 1, preparesStatements: true })
})

after(async () => {
  await database?.[Symbol.asyncDispose]()
  await clone?.[Symbol.asyncDispose]()
})

const countPrepared = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    'select count(*)::int as count from pg_prepared_statements',
  )
  return rows[0]?.count ?? Number.NaN
}

test('a statement is prepared when it runs for the third time, in and out of transactions', async () => {
  const add = (a: number, b: number) => sql<{ sum: number }>`select ${a}::int + ${b}::int as sum`
  assert.deepEqual(await database.query(add(1, 2)), [{ sum: 3 }])
  assert.deepEqual(await database.query(add(3, 4)), [{ sum: 7 }])
  assert.equal(await countPrepared(), 0)
  assert.deepEqual(await database.transaction((tx) => tx.query(add(5, 6))), [{ sum: 11 }])
  assert.equal(await countPrepared(), 1)
  assert.deepEqual(await database.query(add(7, 8)), [{ sum: 15 }])
  assert.equal(await countPrepared(), 1)
})

test('without the option, only statements that ask for it are prepared', async () => {
  await using other = openDatabase(clone.url, { connections: 1 })
  const count = async () => (await other.pool.query('select from pg_prepared_statements')).rowCount
  for (let use = 0; use < 5; use++) await other.query(sql`select ${use}::int`)
  assert.equal(await count(), 0)
  for (let use = 0; use < 5; use++) await other.run({ text: 'select $1::int', values: [use], isPrepared: true })
  assert.equal(await count(), 1)
})

test('several commands in one text are never prepared', async () => {
  for (let use = 0; use < 5; use++) await database.query(sql`select 1; select 2`)
})

test('statements prepared before a migration go on after it, in and out of transactions', async () => {
  await using several = openDatabase(clone.url, { role: null, connections: 3, preparesStatements: true })
  await several.query(sql`create table grown (id int); insert into grown values (1)`)
  const read = (db: Queryable) => db.query(sql`select * from grown where id = ${1}`)
  const readAtOnce = () => Promise.all([read(several), several.transaction(read), several.transaction(read)])
  for (let round = 0; round < 4; round++) await readAtOnce()
  await several.query(sql`alter table grown add column name text default 'new'`)
  const expected = [{ id: 1, name: 'new' }]
  assert.deepEqual(await readAtOnce(), [expected, expected, expected])
  await several.query(sql`alter table grown drop column name`)
  assert.deepEqual(await several.transaction(read), [{ id: 1 }])
})

test('300 statements get names, and one of the first thousand is still counted after as many others', () => {
  const findName = createStatementNames()
  const use = (text: string, times: number) => Array.from({ length: times }, () => findName(text)).at(-1)
  assert.equal(use('seldom', 2), undefined)
  const names = Array.from({ length: 400 }, (_, index) => use(`select ${index}`, 3))
  assert.equal(new Set(names.slice(0, 300)).size, 300)
  assert.deepEqual(new Set(names.slice(300)), new Set([undefined]))
  assert.equal(use('select 0', 1), names[0])
})

test('a statement is forgotten after a thousand others ran once', () => {
  const findName = createStatementNames()
  findName('old')
  findName('old')
  for (let index = 0; index < 1000; index++) findName(`select ${index}`)
  assert.equal(findName('old'), undefined)
  findName('old')
  assert.notEqual(findName('old'), undefined)
})
