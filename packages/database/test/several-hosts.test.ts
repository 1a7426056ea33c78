import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@wachta/testing/database'
import { findFreePort } from '@wachta/testing/free-port'
import { type Gate, openGate } from '@wachta/testing/gate'
import { sql } from 'kysely'
import { type Database, migrate, openDatabase, resolvePrimary } from '../src/index.ts'

/** Opens a database through two gates, which act as two hosts. */
async function open() {
  await using stack = new AsyncDisposableStack()
  const clone = stack.use(await createTestDatabase())
  const gates = [await openGate(clone.url), await openGate(clone.url)] as const
  for (const gate of gates) stack.use(gate)
  const url = joinHosts(
    clone,
    gates.map(({ port }) => port),
  )
  const owned = stack.move()
  return {
    ...{ clone, gates, url },
    use: (database: Database) => owned.use(database),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

const joinHosts = ({ url }: Pick<TestDatabase, 'url'>, ports: readonly number[]): string =>
  url.replace(/(@|\/\/)[^@/]*(\/[^/]*)$/, `$1${ports.map((port) => `127.0.0.1:${port}`).join(',')}$2`)

const countConnections = (gates: readonly Gate[]) => gates.map(({ connections }) => connections > 0)

test('a host that refuses or hangs is passed over', { timeout: 180_000 }, async () => {
  await using there = await open()
  const [first, second] = there.gates
  first.setBehaviour('hang')
  const hanging = there.use(openDatabase(there.url, { onError: () => undefined }))
  assert.deepEqual(await hanging.query(sql`select 1 as one`), [{ one: 1 }])
  assert.ok(second.connections > 0)
  const refusing = joinHosts(there.clone, [await findFreePort(), second.port])
  const passing = there.use(openDatabase(refusing))
  assert.deepEqual(await passing.query(sql`select 1 as one`), [{ one: 1 }])
  assert.equal(await resolvePrimary(refusing), joinHosts(there.clone, [second.port]))
  await migrate(refusing)
})

test('a host that becomes read-only is left, and its connections are dropped', { timeout: 120_000 }, async () => {
  await using there = await open()
  await using server = openDatabase(there.clone.url, { role: null, connections: 1 })
  const database = there.use(openDatabase(there.url, { role: null, connections: 1, onError: () => undefined }))
  await database.query(sql`create table written (id int)`)
  const name = new URL(there.clone.url).pathname.slice(1)
  await server.query(sql`alter database ${sql.id(name)} set default_transaction_read_only = on`)
  const insert = () => database.query(sql`insert into written values (1)`)
  const [{ pid } = { pid: 0 }] = await database.query(sql<{ pid: number }>`select pg_backend_pid() as pid`)
  await database.query(sql`set default_transaction_read_only = on`)
  // The statement fails, its connection is dropped, and no new one is accepted.
  await assert.rejects(insert(), { code: '25006' })
  await assert.rejects(insert(), /no host accepts writes.*is read-only.*is read-only/)
  await server.query(sql`set default_transaction_read_only = off`)
  await server.query(sql`alter database ${sql.id(name)} set default_transaction_read_only = off`)
  await insert()
  const [{ pid: next } = { pid }] = await database.query(sql<{ pid: number }>`select pg_backend_pid() as pid`)
  assert.notEqual(next, pid)
})

test('a host that is cut off fails its statements soon, and the other one is used', { timeout: 120_000 }, async () => {
  await using there = await open()
  const broken: Error[] = []
  const database = there.use(openDatabase(there.url, { connections: 2, onError: (error) => broken.push(error) }))
  await Promise.all([database.query(sql`select 1`), database.query(sql`select 1`)])
  const [used, other] = countConnections(there.gates)[0] ? there.gates : [there.gates[1], there.gates[0]]
  used.setBehaviour('hang')
  const began = performance.now()
  await assert.rejects(
    database.transaction((tx) => tx.query(sql`select 2`)),
    /does not answer|is not the primary any more/,
  )
  assert.ok(performance.now() - began < 30_000)
  assert.deepEqual(await database.query(sql`select 3 as three`), [{ three: 3 }])
  assert.ok(other.connections > 0)
  assert.ok(broken.length > 0)
})

test('a single host that hangs fails its statements too, and long ones are left alone', {
  timeout: 120_000,
}, async () => {
  await using there = await open()
  const [gate] = there.gates
  const database = there.use(
    openDatabase(joinHosts(there.clone, [gate.port]), { connections: 2, onError: () => undefined }),
  )
  await database.query(sql`select pg_sleep(10)`)
  gate.setBehaviour('hang')
  const began = performance.now()
  await assert.rejects(database.query(sql`select 1`), /does not answer/)
  assert.ok(performance.now() - began < 30_000)
  gate.setBehaviour('pass')
  await wait(100)
  await database.query(sql`select 1`)
})

test('while another host is away, a busy one may still miss one answer', { timeout: 120_000 }, async () => {
  await using there = await open()
  const [used, away] = there.gates
  away.setBehaviour('hang')
  const database = there.use(openDatabase(there.url, { connections: 1, onError: () => undefined }))
  // The hosts are probed after 3 and about 8 seconds; the second probe gets no answer from this one either.
  const slow = database.query(sql`select 1 as one from pg_sleep(16)`)
  await wait(5_500)
  used.setBehaviour('hang')
  await wait(4_500)
  used.setBehaviour('pass')
  assert.deepEqual(await slow, [{ one: 1 }])
})
