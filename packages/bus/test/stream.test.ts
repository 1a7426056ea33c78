import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { DiscardPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/nats-core'
import { type Broker, startBroker } from '@wachta/testing/broker'
import {
  type Bus,
  ensureStreams,
  getCellStreams,
  openBus,
  publishResults,
  readAssignments,
  readStream,
  readStreamState,
  StreamLostError,
  type StreamMessage,
  StreamSettingsError,
} from '../src/index.ts'

const text = (message: StreamMessage) => new TextDecoder().decode(message.bytes)
const bytes = (words: string) => new TextEncoder().encode(words)

describe('streams', () => {
  let broker: Broker
  let bus: Bus
  const cell = 'one'
  const live = getCellStreams(cell).results('live')

  const publish = (words: string, group = 3) =>
    publishResults(bus, { urgency: 'live', group, sensor_id: 7, id: randomUUID(), bytes: bytes(words) })

  const collect = async (after: number, count: number, group = 3) => {
    const stop = new AbortController()
    const filter = bus.subjects.resultsOfShard('live', group)
    const reader = await readStream(bus, { stream: live, filter, after, signal: stop.signal })
    const seen: StreamMessage[] = []
    if (count > 0)
      for await (const message of reader) {
        seen.push(message)
        if (seen.length === count) break
      }
    stop.abort()
    return { reader, seen }
  }

  before(async () => {
    broker = await startBroker()
    bus = await openBus({ url: broker.url, cell, name: 'test', jitterMs: 50 })
    await ensureStreams(bus)
  })

  after(async () => {
    await bus[Symbol.asyncDispose]()
    await broker[Symbol.asyncDispose]()
  })

  test('are created once, and updated if they differ', async () => {
    const before = await readStreamState(bus, live)
    await ensureStreams(bus)
    assert.deepEqual(await readStreamState(bus, live), before)
    await ensureStreams(bus, { live_bytes: 10_000_000 })
    assert.equal((await bus.manager.streams.info(live)).config.max_bytes, 10_000_000)
    await ensureStreams(bus)
    assert.equal(await readStreamState(bus, 'NONE'), undefined)
  })

  test('a setting that the broker leaves out is refused', async () => {
    const { streams } = bus.manager
    const lying: Bus = {
      ...bus,
      manager: {
        ...bus.manager,
        streams: Object.assign(Object.create(streams), {
          info: async (name: string) => {
            const held = await streams.info(name)
            return { ...held, config: { ...held.config, max_age: 0 } }
          },
          update: async (name: string) => {
            const held = await streams.info(name)
            return { ...held, config: { ...held.config, max_age: 0 } }
          },
        }),
      },
    }
    await assert.rejects(ensureStreams(lying), StreamSettingsError)
  })

  test('are read from a position on, by shard, and report when the end is reached', async () => {
    for (let number = 1; number <= 250; number += 1) await publish(`a${number}`)
    await publish('other', 4)
    const { seen, reader } = await collect(0, 250)
    assert.deepEqual(
      seen.map(text),
      Array.from({ length: 250 }, (_, index) => `a${index + 1}`),
    )
    assert.equal(seen[0]?.pending, 249)
    assert.equal(seen.at(-1)?.pending, 0)
    assert.equal(reader.pending, 0)
    const later = await collect(seen[99]?.sequence ?? 0, 1)
    assert.equal(later.seen.map(text)[0], 'a101')
    assert.equal((await collect(251, 0)).reader.pending, 0)
    assert.equal((await collect(241, 0)).reader.pending, 9)
  })

  const fill = (sensor_id: number, group: number, urgency: 'live' | 'backlog', size = 900) =>
    publishResults(bus, { urgency, group, sensor_id, id: randomUUID(), bytes: new Uint8Array(size) })

  test('a full stream accepts results and discards the oldest', async () => {
    await ensureStreams(bus, { backlog_bytes: 20_000 })
    const backlog = getCellStreams(cell).results('backlog')
    for (let sent = 0; sent < 40; sent += 1) await fill(7, 0, 'backlog')
    const { state } = await bus.manager.streams.info(backlog)
    assert.equal(state.last_seq, 40)
    assert.ok(state.first_seq > 1 && state.bytes <= 20_000, `${state.first_seq} ${state.bytes}`)
    await ensureStreams(bus)
  })

  test('private sensors have streams of their own, and no more messages in them than each may', async () => {
    const own: Bus = { ...bus, scope: 'private' }
    const before = await readStreamState(bus, live)
    const name = getCellStreams(cell).results('live', 'private')
    const most = (await bus.manager.streams.info(name)).config.max_msgs_per_subject
    const send = (sensor_id: number) =>
      publishResults(own, { urgency: 'live', group: 1, sensor_id, id: randomUUID(), bytes: bytes('x') })
    await send(70)
    for (let sent = 0; sent < most + 10; sent += 500)
      await Promise.all(Array.from({ length: Math.min(500, most + 10 - sent) }, () => send(71)))
    const { state } = await bus.manager.streams.info(name, { subjects_filter: '>' })
    assert.deepEqual(state.subjects, { 'own.live.one.1.70': 1, 'own.live.one.1.71': most })
    assert.deepEqual(await readStreamState(bus, live), before, 'the public stream saw none of it')
    await assert.rejects(
      publishResults(own, { urgency: 'live', group: 1, sensor_id: 71, id: randomUUID(), bytes: new Uint8Array(3e5) }),
      /exceeds maximum/,
    )
  })

  test('a group that does not exist has no room', async () => {
    await assert.rejects(publishResults(bus, { urgency: 'live', group: 8, sensor_id: 7, id: 'x', bytes: bytes('x') }))
  })

  test('streams of an older version are changed and keep what they hold', async () => {
    const older = 'older'
    await using old = await openBus({ url: broker.url, cell: older, name: 'test' })
    const name = getCellStreams(older).results('live')
    await old.manager.streams.add({
      ...{ name, subjects: [`res.live.${older}.>`], deny_delete: true, deny_purge: true },
      ...{ discard: DiscardPolicy.New, max_bytes: 1e6, max_age: nanos(86_400_000) },
    })
    await publishResults(old, { urgency: 'live', group: 2, sensor_id: 7, id: 'x', bytes: bytes('kept') })
    const before = await readStreamState(old, name)
    await ensureStreams(old)
    assert.deepEqual(await readStreamState(old, name), before)
    await publishResults(old, { urgency: 'live', group: 2, sensor_id: 7, id: 'y', bytes: bytes('more') })
  })

  test('a flood is skipped, and messages of other sensors in between are read', async () => {
    const stop = new AbortController()
    const after = (await readStreamState(bus, live))?.last ?? 0
    const flood = (count: number) => Promise.all(Array.from({ length: count }, () => fill(66, 2, 'live', 10)))
    await flood(300)
    await publish('one', 2)
    await flood(300)
    await publish('two', 2)
    await publish('elsewhere', 4)
    await flood(50)
    const filter = bus.subjects.resultsOfShard('live', 2)
    const reader = await readStream(bus, { stream: live, filter, after, signal: stop.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const message of reader) {
        if (!message.subject.endsWith('.66')) seen.push(text(message))
        else if (seen.length === 0) {
          let [place, passed] = [0, 0]
          for await (const portion of reader.passOver(new Set([66]))) {
            seen.push(...portion.messages.map(text))
            place = portion.until
            passed += portion.skippedCounts.get(66) ?? 0
          }
          assert.equal(place, (await readStreamState(bus, live))?.last)
          assert.equal(passed, 649, 'all of the flood but the message that was read')
        }
      }
    })()
    await until(() => seen.length === 2)
    await publish('three', 2)
    await until(() => seen.length === 3)
    assert.deepEqual(seen, ['one', 'two', 'three'])
    stop.abort()
    await reading
  })

  test('a repeated message is kept once', async () => {
    const before = await readStreamState(bus, live)
    const id = randomUUID()
    for (let time = 0; time < 3; time += 1)
      await publishResults(bus, { urgency: 'live', group: 5, sensor_id: 7, id, bytes: bytes('x') })
    assert.equal((await readStreamState(bus, live))?.last, (before?.last ?? 0) + 1)
  })

  test('a restart of the broker is not visible to the reader', async () => {
    const stop = new AbortController()
    const filter = bus.subjects.resultsOfShard('live', 6)
    const reader = await readStream(bus, { stream: live, filter, after: 0, signal: stop.signal })
    const seen: string[] = []
    const reading = (async () => {
      for await (const message of reader) seen.push(text(message))
    })()
    await publish('before', 6)
    await until(() => seen.length === 1)
    await broker.restart()
    await until(async () => {
      await publish('after', 6)
      return true
    })
    await until(() => seen.length === 2)
    assert.deepEqual(seen, ['before', 'after'])
    stop.abort()
    await reading
  })

  test('all assignments are read first, then the changes', async () => {
    const stop = new AbortController()
    const give = (service_id: number, words: string) =>
      bus.jetstream.publish(bus.subjects.assignment(7, service_id), bytes(words))
    await give(1, 'old')
    await give(1, 'new')
    await give(2, 'two')
    await bus.jetstream.publish(bus.subjects.assignment(8, 3), bytes('other'))
    const reader = await readAssignments(bus, { sensor_id: 7, signal: stop.signal })
    assert.equal(reader.pending, 2)
    const seen: string[] = []
    const reading = (async () => {
      for await (const message of reader) seen.push(text(message))
    })()
    await until(() => seen.length === 2)
    await give(2, 'changed')
    await until(() => seen.length === 3)
    assert.deepEqual(seen, ['new', 'two', 'changed'])
    stop.abort()
    await reading
  })

  test('a deleted or recreated stream ends the reading', async () => {
    const stop = new AbortController()
    const filter = bus.subjects.resultsOfShard('live', 3)
    const reader = await readStream(bus, { stream: live, filter, after: 0, signal: stop.signal })
    const reading = (async () => {
      for await (const message of reader) assert.ok(message.sequence > 0)
    })()
    const ended = assert.rejects(reading, StreamLostError)
    await wait(200)
    await bus.manager.streams.delete(live)
    await ensureStreams(bus)
    await ended
    await assert.rejects(
      readStream(bus, { stream: live, filter, after: 5, signal: stop.signal }),
      (error: Error) => error instanceof StreamLostError && /ends before the position 5/.test(error.message),
    )
    await assert.rejects(
      readStream(bus, { stream: 'NONE', filter, after: 0, signal: stop.signal }),
      (error: Error) => error instanceof StreamLostError && /missing/.test(error.message),
    )
    stop.abort()
  })
})

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (await Promise.resolve(holds()).catch(() => false)) return
    await wait(50)
  }
  assert.fail('not within 15 seconds')
}
