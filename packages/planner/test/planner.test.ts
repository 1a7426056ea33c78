import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import { encodeSensorHeartbeat, getCellStreams, listStreamNames, openBus, readStreamState } from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import { planForSensors } from '../src/index.ts'
import { acquireLeadership } from '../src/leadership.ts'
import { createWire } from './support/wire.ts'
import { openWorld } from './support/world.ts'

const world = await openWorld()
const quiet = () => undefined
after(() => world[Symbol.asyncDispose]())

/** Starts a planner in a cell of its own, which runs until the end of the test. */
async function startPlanner() {
  const NATS_URL = process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222'
  const CELL = `plan-${randomUUID().slice(0, 8)}`
  const bus = await openBus({ url: NATS_URL, cell: CELL, name: 'test' })
  const opened = new AsyncDisposableStack()
  const stop = new AbortController()
  const config = {
    DATABASE_URL: world.url,
    NATS_URL,
    CELL,
    NATS_STORE_BYTES: 10_000_000,
    METRICS_PORT: 0,
    EGRESS_ALLOW: '',
  }
  const planning = planForSensors({
    config: { ...config, SECRET_KEYS: `test:${randomBytes(32).toString('base64')}` },
    log: { info: quiet, warn: quiet, error: quiet } as unknown as Log,
    metrics: new Registry(),
    stopping: stop.signal,
    use: opened.use.bind(opened) as Parameters<typeof planForSensors>[0]['use'],
    ready: quiet,
    check: quiet,
  })
  const isThere = async (name: string) => {
    for (let tries = 0; tries < 120; tries += 1) {
      if (await readStreamState(bus, name)) return true
      await wait(100)
    }
    return false
  }
  // Wait for all streams; otherwise the planner would still be creating them when it is stopped.
  for (const name of listStreamNames(CELL)) assert.ok(await isThere(name))
  return {
    bus,
    isThere,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await planning
      for (const name of listStreamNames(CELL)) await bus.manager.streams.delete(name)
      await opened.disposeAsync()
      await bus[Symbol.asyncDispose]()
    },
  }
}

test('a single lost stream is created again', async () => {
  await using planner = await startPlanner()
  const { results } = getCellStreams(planner.bus.cell)
  await planner.bus.manager.streams.delete(results('live'))
  assert.ok(await planner.isThere(results('live')))
})

test('a sensor whose heartbeats say that it can run a browser gets the category', { timeout: 120_000 }, async () => {
  const sensor = await world.addSensor()
  await using planner = await startPlanner()
  const heartbeat = encodeSensorHeartbeat({
    ...{ host: 'a', version: '0.1.0', sent: 0, clock_offset_ms: 0, lag_ms: 0, self_check: null },
    ...{ digest: { count: 0, hash: '0'.repeat(64) }, reference_networks: 3, running: 0, spooled: 0, spooled_bytes: 0 },
    ...{ complete_until: null, dropped_artifacts: 0, disk_fault: false, browser: { able: true, reason: null } },
  })
  const subject = planner.bus.subjects.heartbeat(sensor)
  const isAble = async () => {
    await planner.bus.connection.request(subject, heartbeat, { timeout: 2_000 }).catch(quiet)
    const [row] = await world.db.query(
      sql<{ category_ids: string[] }>`select category_ids from sensor where id = ${sensor}`,
    )
    return row?.category_ids.includes('browser')
  }
  const began = performance.now()
  while (!(await isAble())) await wait(1_000)
  assert.ok(performance.now() - began >= 15_000, 'not before it has reported for a while')
})

test('a leader that disappears does not hold the lock for hours', async () => {
  const connect = world.db.pool.connect.bind(world.db.pool)
  const client = await connect()
  const pool = { connect: async () => client } as unknown as typeof world.db.pool
  await using leading = await acquireLeadership({ ...world.db, pool }, 'test', new AbortController().signal)
  assert.ok(leading)
  const { rows } =
    await client.query(`select current_setting('tcp_keepalives_idle')::int + current_setting('tcp_keepalives_interval')::int
* current_setting('tcp_keepalives_count')::int as seconds`)
  assert.ok(rows[0].seconds > 0 && rows[0].seconds <= 60, `${rows[0].seconds} seconds`)
})

test('a leader that is cut off from the database stops before another one leads', { timeout: 60_000 }, async () => {
  await using wire = await createWire(world.url)
  await using cutOff = openDatabase(wire.url, { role: null, connections: 2, onError: quiet })
  const signal = new AbortController().signal
  await using first = await acquireLeadership(cutOff, 'cut off', signal)
  assert.ok(first)
  assert.ok(first.isLeading())
  await wait(1_500)
  assert.ok(first.isLeading(), 'it goes on proving it')
  // Packets are dropped silently; the server closes the connection, which releases the lock.
  wire.cut()
  await world.db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
where pid in (select pid from pg_locks where locktype = 'advisory' and objid = (hashtext('cut off')::bigint & 4294967295)::oid)
  and datname = current_database() and pid <> pg_backend_pid()`)
  let epoch: number
  {
    await using second = await acquireLeadership(world.db, 'cut off', signal)
    assert.ok(second)
    assert.ok(second.isLeading())
    assert.equal(first.isLeading(), false, 'two must not lead at once')
    assert.ok(second.epoch > first.epoch)
    epoch = second.epoch
  }
  // After an orderly release, there is no waiting time.
  const began = performance.now()
  await using third = await acquireLeadership(world.db, 'cut off', signal)
  assert.ok(third && third.epoch > epoch && performance.now() - began < 3_500)
})

test('an epoch is higher than those that the database has lost', async () => {
  const signal = new AbortController().signal
  const epochs: number[] = []
  for (let times = 0; times < 2; times += 1) {
    await using leading = await acquireLeadership(world.db, 'rewound', signal)
    epochs.push(leading?.epoch ?? 0)
    await world.db.pool.query(`delete from planner_leader where name = 'rewound'`)
    await wait(5)
  }
  assert.ok((epochs[1] ?? 0) > (epochs[0] ?? 0))
})
