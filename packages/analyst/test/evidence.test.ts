import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  type ArtifactChunk,
  computeStreamLimits,
  encodeArtifactChunk,
  ensureStreams,
  getCellStreams,
  listStreamNames,
  openBus,
} from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { type ObjectStore, ObjectStoreError, openObjectStore } from '@wachta/objects'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { pino } from 'pino'
import { createByteQuota } from '../src/byte-quota.ts'
import { keepEvidence } from '../src/evidence.ts'

const cell = `evidence-${randomUUID().slice(0, 8)}`
const test_ = await createTestDatabase()
const database = openDatabase(test_.url, { role: null, connections: 2 })
const folder = await mkdtemp(join(tmpdir(), 'wachta-evidence-'))
const store = await openObjectStore(pathToFileURL(folder).href)
/** The number of writes that the object store still has to reject. */
let failures = 0
let [underWay, maxUnderWay] = [0, 0]
const objects: ObjectStore = {
  ...store,
  async put(key, bytes) {
    if (failures > 0) {
      failures -= 1
      throw new ObjectStoreError('away')
    }
    underWay += 1
    maxUnderWay = Math.max(maxUnderWay, underWay)
    await wait(20)
    await store.put(key, bytes)
    underWay -= 1
  },
}
const bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
await ensureStreams(bus, computeStreamLimits(4e8))
const stop = new AbortController()
const slot = Date.parse('2026-11-15T12:00:00Z')
const [service, sensor] = await seed()
const dropped: string[] = []
const keeping = keepEvidence({
  bus,
  database,
  objects,
  log: pino({ level: 'silent' }),
  signal: stop.signal,
  now: () => new Date(slot + 1_000),
  bytesPerSensor: 4_000_000,
  onDropped: (reason) => dropped.push(reason),
})

after(async () => {
  stop.abort()
  await keeping
  for (const name of listStreamNames(cell)) await bus.manager.streams.delete(name)
  for (const open of [bus, store, database, test_]) await open[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function seed(): Promise<[number, number]> {
  const one = async (statement: ReturnType<typeof sql<{ id: number }>>) => (await database.query(statement))[0]?.id ?? 0
  const pack = await one(sql<{ id: number }>`insert into package (name) values ('P') returning id`)
  const account = await one(
    sql<{
      id: number
    }>`insert into account (name, username, package_id, tree_id, email_address) values ('A', 'a', ${pack}, 1, 'a@example.com') returning id`,
  )
  await database.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids, is_runnable)
values ('http', 1, '{}', '{}', 'default', '{}', 60, false, '{content,last,after,again,forged,foreign,wrong,one,two,three,slow,screenshot}', true)`)
  const sensor_id = await one(sql<{ id: number }>`insert into sensor (name) values ('S') returning id`)
  const id = await one(sql<{ id: number }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${account}, id, 'http', 'V', 'x', 60 from service_group where owner_id = ${account} returning id`)
  await database.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active, interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select ${id}, 1, owner_id, group_id, 'http', '2026-11-15T00:00:00Z', true, 60000, 0, 7000, 0, 51, array[${sensor_id}::bigint], 1, '{}' from service where id = ${id}`)
  await database.query(sql`select partition_days(array['2026-11-15'::date])`)
  return [id, sensor_id]
}

interface SentChunk {
  readonly artifact_id: string
  readonly content: Buffer
  readonly from?: number
  readonly of?: number
  readonly chunk?: number
  readonly change?: (chunk: ArtifactChunk) => ArtifactChunk
}

async function send({
  artifact_id,
  content,
  from = sensor,
  of = service,
  chunk = 1000,
  change = (each) => each,
}: SentChunk) {
  const count = Math.max(1, Math.ceil(content.length / chunk))
  for (let index = 0; index < count; index += 1) {
    const { headers, bytes } = encodeArtifactChunk(
      change({
        service_id: of,
        slot,
        artifact_id,
        content_type: 'text/html',
        file_name: 'strona główna.html',
        sha256: createHash('sha256').update(content).digest('hex'),
        size: content.length,
        isTruncated: false,
        index,
        count,
        bytes: content.subarray(index * chunk, (index + 1) * chunk),
      }),
    )
    await bus.jetstream.publish(bus.subjects.artifact(from), bytes, { headers })
  }
}

const stored = () =>
  database.query(
    sql<{
      artifact_id: string
      object_key: string
      file_name: string
    }>`select artifact_id, object_key, file_name from artifact order by 1`,
  )

async function eventually(holds: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (await holds()) return
    await wait(50)
  }
  assert.fail('did not happen')
}

test('an artifact is assembled from its chunks and stored once, under the day and the account', async () => {
  const content = Buffer.from(Array.from({ length: 3500 }, (_, index) => index % 251))
  await send({ artifact_id: 'content', content })
  await eventually(async () => (await stored()).length === 1)
  const [row] = await stored()
  await eventually(async () => (await store.get(row?.object_key ?? '')) !== undefined)
  assert.match(row?.object_key ?? '', /^20261115\/\d+\/[0-9a-f]{32}$/)
  assert.equal(row?.file_name, 'strona główna.html')
  const found = await objects.get(row?.object_key ?? '')
  assert.ok(found && content.equals(await buffer(found.stream)))
  await send({ artifact_id: 'content', content })
  await send({ artifact_id: 'last', content: Buffer.from('x') })
  await eventually(async () => (await stored()).length === 2)
  assert.equal((await stored())[0]?.object_key, row?.object_key)
})

test('damaged artifacts, and those of a sensor that does not check the service, are not kept', async () => {
  dropped.length = 0
  await send({ artifact_id: 'forged', content: Buffer.from('x'), from: sensor + 1 })
  await send({ artifact_id: 'foreign', content: Buffer.from('x'), of: service + 1 })
  await send({
    artifact_id: 'wrong',
    content: Buffer.from('xyz'),
    change: (each) => ({ ...each, sha256: '0'.repeat(64) }),
  })
  await bus.jetstream.publish(bus.subjects.artifact(sensor), 'garbage')
  await send({ artifact_id: 'after', content: Buffer.from('x') })
  await eventually(async () => (await stored()).some(({ artifact_id }) => artifact_id === 'after'))
  await eventually(async () => dropped.length === 4)
  assert.deepEqual(dropped.sort(), ['damaged', 'damaged', 'unwanted', 'unwanted'])
  assert.deepEqual(
    (await stored()).map(({ artifact_id }) => artifact_id),
    ['after', 'content', 'last'],
  )
})

test('a broker that lost its storage gets a new consumer', async () => {
  await bus.manager.streams.delete(getCellStreams(cell).artifacts)
  await ensureStreams(bus, computeStreamLimits(4e8))
  await send({ artifact_id: 'again', content: Buffer.from('x') })
  await eventually(async () => (await stored()).some(({ artifact_id }) => artifact_id === 'again'))
})

const objectsKept = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())

test('artifacts of an unknown kind, or of a time without a check, are not kept', async () => {
  dropped.length = 0
  await eventually(async () => (await objectsKept()).length === (await stored()).length)
  const before = (await objectsKept()).length
  await send({ artifact_id: 'nonsense', content: Buffer.from('x') })
  await send({ artifact_id: 'one', content: Buffer.from('x'), change: (each) => ({ ...each, slot: slot + 1e12 }) })
  await eventually(async () => dropped.length === 2)
  assert.deepEqual(dropped.sort(), ['unknown_type', 'unwanted'])
  assert.equal((await objectsKept()).length, before)
})

test('storing is retried while the object store is down, and no object is left without its row', async () => {
  dropped.length = 0
  failures = 2
  const content = Buffer.from('slow')
  await send({ artifact_id: 'slow', content })
  await eventually(async () => {
    const row = (await stored()).find(({ artifact_id }) => artifact_id === 'slow')
    return row !== undefined && (await store.get(row.object_key)) !== undefined
  })
  await eventually(async () => (await objectsKept()).length === (await stored()).length)
  assert.deepEqual(dropped, [])
})

test('several artifacts are stored concurrently, each sensor within its quota', async () => {
  dropped.length = 0
  maxUnderWay = 0
  const content = Buffer.alloc(100_000, 1)
  for (let index = 0; index < 14; index += 1)
    await send({
      ...{ artifact_id: 'two', content, chunk: 200_000 },
      change: (each) => ({ ...each, slot: slot + index }),
    })
  const large = Buffer.alloc(20_000_000, 2)
  await send({ artifact_id: 'three', content: large, chunk: 500_000 })
  await eventually(async () => dropped.includes('quota'))
  assert.deepEqual(dropped, ['quota'])
  await eventually(async () => (await stored()).filter(({ artifact_id }) => artifact_id === 'two').length === 14)
  assert.ok(maxUnderWay > 1 && maxUnderWay <= 8, `${maxUnderWay}`)
})

test('evidence of a good check is kept as a reference, unless the check had other settings', async () => {
  const good = (at: number) =>
    send({
      ...{ artifact_id: 'screenshot', content: Buffer.from('x') },
      change: (each) => ({ ...each, slot: at, isReference: true }),
    })
  await database.query(sql`insert into forced_analysis (service_id, time, kind, sensor_ids, revision, error_tolerance, timeout_ms, start_time)
select ${service}, ${new Date(slot + 1)}, 'c', array[${sensor}::bigint], 1, 51, 1000, now()`)
  await good(slot)
  await good(slot + 1)
  await send({ artifact_id: 'screenshot', content: Buffer.from('x'), change: (each) => ({ ...each, slot: slot + 2 }) })
  const kept = () =>
    database.query(sql`select is_reference from artifact where artifact_id = 'screenshot' and is_stored order by time`)
  await eventually(async () => (await kept()).length === 3)
  assert.deepEqual(await kept(), [{ is_reference: true }, { is_reference: false }, { is_reference: false }])
})

test('references leave half of the quota to the evidence of failures', () => {
  const quota = createByteQuota(8_000, () => 0)
  const [reference, failure] = [true, false].map((isReference) => ({ factor: 1, isReference }))
  assert.ok(reference && failure)
  assert.ok(quota.take(1, 900, reference))
  assert.ok(!quota.take(1, 101, reference))
  assert.ok(quota.take(1, 1_100, failure))
  assert.ok(!quota.take(1, 1, failure))
  assert.ok(quota.take(2, 1_000, reference), 'each sensor has its own')
})

test('a sensor with many incomplete artifacts does not hold up others', async () => {
  dropped.length = 0
  const content = Buffer.from('xy')
  for (let index = 0; index < 300; index += 1)
    await send({
      ...{ artifact_id: 'one', content, chunk: 2 },
      change: (each) => ({ ...each, slot: slot + index, count: 2, size: 4 }),
    })
  await send({ artifact_id: 'one', content: Buffer.from('z'), change: (each) => ({ ...each, slot: slot + 5 }) })
  await eventually(async () => (await stored()).some(({ artifact_id }) => artifact_id === 'one'))
  await eventually(async () => dropped.length >= 200)
  assert.ok(dropped.every((reason) => reason === 'incomplete'))
})
