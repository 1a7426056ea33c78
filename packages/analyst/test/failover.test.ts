import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import { ensureStreams, getCellStreams, getShardOfService, openBus, readCommand, writeResults } from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { addMonitoredServices, install, listShardIds } from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { addRule, listOccurrences, reportFromAll, simulateAnalyst } from '@wachta/testing/analyst/watching'
import { sql } from 'kysely'
import { RewoundError, serveAnalyst } from '../src/index.ts'
import { createSwitch } from './support/switch.ts'

const shard = 0
const ids = listShardIds(shard, 3)

/** A database behind a pooler, and a standby that can fall behind and be promoted. */
async function replicated() {
  const stack = new AsyncDisposableStack()
  const installation = stack.use(await install())
  const name = new URL(installation.url).pathname.slice(1)
  const pooler = stack.use(await createSwitch(installation.url))
  const server = new URL(installation.url)
  server.pathname = '/postgres'
  const admin = stack.use(openDatabase(server.href, { role: null, connections: 1 }))
  const through = stack.use(openDatabase(pooler.url, { connections: 3, onError: () => undefined }))
  const alone = async (work: () => Promise<unknown>) => {
    pooler.close()
    for (let tries = 0; ; tries += 1) {
      try {
        await work()
        break
      } catch (error) {
        if (tries > 100) throw error
        await wait(50)
      }
    }
    pooler.open()
  }
  stack.defer(async () => {
    pooler.close()
    await admin.query(sql`drop database if exists ${sql.id(`${name}_b`)} with (force)`)
  })
  return {
    database: through,
    /** Stops replication: the standby has everything up to now, and nothing from now on. */
    leaveBehind: () => alone(() => admin.query(sql`create database ${sql.id(`${name}_b`)} template ${sql.id(name)}`)),
    promote: () =>
      alone(async () => {
        await admin.query(sql`alter database ${sql.id(name)} rename to ${sql.id(`${name}_a`)}`)
        await admin.query(sql`alter database ${sql.id(`${name}_b`)} rename to ${sql.id(name)}`)
        await admin.query(sql`drop database ${sql.id(`${name}_a`)}`)
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const slotsOf = async (database: ReturnType<typeof openDatabase>) =>
  (
    await database.query(
      sql<{ minute: number }>`select distinct (extract(epoch from time - ${new Date(start)}) / 60)::int as minute
from analysis where service_id = any(${ids}) order by 1`,
    )
  ).map((row) => row.minute)

test('after a failover to a standby that lacks the last commit, the next commit fails and no result is lost', async () => {
  await using replica = await replicated()
  const { database } = replica
  await addMonitoredServices(database, ids, [createServiceRevision({ sensor_ids: [1] })])
  const rule = await addRule(database)
  const watching = await simulateAnalyst(database, shard)
  await watching.reportSlot(0, reportFromAll(ids, 'ok'))
  await replica.leaveBehind()
  await watching.reportSlot(1, reportFromAll(ids, 'error'))
  assert.deepEqual(await slotsOf(database), [0, 1])
  assert.equal((await listOccurrences(database, rule)).length, 3)
  await replica.promote()
  assert.deepEqual(await slotsOf(database), [0])
  await assert.rejects(watching.reportSlot(2, reportFromAll(ids, 'error')), RewoundError)
  assert.deepEqual(await slotsOf(database), [0])
  // As the analyst does then: it starts again from the stored state, and rereads the messages that follow.
  await watching.takeOver()
  await watching.reportSlot(1, reportFromAll(ids, 'error'))
  await watching.reportSlot(2, reportFromAll(ids, 'error'))
  assert.deepEqual(await slotsOf(database), [0, 1, 2])
  assert.deepEqual(
    await listOccurrences(database, rule),
    ids.map((id) => `${id} 1..`),
  )
})

test('after such a failover, a flush fails too, so that no state is newer than the commits', async () => {
  await using replica = await replicated()
  const { database } = replica
  await addMonitoredServices(database, ids, [createServiceRevision({ sensor_ids: [1] })])
  const watching = await simulateAnalyst(database, shard)
  await watching.reportSlot(0, reportFromAll(ids, 'ok'))
  await watching.flush()
  await replica.leaveBehind()
  await watching.reportSlot(1, reportFromAll(ids, 'ok'))
  await replica.promote()
  // Otherwise a later start would consider slots closed up to that newer time.
  await assert.rejects(watching.flush(), RewoundError)
  const rows = await database.query(sql<{ last_time: Date }>`select last_time from service_state`)
  assert.deepEqual(
    rows.map(({ last_time }) => last_time.getTime()),
    ids.map(() => start),
  )
})

interface SpoolReply {
  readonly sequence: number
  readonly session: string | undefined
}

/** A broker cell of its own, and the replies that the analyst sends to sensor 1. */
async function broker() {
  const cell = `failover-${process.pid}`
  const bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
  await ensureStreams(bus, { live_bytes: 2 ** 24, backlog_bytes: 2 ** 24, artifact_bytes: 2 ** 20 })
  const told: SpoolReply[] = []
  bus.connection.subscribe(bus.subjects.command(1), {
    callback: (_, message) => {
      const command = readCommand(message.data)
      if (command?.kind !== 'committed') return
      for (const [, sequence, session] of command.marks) told.push({ sequence, session })
    },
  })
  let first = 1
  return {
    bus,
    told,
    async send(slot: number) {
      const reports = ids.map((service_id) => createCheckReport({ service_id, slot, sensor_id: 1 }))
      const bytes = writeResults({ host: 'host', first, reports })
      first += reports.length
      await bus.jetstream.publish(
        bus.subjects.result({ urgency: 'live', group: getShardOfService(ids[0] ?? 0), sensor_id: 1 }),
        bytes,
      )
    },
    async [Symbol.asyncDispose]() {
      const names = getCellStreams(cell)
      for (const name of [names.assignments, names.results('live'), names.results('backlog'), names.artifacts])
        await bus.manager.streams.delete(name)
      await bus[Symbol.asyncDispose]()
    },
  }
}

async function eventually(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await holds()) return
    await wait(100)
  }
  assert.fail(`never: ${what}`)
}

test('after a failover, the analyst reports to sensors in a new session what the standby has stored', async () => {
  await using replica = await replicated()
  await using broken = await broker()
  const { database } = replica
  const { bus, told, send } = broken
  const from = Math.ceil(Date.now() / 1000) * 1000
  const every = { interval_ms: 1000, spread_ms: 0, timeout_ms: 500, sensor_ids: [1] }
  await addMonitoredServices(database, ids, [
    createServiceRevision({ ...every, effective_from: new Date(from), effective_to: new Date(from + 4000) }),
  ])
  const stop = new AbortController()
  const done = serveAnalyst({
    ...{ database, bus, metrics: new Registry(), log: { info: () => undefined, warn: () => undefined } },
    ...{ signal: stop.signal, leaseMs: 60_000, renewMs: 200 },
  })
  const count = async () => (await database.query(sql<{ n: number }>`select count(*) as n from analysis`))[0]?.n
  const stored = async (slots: number) => (await count().catch(() => 0)) === slots * ids.length
  const isTold = (slots: number) => () => told.at(-1)?.sequence === slots * ids.length
  await send(from)
  await eventually(isTold(1), 'the first is told')
  await replica.leaveBehind()
  for (const slot of [1, 2]) await send(from + slot * 1000)
  await eventually(isTold(3), 'three are told')
  const before = told.at(-1)?.session
  await replica.promote()
  const seen = told.length
  await send(from + 3000)
  await eventually(() => stored(4), 'nothing is missing in the standby')
  await eventually(isTold(4), 'all are told')
  const after = told.slice(seen).filter(({ session }) => session !== before)
  assert.ok(after.length > 0)
  assert.equal(typeof after[0]?.session, 'string')
  stop.abort()
  await done
})
