import { setTimeout as wait } from 'node:timers/promises'
import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import { type Bus, openBus, readAssignment, readStream, writeAssignment } from '@wachta/bus'
import { median } from '../support/measure.ts'
import { parseBenchOptions } from '../support/options.ts'
import { startBroker } from './broker.ts'

const sensors: readonly number[] = [1, 2, 3, 4, 5]
const bucketCount = 64
const changes = 500
const reads = 3
const stream = 'TRIAL'

/** A way to lay out the assignments of sensors in a stream that keeps the last message of each subject. */
interface Layout {
  readonly name: string
  /** The messages that hold all assignments of a sensor. */
  list(sensor: number, services: number): Iterable<Message>
  /** Returns the services of which a message tells. */
  count(bytes: Uint8Array): number
}

interface Message {
  readonly subject: string
  readonly bytes: () => Uint8Array
}

interface Figures {
  readonly storedSeconds: number
  readonly readSeconds: number
  readonly changeMs: number
  readonly megabytes: number
  readonly largestBytes: number
}

/**
 * Compares the layout that we have, a subject for each service, with a message for each bucket of services and one for
 * each change after it: how long it takes to store the assignments of five sensors and to read those of one, the
 * delay of a change, and the memory of the broker. Returns false if a reader misses a service.
 */
export async function run(args: string[]): Promise<boolean> {
  const { services } = parseBenchOptions(args, { services: { defaultValue: 100_000, minimum: 1000 } })
  const ours = await measureLayout(byService, services)
  const buckets = await measureLayout(byBucket, services)
  for (const [{ name }, { changeMs, largestBytes }] of [[byService, ours] as const, [byBucket, buckets] as const])
    console.log(`${name}: a change after ${changeMs.toFixed(2)} ms (median), largest message ${largestBytes} bytes`)
  const format = ({ storedSeconds, readSeconds, megabytes }: Figures) =>
    `stored ${storedSeconds.toFixed(1)} s, read ${readSeconds.toFixed(2)} s, broker ${Math.round(megabytes)} MB`
  console.log(`assignments: ${services} services, by service ${format(ours)}, by bucket ${format(buckets)}`)
  return true
}

const byService: Layout = {
  name: 'by service',
  *list(sensor, services) {
    for (let id = 1; id <= services; id += 1)
      yield { subject: `trial.${sensor}.${id}`, bytes: () => describeService(id, 1) }
  },
  count: (bytes) => readAssignment(bytes).revisions.length,
}

const byBucket: Layout = {
  name: 'by bucket',
  *list(sensor, services) {
    for (let bucket = 0; bucket < bucketCount; bucket += 1)
      yield { subject: `trial.${sensor}.bucket-${bucket}`, bytes: () => joinBucket(bucket, services) }
  },
  count(bytes) {
    let total = 0
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(lineFeed, from)
      total += readAssignment(bytes.subarray(from, end)).revisions.length
      from = end + 1
    }
    return total
  },
}

const lineFeed = 10

/** One assignment in a line, so that each is read by the code that reads it today. */
function joinBucket(bucket: number, services: number): Uint8Array {
  const lines: Uint8Array[] = []
  for (let id = bucket + 1; id <= services; id += bucketCount)
    lines.push(describeService(id, 1), Uint8Array.of(lineFeed))
  return Buffer.concat(lines)
}

const describeService = (service_id: number, revision: number): Uint8Array =>
  writeAssignment({
    service_id,
    group: service_id % 16,
    revisions: [
      {
        ...{ revision, effective_from: 1_790_000_000_000, effective_to: null, is_active: true, type_id: 'http' },
        ...{ interval_ms: 60_000, phase_ms: (service_id * 37) % 60_000, sensor_ids: sensors, timeout_ms: 10_000 },
        ...{ spread_ms: 1_500, address: `https://www.customer-${service_id}.example.com/health`, secrets: null },
        extended_settings: { method: 'GET', expected_status: '200' },
      },
    ],
  })

async function measureLayout(layout: Layout, services: number): Promise<Figures> {
  await using broker = await startBroker()
  await using bus = await openBus({ url: broker.address, cell: 'main', name: 'bench' })
  await bus.manager.streams.add({
    ...{ name: stream, subjects: ['trial.>'], retention: RetentionPolicy.Limits, storage: StorageType.File },
    ...{ discard: DiscardPolicy.Old, max_msgs_per_subject: 1 },
  })
  const began = performance.now()
  let largestBytes = 0
  for (const sensor of sensors)
    for await (const bytes of storeAll(bus, layout.list(sensor, services))) largestBytes = Math.max(largestBytes, bytes)
  const storedSeconds = (performance.now() - began) / 1000
  const readTimes: number[] = []
  for (let turn = 0; turn < reads; turn += 1) readTimes.push(await readAll(bus, layout, services))
  return {
    storedSeconds,
    readSeconds: median(readTimes),
    changeMs: await measureChanges(bus, layout),
    megabytes: broker.readMegabytes(),
    largestBytes,
  }
}

const window = 500

/** Stores as the planner does, some messages at a time, and yields the size of each. */
async function* storeAll(bus: Bus, messages: Iterable<Message>): AsyncGenerator<number> {
  let open: Promise<unknown>[] = []
  for (const { subject, bytes } of messages) {
    const content = bytes()
    open.push(bus.jetstream.publish(subject, content))
    yield content.length
    if (open.length < window) continue
    await Promise.all(open)
    open = []
  }
  await Promise.all(open)
}

/** Returns the seconds until a new host of the first sensor has read all that it needs. */
async function readAll(bus: Bus, layout: Layout, services: number): Promise<number> {
  const done = new AbortController()
  const began = performance.now()
  const reader = await readStream(bus, { stream, filter: 'trial.1.>', after: 0, signal: done.signal })
  let known = 0
  for await (const { bytes } of reader) {
    known += layout.count(bytes)
    if (known >= services) done.abort()
  }
  if (known !== services) throw new Error(`read ${known} services instead of ${services}`)
  return (performance.now() - began) / 1000
}

/** Returns the median time in milliseconds from storing a change to a host that has read everything before. */
async function measureChanges(bus: Bus, layout: Layout): Promise<number> {
  const done = new AbortController()
  const { last_seq } = (await bus.manager.streams.info(stream)).state
  const reader = await readStream(bus, { stream, filter: 'trial.1.>', after: last_seq, signal: done.signal })
  const sent = new Map<number, number>()
  const delays: number[] = []
  const send = async () => {
    for (let id = 1; id <= changes; id += 1) {
      sent.set(id, performance.now())
      const subject = layout === byService ? `trial.1.${id}` : `trial.1.change-${id}`
      await bus.jetstream.publish(subject, describeService(id, 2))
      await wait(5)
    }
  }
  const sending = send()
  for await (const { bytes } of reader) {
    delays.push(performance.now() - (sent.get(readAssignment(bytes).service_id) ?? Number.NaN))
    if (delays.length === changes) done.abort()
  }
  await sending
  return median(delays)
}
