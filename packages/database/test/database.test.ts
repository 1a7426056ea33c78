import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { compile, type Database, listPendingMigrations, migrate, openDatabase } from '../src/index.ts'

let clone: TestDatabase
let owner: Database
let application: Database

before(async () => {
  clone = await createTestDatabase()
  owner = openDatabase(clone.url, { role: null, connections: 4 })
  application = openDatabase(clone.url, { connections: 4 })
})
after(async () => {
  await Promise.all([owner[Symbol.asyncDispose](), application[Symbol.asyncDispose]()])
  await clone[Symbol.asyncDispose]()
})

test('fragments compose into text and values', () => {
  const condition = sql`name = ${'x'} or id = ${7}`
  assert.deepEqual(compile(sql`select ${sql.id('a')} from t where ${condition}`), {
    text: 'select "a" from t where name = $1 or id = $2',
    values: ['x', 7],
  })
})

test('the application works under a role of its own', async () => {
  const [row] = await application.query(sql<{ role: string }>`select current_user as role`)
  assert.equal(row?.role, 'wachta_app')
})

test('a transaction copies rows, and its connection survives rows that are refused', async () => {
  const copied = (rows: string) =>
    owner.transaction(async (tx) => {
      await tx.query(sql`create temporary table copied (id int primary key) on commit drop`)
      await tx.copy('copy copied from stdin', Buffer.from(rows))
      return tx.query(sql<{ sum: number }>`select sum(id)::int as sum from copied`)
    })
  assert.deepEqual(await copied('1\n2\n'), [{ sum: 3 }])
  await assert.rejects(copied('1\n1\n'), { code: '23505' })
  await assert.rejects(copied(`${'1\n'.repeat(100_000)}x\n`), { code: '23505' })
  assert.deepEqual(await copied(''), [{ sum: null }])
})

test('a transaction leaves all or nothing', async () => {
  const count = async () =>
    (await owner.query(sql<{ count: number }>`select count(*)::int as count from package`))[0]?.count ?? 0
  const before = await count()
  await application.transaction((tx) => tx.query(sql`insert into package (name) values ('kept')`))
  assert.equal(await count(), before + 1)
  const failing = application.transaction(async (tx) => {
    await tx.query(sql`insert into package (name) values ('lost')`)
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  assert.equal(await count(), before + 1)
})

test('two transactions that stand in each other’s way are both carried out', async () => {
  await owner.query(sql`insert into package (id, name) values (901, 'a'), (902, 'b')`)
  let tries = 0
  const both = (first: number, second: number) =>
    application.transaction(async (tx) => {
      tries += 1
      await tx.query(sql`update package set name = name || '+' where id = ${first}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
      await tx.query(sql`update package set name = name || '+' where id = ${second}`)
    })
  await Promise.all([both(901, 902), both(902, 901)])
  const rows = await owner.query(sql<{ name: string }>`select name from package where id in (901, 902) order by id`)
  assert.deepEqual(rows, [{ name: 'a++' }, { name: 'b++' }])
  assert.ok(tries > 2, 'one of them met the deadlock and was run again')
})

test('times are written in UTC, with a fraction only where there is one', async () => {
  const written = async (text: string) =>
    (await owner.query(sql<{ time: string }>`select wire_time(${text}::timestamptz) as time`))[0]?.time
  assert.equal(await written('2026-03-29T02:30:00+02:00'), '2026-03-29T00:30:00Z')
  assert.equal(await written('2026-01-01T10:00:00.120Z'), '2026-01-01T10:00:00.12Z')
  assert.equal(await written('2026-01-01T10:00:00.000001Z'), '2026-01-01T10:00:00.000001Z')
  assert.equal(await written('0099-12-31T23:59:50Z'), '0099-12-31T23:59:50Z')
})

test('comparison takes away case and accents', async () => {
  const [row] = await owner.query(sql<{ folded: string }>`select folded('ZAŻÓŁĆ Gęślą JAŹŃ') as folded`)
  assert.equal(row?.folded, 'zazolc gesla jazn')
})

test('migrating again changes nothing, and nothing is pending', async () => {
  const said: string[] = []
  await migrate(clone.url, { log: (message) => said.push(message) })
  assert.ok(
    said.some((message) => message.includes('No migrations to run')),
    said.join('\n'),
  )
  assert.deepEqual(await listPendingMigrations(owner.pool), [])
})

test('a database that a newer version has migrated is left alone', async () => {
  await owner.query(sql`insert into migration (name, run_on) values ('9999-from-the-future', now())`)
  await assert.rejects(migrate(clone.url), /newer version \(9999-from-the-future\)/)
  await owner.query(sql`delete from migration where name like '9999%'`)
})
