import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import pg from 'pg'
import { type Database, migrate, openDatabase, rejectForeignSchema, SchemaError } from '../src/index.ts'

let clone: TestDatabase
let owner: Database
let directory: string

before(async () => {
  clone = await createTestDatabase()
  owner = openDatabase(clone.url, { role: null, connections: 4 })
  directory = await mkdtemp(join(tmpdir(), 'wachta-migrations-'))
  await cp(new URL('../sql', import.meta.url).pathname, directory, { recursive: true })
})
after(async () => {
  await owner[Symbol.asyncDispose]()
  await clone[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  await owner.query(sql`delete from migration where name like '9%'`)
  await owner.query(sql`alter table package drop column if exists colour`)
  await writeFile(join(directory, '9001-colour.sql'), 'alter table package add column colour text;')
})

/** Opens a transaction that has read the table and stays open. */
async function reader() {
  const client = new pg.Client({ connectionString: clone.url })
  await client.connect()
  await client.query('begin; select count(*) from package')
  return client
}

/** Whether a session of this database waits for a lock on the table. */
async function isLockAwaited(): Promise<boolean> {
  const waiting = await owner.query(sql`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where not granted and datname = current_database() and relation = 'package'::regclass`)
  return waiting.length > 0
}

test('a step that does not get its table lets others pass, and comes again', async () => {
  const slow = await reader()
  let waits = 0
  const migrated = migrate(clone.url, {
    ...{ directory, lockTimeoutMs: 200, retryDelayMs: 300 },
    onWait: (reason) => {
      assert.equal(reason, 'a lock')
      waits += 1
    },
  })
  let longest = 0
  for (const end = Date.now() + 15_000; waits < 2 && Date.now() < end; await wait(20)) {
    const began = Date.now()
    await owner.query(sql`select count(*) from package`)
    longest = Math.max(longest, Date.now() - began)
  }
  await slow.end()
  await migrated
  assert.ok(waits >= 2, `${waits} waits`)
  assert.ok(longest < 1_000, `a query waited ${longest} ms`)
  await owner.query(sql`select colour from package`)
})

test('the control: a step that insists holds up everybody who comes after it', async () => {
  const slow = await reader()
  const migrated = migrate(clone.url, { directory, lockTimeoutMs: 30_000 })
  while (!(await isLockAwaited())) await wait(20)
  const began = Date.now()
  const blocked = owner.query(sql`select count(*) from package`).then(() => Date.now() - began)
  await wait(1_200)
  await slow.end()
  assert.ok((await blocked) >= 1_000)
  await migrated
})

test('of two at once, one waits for the other and finds nothing left to do', async () => {
  const waited: string[] = []
  const slow = await reader()
  const options = {
    directory,
    lockTimeoutMs: 200,
    retryDelayMs: 200,
    onWait: (reason: string) => void waited.push(reason),
  }
  const both = Promise.all([migrate(clone.url, options), migrate(clone.url, options)])
  await wait(700)
  await slow.end()
  await both
  assert.ok(waited.includes('another migration'))
  const applied = await owner.query(sql`select from migration where name = '9001-colour'`)
  assert.equal(applied.length, 1)
})

test('after all tries it gives up, and nothing is half done', async () => {
  const slow = await reader()
  await assert.rejects(migrate(clone.url, { directory, lockTimeoutMs: 100, retryDelayMs: 50, maxAttempts: 2 }), {
    code: '55P03',
  })
  await slow.end()
  assert.equal((await owner.query(sql`select from migration where name = '9001-colour'`)).length, 0)
})

test('told to stop, it ends after the step it is in; the next time goes on from there', async () => {
  await writeFile(join(directory, '9002-shade.sql'), 'alter table package drop column colour;')
  const stop = new AbortController()
  const log = (message: string) => void (message.includes('9001-colour') && stop.abort())
  await assert.rejects(migrate(clone.url, { directory, log, signal: stop.signal }), { name: 'AbortError' })
  const applied = async () =>
    (await owner.query(sql<{ name: string }>`select name from migration where name like '9%' order by id`)).map(
      ({ name }) => name,
    )
  assert.deepEqual(await applied(), ['9001-colour'])
  await migrate(clone.url, { directory })
  assert.deepEqual(await applied(), ['9001-colour', '9002-shade'])
  await rm(join(directory, '9002-shade.sql'))
})

test('while it waits for a table, it can be told to stop', async () => {
  const slow = await reader()
  const stop = new AbortController()
  const options = {
    directory,
    lockTimeoutMs: 100,
    retryDelayMs: 20_000,
    onWait: () => stop.abort(),
    signal: stop.signal,
  }
  await assert.rejects(migrate(clone.url, options), { name: 'AbortError' })
  await slow.end()
})

test('a migration whose connection breaks while it waits is rejected, and the process goes on', async () => {
  const other = new pg.Client({ connectionString: clone.url })
  await other.connect()
  await other.query(`select pg_advisory_lock(hashtext('wachta migrate'))`)
  let broken: Promise<unknown> | undefined
  const onWait = () => {
    broken ??= owner.query(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'wachta migrate'`)
  }
  await assert.rejects(migrate(clone.url, { directory, onWait }), /connection error|terminat/i)
  await broken
  await other.end()
})

test('processes start beside what a newer version has added, and not beside what it has changed or they lack', async () => {
  await rejectForeignSchema(owner.pool)
  await owner.query(sql`insert into migration (name, run_on) values ('9998-added', now())`)
  await rejectForeignSchema(owner.pool)
  await owner.query(sql`insert into migration (name, run_on) values ('9999-breaking-change', now())`)
  await assert.rejects(rejectForeignSchema(owner.pool), /newer version \(9998-added, 9999-breaking-change\)/)
  await owner.query(sql`delete from migration where name like '9%'`)
  const [last] = await owner.query(
    sql<{ name: string }>`delete from migration where id = (select max(id) from migration) returning name`,
  )
  await assert.rejects(rejectForeignSchema(owner.pool), new RegExp(`lacks ${last?.name}\\. Run .wachta migrate. first`))
  await owner.query(sql`insert into migration (name, run_on) values (${last?.name}, now())`)
})

test('a role that does not exist yet means that no migration was applied, in any language of the server', async () => {
  await using database = openDatabase(clone.url, { role: 'wachta_missing', connections: 1 })
  await assert.rejects(rejectForeignSchema(database.pool), SchemaError)
  const rejection = Object.assign(new Error('Rolle »wachta_app« existiert nicht'), { code: '22023' })
  const client = { query: () => Promise.reject(rejection) } as unknown as pg.Client
  await assert.rejects(rejectForeignSchema(client), SchemaError)
})
