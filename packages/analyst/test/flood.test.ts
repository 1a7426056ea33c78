import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type CheckReport,
  computeStreamLimits,
  ensureStreams,
  getCellStreams,
  listStreamNames,
  openBus,
  readStream,
  type StreamReader,
  writeResults,
} from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { install } from '@wachta/testing/analyst/installation'
import { sql } from 'kysely'
import { consume } from '../src/consume.ts'
import { createSlotAggregator } from '../src/index.ts'
import { revokeFloodingSensor } from '../src/revoke-flooding-sensor.ts'

const cell = `flood-${randomUUID().slice(0, 8)}`
const bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
const stream = getCellStreams(cell).results('live', 'private')

before(() => ensureStreams(bus, computeStreamLimits(1e9)))
after(async () => {
  for (const name of listStreamNames(cell)) await bus.manager.streams.delete(name)
  await bus[Symbol.asyncDispose]()
})

const report = (sensor_id: number, text: string): CheckReport => ({
  ...{ sensor_id, service_id: 1, slot: Date.now(), revision: 1, started: 1, result: 'error', error_type_id: 1 },
  ...{ reason: null, path_step: null, response_time: 1, data_size: 1, timings: {}, words: { error_message: text } },
})

const message = (sensor_id: number, first: number, size = 1) =>
  writeResults({
    ...{ host: `h${sensor_id}`, first },
    reports: Array.from({ length: size }, () => report(sensor_id, 'x'.repeat(2_000))),
  })

/** Sends messages without waiting for each one, but no faster than the broker takes them. */
async function send(sensor_id: number, count: number, bytes: (sent: number) => Uint8Array): Promise<void> {
  const subject = bus.subjects.result({ urgency: 'live', group: 0, sensor_id }, 'private')
  for (let sent = 0; sent < count; sent += 1) {
    bus.connection.publish(subject, bytes(sent))
    if (sent % 2_000 === 1_999) await bus.jetstream.publish(subject, bytes(sent))
  }
  await bus.connection.flush()
}

interface FloodReader extends AsyncDisposable {
  /** The largest portion that was read while skipping the messages of a flooding sensor, in bytes. */
  readonly largest: () => number
  readonly read: Map<number, number>
}

async function read(onFlood: (flood: { sensor_id: number; messages: number }) => void): Promise<FloodReader> {
  const stop = new AbortController()
  const filter = bus.subjects.resultsOfShard('live', 0, 'private')
  const reader = await readStream(bus, { stream, filter, after: 0, signal: stop.signal, batch: 256 })
  let largest = 0
  const measured: StreamReader = Object.create(reader, {
    passOver: {
      value: async function* (except: ReadonlySet<number>) {
        for await (const portion of reader.passOver(except)) {
          largest = Math.max(
            largest,
            portion.messages.reduce((sum, { bytes }) => sum + bytes.length, 0),
          )
          yield portion
        }
      },
    },
  })
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: Date.now(), services: [] })
  const taken = new Map<number, number>()
  const take = aggregator.take.bind(aggregator)
  aggregator.take = (batch, ...rest) => {
    taken.set(batch.sensor_id, (taken.get(batch.sensor_id) ?? 0) + 1)
    return take(batch, ...rest)
  }
  const consuming = consume({
    ...{ aggregator, readers: { private_live: measured }, now: Date.now, waitForRoom: async () => undefined },
    waitForClock: async () => undefined,
    ...{ onFlood, signal: stop.signal },
  })
  return {
    largest: () => largest,
    read: taken,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await consuming
    },
  }
}

test('a private sensor that floods is cut off, even if most of its messages are skipped unread', async () => {
  await using installation = await install()
  {
    await using owner = openDatabase(installation.url, { role: null, connections: 1 })
    await owner.query(sql`update sensor set owner_id = 1 where id = 4`)
    await owner.query(sql`insert into sensor_credential (public_key, sensor_id, encryption_key) values ('U4', 4, 'X4')`)
  }
  const cut: boolean[] = []
  await using _ = await read((flood) => {
    void revokeFloodingSensor(installation.database, flood).then((isCut) => cut.push(isCut))
  })
  const small = writeResults({ host: 'h4', first: 1, reports: [report(4, 'x')] })
  for (const end = Date.now() + 30_000; Date.now() < end && !cut.includes(true); await wait(20))
    await send(4, 4_000, () => small)
  assert.ok(cut.includes(true), 'it was not cut off')
})

test('messages of other sensors are read around a flood in portions, and a second flood is detected there', async () => {
  await bus.manager.streams.delete(stream)
  await ensureStreams(bus, computeStreamLimits(1e9))
  const floods = new Map<number, number>()
  const large = message(5, 1, 80)
  await send(4, 3_000, () => message(4, 1))
  await send(5, 300, () => large)
  await send(6, 3, (sent) => message(6, sent + 1))
  {
    await using reading = await read(({ sensor_id, messages }) =>
      floods.set(sensor_id, (floods.get(sensor_id) ?? 0) + messages),
    )
    for (let tries = 0; tries < 400 && (reading.read.get(6) ?? 0) < 3; tries += 1) await wait(50)
    assert.equal(reading.read.get(6), 3)
    assert.ok(reading.largest() <= 9e6, `${reading.largest()} bytes at once`)
    assert.ok((reading.read.get(5) ?? 0) < 60, `${reading.read.get(5)} messages of the second flood were read`)
  }
  assert.deepEqual([...floods.keys()].sort(), [4, 5])
})
