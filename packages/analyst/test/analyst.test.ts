import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import {
  type Bus,
  type CheckReport,
  computeStreamLimits,
  ensureStreams,
  getShardOfService,
  listStreamNames,
  openBus,
  readCommand,
  writePackedResults,
  writeResults,
} from '@wachta/bus'
import { listSlots, packChecks, type Revision } from '@wachta/domain'
import { addMonitoredServices, addRevision, type Installation, install } from '@wachta/testing/analyst/installation'
import { createCheckReport, createServiceRevision } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'
import { type AnalystOptions, serveAnalyst } from '../src/index.ts'

const cell = `analyst-${process.pid}`
const log = { info: () => undefined, warn: () => undefined }
let installation: Installation
let bus: Bus

before(async () => {
  installation = await install()
  bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
  await ensureStreams(bus, computeStreamLimits(2 ** 26))
})
after(async () => {
  for (const name of listStreamNames(cell)) await bus.manager.streams.delete(name)
  await bus[Symbol.asyncDispose]()
  await installation[Symbol.asyncDispose]()
})

const second = 1000
const service_ids = [1, 200, 900]
const quick = (from: number, more: Partial<Revision> = {}) =>
  createServiceRevision({
    ...{ effective_from: new Date(from), interval_ms: second, spread_ms: 0, timeout_ms: 500, sensor_ids: [1, 2, 3] },
    ...more,
  })

/** Starts an analyst with little room in memory, so that it soon reads more slowly; the returned function ends it. */
function startAnalyst(more: Partial<AnalystOptions> = {}): () => Promise<void> {
  const stop = new AbortController()
  const { database } = installation
  const limits = { leaseMs: 1_500, renewMs: 200, maxPending: 4, ...more }
  const done = serveAnalyst({ database, bus, metrics: new Registry(), log, signal: stop.signal, ...limits })
  return async () => {
    stop.abort()
    await done
  }
}

const sequences = new Map<string, number>()

/** Sends the results of a sensor, one message for each shard. */
async function send(urgency: 'live' | 'backlog', sensor_id: number, reports: readonly CheckReport[]): Promise<void> {
  for (const [shard, own] of Map.groupBy(reports, ({ service_id }) => getShardOfService(service_id))) {
    const key = `${sensor_id} ${shard}`
    const first = (sequences.get(key) ?? 0) + 1
    sequences.set(key, first + own.length - 1)
    // The second sensor has the current version, which packs results.
    const bytes =
      sensor_id === 2
        ? writePackedResults({
            ...{ host: 'host', first },
            reports: own.map((one) => ({ ...one, packed: packChecks([one]) })),
          })
        : writeResults({ host: 'host', first, reports: own })
    await bus.jetstream.publish(bus.subjects.result({ urgency, group: shard, sensor_id }), bytes)
  }
}

const said = (slot: number, sensor_id: number, more: Partial<CheckReport> = {}) =>
  service_ids.map((service_id) => createCheckReport({ service_id, slot, sensor_id, ...more }))

interface Row {
  readonly service_id: number
  readonly time: Date
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly failure: boolean
}

const analyses = () =>
  installation.database.query(sql<Row>`select service_id, time, ok_checks_count as ok, error_checks_count as error,
  unknown_checks_count as unknown, failure from analysis order by time, service_id`)

async function eventually(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await holds()) return
    await wait(100)
  }
  assert.fail(`never: ${what}`)
}

test('results get from the broker into the database even if analysts are killed', { timeout: 40_000 }, async () => {
  const { database } = installation
  const from = Math.ceil(Date.now() / second) * second
  const end = from + 6 * second
  await addMonitoredServices(database, service_ids, [quick(from, { effective_to: new Date(end) })])
  const told = new Map<number, number>()
  const commands = bus.connection.subscribe(bus.subjects.command(1), {
    callback: (_, message) => {
      const command = readCommand(message.data)
      if (command?.kind !== 'committed') return
      assert.equal(command.readsPacked, true)
      for (const [shard, sequence] of command.marks) told.set(shard, sequence)
    },
  })
  const stopFirst = startAnalyst()
  const slots = listSlots(quick(from), from, end)
  let stopSecond = async () => {}
  for (const [index, slot] of slots.entries()) {
    await wait(Math.max(0, slot - Date.now()))
    await send('live', 1, said(slot, 1))
    await send('live', 2, said(slot, 2, index >= 2 ? { result: 'error', error_type_id: 301 } : {}))
    // The third sensor falls silent after two slots; later it sends one more, as backlog.
    if (index < 2) await send('live', 3, said(slot, 3))
    await bus.jetstream.publish(
      bus.subjects.result({ urgency: 'live', group: 0, sensor_id: 1 }),
      new TextEncoder().encode('{"v":1'),
    )
    await bus.jetstream.publish(
      bus.subjects.result({ urgency: 'live', group: 0, sensor_id: 4 }),
      writeResults({ host: 'host', first: index + 1, reports: said(slot, 4).slice(0, 1) }),
    )
    if (index === 2) stopSecond = startAnalyst()
    if (index === 4) await stopFirst()
  }
  await eventually(async () => (await analyses()).length === slots.length * service_ids.length, 'all slots closed')
  const counts = (rows: readonly Row[]) => rows.map(({ ok, error, unknown, failure }) => [ok, error, unknown, failure])
  assert.deepEqual(
    counts(await analyses()),
    slots.flatMap((_, index) => service_ids.map(() => (index < 2 ? [3, 0, 0, false] : [1, 1, 1, false]))),
  )

  const slot = slots[3] ?? 0
  await send('backlog', 3, said(slot, 3, { result: 'error', error_type_id: 301 }))
  await eventually(
    async () => (await analyses()).filter(({ failure }) => failure).length === service_ids.length,
    'the late word counts',
  )
  const changes = await database.query(sql<{
    status: string
    start_time: Date
  }>`select status, start_time from status_change
where service_id = 1 order by start_time`)
  assert.deepEqual(
    changes.map(({ status, start_time }) => [status, start_time.getTime()]),
    [
      ['ok', slots[0]],
      ['failure', slot],
      ['ok', slots[4]],
    ],
  )
  const [letters] = await database.query(sql<{ count: number }>`select count(*) from dead_letter`)
  const [strays] = await database.query(
    sql<{ count: number }>`select sum(count)::int as count from stray_count where reason = 'wrong_sensor'`,
  )
  assert.deepEqual([letters?.count, strays?.count], [slots.length, slots.length], 'each bad message is counted once')
  await eventually(
    async () => service_ids.every((id) => told.get(getShardOfService(id)) === slots.length),
    'the sensor is told what is stored',
  )
  await stopSecond()
  commands.unsubscribe()
})

test('a running analyst picks up new services, forced analyses and pauses', { timeout: 40_000 }, async () => {
  const { database } = installation
  const stop = startAnalyst()
  await wait(1_500)
  const from = Math.ceil(Date.now() / second) * second + 1_000
  await addMonitoredServices(
    database,
    [300],
    [quick(from, { interval_ms: 60_000, phase_ms: from % 60_000, sensor_ids: [1] })],
  )
  const forced = from + 1
  await database.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
values (300, ${new Date(forced)}, 'f', '{1}', 1, 51, 500, ${new Date(forced)})`)
  const statusOf = async () =>
    (await database.query(sql<{ status: string }>`select status from service where id = 300`))[0]?.status
  await wait(from + 100 - Date.now())
  await send('live', 1, [createCheckReport({ service_id: 300, slot: from, sensor_id: 1 })])
  await eventually(async () => (await statusOf()) === 'ok', 'the new service is known')
  await send('live', 1, [createCheckReport({ service_id: 300, slot: forced, sensor_id: 1, result: 'error' })])
  await eventually(async () => (await statusOf()) === 'failure', 'the forced analysis counts')
  const [row] = await database.query(
    sql<{ closed_at: Date | null }>`select closed_at from forced_analysis where service_id = 300`,
  )
  assert.ok(row?.closed_at)
  await addRevision(database, [300], quick(Date.now(), { revision: 2, is_active: false }))
  await eventually(async () => (await statusOf()) === 'paused', 'the pause is published')
  await stop()
})

test('alerts start and end while the analyst runs', { timeout: 40_000 }, async () => {
  const { database } = installation
  const id = 400
  await database.query(sql`insert into event (id, owner_id, name, scope, start_delay, end_delay)
values (1, 1, 'Rule', ${JSON.stringify({ all_services: false, group_ids: [], service_ids: [id] })}, 2, 1)`)
  const from = Math.ceil(Date.now() / second) * second + 2_000
  const end = from + 8 * second
  await addMonitoredServices(database, [id], [quick(from, { effective_to: new Date(end), sensor_ids: [1] })])
  const stop = startAnalyst()
  for (const [index, slot] of listSlots(quick(from), from, end).entries()) {
    await wait(Math.max(0, slot - Date.now()))
    const result = index >= 1 && index < 5 ? 'error' : 'ok'
    await send('live', 1, [createCheckReport({ service_id: id, slot, sensor_id: 1, result })])
  }
  const found = () =>
    database.query(sql<{
      event_id: number | null
      start_time: Date
      end_time: Date | null
    }>`select event_id, start_time, end_time
from occurrence where service_id = ${id} order by event_id nulls first`)
  await eventually(async () => {
    const rows = await found()
    return rows.length === 2 && rows.every(({ end_time }) => end_time !== null)
  }, 'both have ended')
  assert.deepEqual(
    (await found()).map(({ event_id, start_time, end_time }) => [
      event_id,
      start_time.getTime() - from,
      (end_time?.getTime() ?? 0) - from,
    ]),
    [
      [null, 1_000, 5_000],
      [1, 3_000, 6_000],
    ],
  )
  await stop()
})

test('results that arrive after a suspend wait until the time is reliable', { timeout: 40_000 }, async () => {
  const { database } = installation
  const id = 500
  const from = Math.ceil(Date.now() / second) * second + 2_000
  const end = from + 4 * second
  await addMonitoredServices(database, [id], [quick(from, { effective_to: new Date(end), sensor_ids: [5] })])
  // The machine was suspended for this long, while its monotonic clock stood still.
  const machine = { lostMs: 90_000, isUncertain: false, jumps: 0 }
  const stop = startAnalyst({ now: () => Date.now() - machine.lostMs, clock: machine })
  const slots = listSlots(quick(from), from, end)
  await wait(1_000)
  machine.isUncertain = true
  for (const slot of slots) {
    await wait(Math.max(0, slot - Date.now()))
    await send('live', 5, [createCheckReport({ service_id: id, slot, sensor_id: 5 })])
  }
  await wait(500)
  Object.assign(machine, { lostMs: 0, isUncertain: false, jumps: 1 })
  const rows = async () => (await analyses()).filter(({ service_id }) => service_id === id)
  await eventually(async () => (await rows()).length === slots.length, 'all slots closed')
  assert.deepEqual(
    (await rows()).map(({ ok, unknown }) => [ok, unknown]),
    slots.map(() => [1, 0]),
    'what came meanwhile is read before anything is closed',
  )
  // Only strays of this sensor: messages left over from other tests were read with the clock that had lost time.
  const strays = await database.query(sql`select 1 from stray_count where reason = 'ahead' and sensor_id = 5`)
  assert.equal(strays.length, 0)
  await stop()
})

test('a stream of results that cannot be opened is reported, but not at each attempt', async () => {
  const lines: string[] = []
  const warn = (fields: object, text?: string) => {
    if ('shard' in fields && 'stream' in fields && 'err' in fields)
      lines.push(`${fields.shard} ${fields.stream} ${fields.err}: ${text}`)
  }
  const add = () => Promise.reject(new Error('no leader'))
  const consumers = new Proxy(bus.manager.consumers, {
    get: (target, key) => (key === 'add' ? add : Reflect.get(target, key)),
  })
  const broken = { ...bus, manager: { ...bus.manager, streams: bus.manager.streams, consumers } }
  const stop = startAnalyst({ bus: broken, log: { ...log, warn } })
  await eventually(async () => lines.length > 0, 'a report')
  await wait(1_500)
  await stop()
  assert.match(lines[0] ?? '', /^\d \S+ Error: no leader: could not open a stream of results; retrying$/)
  assert.equal(new Set(lines).size, lines.length)
})
