import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { connectForLock, openDatabase, tryLock } from '../src/index.ts'

test('one connection has a lock; when it breaks, the process lives on and the lock is free', async () => {
  await using database = await createTestDatabase()
  await using db = openDatabase(database.url, { connections: 3, role: null })
  const [first, second] = [await connectForLock(db), await connectForLock(db)]
  assert.deepEqual([await tryLock(first, 'test'), await tryLock(second, 'test')], [true, false])
  assert.equal(await tryLock(second, 'another'), true)
  const { rows } = await first.query('select pg_backend_pid() as pid')
  await db.query(sql`select pg_terminate_backend(${rows[0].pid})`)
  await assert.rejects(tryLock(first, 'test'))
  assert.equal(await tryLock(second, 'test'), true)
  first.release(true)
  second.release(true)
})
