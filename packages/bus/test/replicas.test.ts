import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { startBroker } from '@wachta/testing/broker'
import {
  type Bus,
  computeStreamLimits,
  ensureStreams,
  getCellStreams,
  openBus,
  publishResults,
  readStream,
  retryWhileUnavailable,
} from '../src/index.ts'
import { type Cluster, startCluster } from './cluster.ts'

const bytes = 70_000_000
const cell = 'three'
const live = getCellStreams(cell).results('live')
let cluster: Cluster
let bus: Bus

before(async () => {
  cluster = await startCluster()
  bus = await openBus({ url: cluster.url, cell, name: 'test', jitterMs: 50 })
  // A cluster takes some seconds to elect a leader.
  await retry(() => ensureStreams(bus, computeStreamLimits(bytes)))
})

after(async () => {
  await bus[Symbol.asyncDispose]()
  await cluster[Symbol.asyncDispose]()
})

test('streams get one replica by default', async () => {
  assert.deepEqual(await replicas(), [1])
})

test('the replicas that the operator set are kept, whatever else is changed', async () => {
  await bus.manager.streams.update(live, { num_replicas: 3 })
  await ensureStreams(bus, computeStreamLimits(bytes))
  // While replicas are added, the stream briefly has no leader.
  await eventually(() => ensureStreams(bus, computeStreamLimits(bytes + 700_000)))
  const { config } = await bus.manager.streams.info(live)
  assert.deepEqual([config.num_replicas, config.max_bytes], [3, computeStreamLimits(bytes + 700_000).live_bytes])
})

test('a number that is asked for is set on streams that hold messages, and one server may be lost', async () => {
  await eventually(() => publish('before'))
  await eventually(() => ensureStreams(bus, computeStreamLimits(bytes, 3)))
  assert.deepEqual(await replicas(), [3])
  await eventually(async () => {
    const { cluster: state } = await bus.manager.streams.info(live)
    assert.deepEqual(
      state?.replicas?.map(({ current }) => current),
      [true, true],
    )
  })
  const leader = (await bus.manager.streams.info(live)).cluster?.leader
  assert.ok(leader)
  await cluster.kill(leader)
  // Until a new leader is elected, the broker answers like one without JetStream.
  await retry(() => publish('after'))
  assert.deepEqual(await eventually(readAll), ['before', 'after'])
  // Streams that need no change are not touched, so a restart while a server is down does no harm.
  await eventually(() => ensureStreams(bus, computeStreamLimits(bytes, 3)))
  assert.deepEqual(await replicas(), [3])
})

test('a single broker rejects three replicas with a reason', async () => {
  await using alone = await startBroker()
  await using single = await openBus({ url: alone.url, cell, name: 'test' })
  await ensureStreams(single, computeStreamLimits(bytes))
  await assert.rejects(ensureStreams(single, computeStreamLimits(bytes, 3)), /3 replicas .* not in a cluster/)
})

test('while most servers are away a request fails after the patience, and any other failure at once', async () => {
  const signal = new AbortController().signal
  const alive = ['n1', 'n2', 'n3']
  for (const name of alive.slice(0, 2)) await cluster.kill(name)
  let failures = 0
  const asked = retryWhileUnavailable(() => publish('lost'), {
    ...{ signal, timeoutMs: 8_000 },
    onRetry: () => (failures += 1),
  })
  await assert.rejects(asked)
  assert.ok(failures > 0)
  const broken = retryWhileUnavailable(() => Promise.reject(new RangeError('no')), {
    signal,
    onRetry: (error) => assert.fail(String(error)),
  })
  await assert.rejects(broken, RangeError)
})

const retry = (work: () => Promise<void>) =>
  retryWhileUnavailable(work, { signal: new AbortController().signal, onRetry: () => undefined })

async function replicas(): Promise<number[]> {
  const names = getCellStreams(cell)
  const all = [names.assignments, names.results('live'), names.results('backlog'), names.artifacts]
  const held = await Promise.all(all.map((name) => bus.manager.streams.info(name)))
  return [...new Set(held.map(({ config }) => config.num_replicas))]
}

/** The text is also the id, so a message is not stored twice if only its acknowledgement was lost. */
const publish = (text: string) =>
  publishResults(bus, { urgency: 'live', group: 3, sensor_id: 7, id: text, bytes: new TextEncoder().encode(text) })

async function readAll(): Promise<string[]> {
  const stop = new AbortController()
  const filter = bus.subjects.resultsOfShard('live', 3)
  const texts: string[] = []
  try {
    for await (const message of await readStream(bus, { stream: live, filter, after: 0, signal: stop.signal })) {
      texts.push(new TextDecoder().decode(message.bytes))
      if (message.pending === 0) break
    }
  } finally {
    stop.abort()
  }
  return texts
}

async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + 60_000
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw error
      await wait(200)
    }
  }
}
