import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { type Database, openDatabase, type Queryable, type Transaction } from '../src/index.ts'

let place: TestDatabase
let database: Database

before(async () => {
  place = await createTestDatabase()
  database = openDatabase(place.url)
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** Stands for a function that takes locks or writes several rows. */
const lock = (tx: Transaction) => tx.query(sql<{ one: number }>`select 1 as one`)
/** Stands for a function that a single statement is enough for. */
const read = (db: Queryable) => db.query(sql<{ one: number }>`select 1 as one`)

test('the type check rejects a pool, or anything else, where a transaction is required', async () => {
  // @ts-expect-error: a pool is no transaction
  const byPool = lock(database)
  const { compile, query, run } = database
  // @ts-expect-error: nor is an object of the same shape
  const byShape = lock({ compile, query, run })
  assert.deepEqual([await byPool, await byShape], [[{ one: 1 }], [{ one: 1 }]], 'only the type check prevents it')
  assert.deepEqual(await database.transaction(lock), [{ one: 1 }])
})

test('what can be queried is a pool or a transaction', async () => {
  assert.deepEqual(await read(database), [{ one: 1 }])
  assert.deepEqual(await database.transaction(read), [{ one: 1 }])
})
