import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  computeStreamLimits,
  encodeArtifactChunk,
  ensureStreams,
  getCellStreams,
  listStreamNames,
  openBus,
} from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { type ObjectStore, ObjectStoreError, openObjectStore } from '@wachta/objects'
import type { Log } from '@wachta/runtime'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { pino } from 'pino'
import { deleteUnstored } from '../src/delete-unstored.ts'
import { keepEvidence } from '../src/evidence.ts'

/** More than any former limit on the messages of one sensor. */
const services = 600
const cell = `outage-${randomUUID().slice(0, 8)}`
const clone = await createTestDatabase()
const database = openDatabase(clone.url, { role: null, connections: 4 })
const folder = await mkdtemp(join(tmpdir(), 'wachta-outage-'))
const store = await openObjectStore(pathToFileURL(folder).href)
const bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
const content = Buffer.alloc(8_000, 'x')
const sha256 = createHash('sha256').update(content).digest('hex')
const slot = Date.now() - 1_000
const state = { isAway: false, damagedKey: '' }
const objects: ObjectStore = {
  ...store,
  async put(key, bytes) {
    if (state.isAway) throw new ObjectStoreError('away')
    await store.put(key, bytes)
  },
  async get(key) {
    if (state.isAway || key === state.damagedKey) throw new ObjectStoreError('away')
    return store.get(key)
  },
}
let ids: number[] = []
let publicSensor = 0
let privateSensor = 0
let artifactKind = 0

before(async () => {
  await ensureStreams(bus, computeStreamLimits(4e8))
  const one = async (statement: ReturnType<typeof sql<{ id: number }>>) => (await database.query(statement))[0]?.id ?? 0
  const pack = await one(sql<{ id: number }>`insert into package (name) values ('P') returning id`)
  const account = await one(
    sql<{
      id: number
    }>`insert into account (name, username, package_id, tree_id, email_address) values ('A', 'a', ${pack}, 1, 'a@example.com') returning id`,
  )
  await database.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids, is_runnable)
values ('http', 1, '{}', '{}', 'default', '{}', 60, false, '{kind1,kind2,kind3,kind4,kind5,kind6,kind7,kind8,kind9}', true)`)
  publicSensor = await one(sql<{ id: number }>`insert into sensor (name) values ('S') returning id`)
  privateSensor = await one(
    sql<{ id: number }>`insert into sensor (name, owner_id) values ('Own', ${account}) returning id`,
  )
  const made = await database.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select ${account}, g.id, 'http', 'V', 'x', 60 from (select id from service_group where owner_id = ${account} limit 1) g, generate_series(1, ${services}) returning id`)
  ids = made.map(({ id }) => id)
  await database.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active, interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, 1, owner_id, group_id, 'http', now() - interval '1 day', true, 60000, 0, 7000, 0, 51, array[${publicSensor}::bigint, ${privateSensor}::bigint], 1, '{}' from service`)
  await database.query(sql`select partition_days(array[now()::date, (now() - interval '1 day')::date])`)
})

beforeEach(async () => {
  artifactKind += 1
  state.isAway = false
  await database.query(sql`delete from evidence_loss`)
})

after(async () => {
  for (const name of listStreamNames(cell)) await bus.manager.streams.delete(name)
  for (const open of [bus, store, database, clone]) await open[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function send(subject: string, count = services): Promise<void> {
  const sendOne = async (service_id: number) => {
    const { headers, bytes } = encodeArtifactChunk({
      ...{ service_id, slot, artifact_id: `kind${artifactKind}`, content_type: 'text/html', file_name: 'a.html' },
      ...{ sha256, size: content.length, isTruncated: false, index: 0, count: 1, bytes: content },
    })
    await bus.jetstream.publish(subject, bytes, { headers })
  }
  for (let from = 0; from < count; from += 50)
    await Promise.all(ids.slice(from, Math.min(count, from + 50)).map(sendOne))
}

/** Stores evidence until disposed, and counts dropped artifacts by reason. */
function keep(log: Pick<Log, 'warn'> = pino({ level: 'silent' })) {
  const stop = new AbortController()
  const dropped: Record<string, number> = {}
  const onDropped = (reason: string, count = 1) => {
    dropped[reason] = (dropped[reason] ?? 0) + count
  }
  const done = keepEvidence({ bus, database, objects, log, signal: stop.signal, onDropped })
  return {
    dropped,
    async [Symbol.asyncDispose]() {
      stop.abort()
      await done
    },
  }
}

const rows = () =>
  database.query(
    sql<{ object_key: string }>`select object_key from artifact where artifact_id = ${`kind${artifactKind}`}`,
  )

/** Counts the artifacts of this test that have both a row and bytes. */
async function countStored(): Promise<number> {
  const found = await Promise.all((await rows()).map(({ object_key }) => store.get(object_key)))
  for (const each of found) each?.stream.destroy()
  return found.filter((each) => each !== undefined).length
}

async function eventually(holds: () => Promise<boolean>, message: () => string): Promise<void> {
  for (let tries = 0; tries < 900; tries += 1) {
    if (await holds()) return
    await wait(100)
  }
  assert.fail(message())
}

test('a mass outage while the object store is down loses no evidence', async () => {
  await using keeping = keep()
  state.isAway = true
  await send(bus.subjects.artifact(publicSensor))
  await wait(3_000)
  state.isAway = false
  let stored = 0
  await eventually(
    async () => {
      stored = await countStored()
      return stored === services
    },
    () => `${stored} stored, dropped ${JSON.stringify(keeping.dropped)}`,
  )
  assert.equal((await rows()).length, services)
  assert.deepEqual(keeping.dropped, {})
})

test('two analysts that read evidence at the same time count no gaps', async () => {
  await using one = keep()
  await using other = keep()
  await send(bus.subjects.artifact(publicSensor))
  let stored = 0
  await eventually(
    async () => {
      stored = await countStored()
      return stored === services
    },
    () => `${stored} stored, dropped ${JSON.stringify([one.dropped, other.dropped])}`,
  )
  assert.deepEqual([one.dropped, other.dropped], [{}, {}])
})

test('an artifact is stored although its first piece went to the analyst before', async () => {
  const stream = getCellStreams(cell).artifacts
  const countUnanswered = async () => (await bus.manager.consumers.info(stream, 'evidence')).num_ack_pending
  const sendPiece = async (index: number) => {
    const { headers, bytes } = encodeArtifactChunk({
      ...{ service_id: ids[0] ?? 0, slot, artifact_id: `kind${artifactKind}`, content_type: 'text/html' },
      ...{ file_name: 'a.html', sha256, size: content.length, isTruncated: false, index, count: 2 },
      bytes: content.subarray(index * 4_000, (index + 1) * 4_000),
    })
    await bus.jetstream.publish(bus.subjects.artifact(publicSensor), bytes, { headers })
  }
  {
    await using _ = keep()
    await sendPiece(0)
    await eventually(
      async () => (await countUnanswered()) === 1,
      () => 'the first piece was not read',
    )
    await wait(200)
  }
  await using next = keep()
  await sendPiece(1)
  await eventually(
    async () => (await countStored()) === 1,
    () => JSON.stringify(next.dropped),
  )
  assert.deepEqual(next.dropped, {})
})

test('artifacts of private sensors have a separate stream', async () => {
  await using keeping = keep()
  await send(bus.subjects.artifact(privateSensor, 'private'), 40)
  const { state: shared } = await bus.manager.streams.info(getCellStreams(cell).artifacts)
  assert.equal(shared.messages, 0)
  await eventually(
    async () => (await countStored()) === 40,
    () => JSON.stringify(keeping.dropped),
  )
  assert.deepEqual(keeping.dropped, {})
})

test('a row without bytes is deleted and counted as lost, by public and private sensors', async () => {
  const old = new Date(Date.now() - 3 * 3_600_000)
  const insert = (service_id: number, sensor_id: number, object_key: string) =>
    database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at, is_stored)
values (${service_id}, ${new Date(slot)}, ${sensor_id}, ${`kind${artifactKind}`}, ${object_key}, 'text/html', 'a', 1, false, ${old}, false)`)
  await insert(ids[0] ?? 0, publicSensor, 'gone/1')
  await insert(ids[1] ?? 0, privateSensor, 'gone/2')
  await insert(ids[2] ?? 0, privateSensor, 'gone/3')
  await store.put('20261115/1/there', content)
  await insert(ids[3] ?? 0, publicSensor, '20261115/1/there')
  await using keeping = keep()
  await eventually(
    async () => keeping.dropped['lost'] === 3,
    () => JSON.stringify(keeping.dropped),
  )
  assert.deepEqual(await rows(), [{ object_key: '20261115/1/there' }])
  const losses = () =>
    database.query(sql`select sum(artifacts)::int as artifacts, sum(private_artifacts)::int as own from evidence_loss`)
  await eventually(
    async () => JSON.stringify(await losses()) === JSON.stringify([{ artifacts: 1, own: 2 }]),
    () => 'the losses are not recorded',
  )
})

test('a lost artifact is counted even if the object store fails at the next one', async () => {
  const insert = (service_id: number, object_key: string, minutes: number) =>
    database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at, is_stored)
values (${service_id}, ${new Date(slot)}, ${publicSensor}, ${`kind${artifactKind}`}, ${object_key}, 'text/html', 'a', 1, false,
  now() - interval '3 hours' + ${minutes} * interval '1 minute', false)`)
  await insert(ids[0] ?? 0, 'gone/5', 0)
  await insert(ids[1] ?? 0, 'damaged', 1)
  state.damagedKey = 'damaged'
  await using keeping = keep()
  await eventually(
    async () => (await rows()).length === 1,
    () => 'nothing was deleted',
  )
  await eventually(
    async () => keeping.dropped['lost'] === 1,
    () => JSON.stringify(keeping.dropped),
  )
  await database.query(sql`delete from artifact where object_key = 'damaged'`)
})

test('an artifact that two analysts find lost at the same time is counted once', async () => {
  await database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at, is_stored)
values (${ids[0] ?? 0}, ${new Date(slot)}, ${publicSensor}, ${`kind${artifactKind}`}, 'gone/6', 'text/html', 'a', 1, false, now() - interval '3 hours', false)`)
  const [bothAsked, lost] = [Promise.withResolvers<undefined>(), [] as number[]]
  let asked = 0
  const get = () => {
    asked += 1
    if (asked === 2) bothAsked.resolve(undefined)
    return bothAsked.promise
  }
  const sweep = () =>
    deleteUnstored({ database, objects: { get }, before: new Date(), onLost: (sensor_id) => lost.push(sensor_id) })
  await Promise.all([sweep(), sweep()])
  assert.deepEqual(lost, [publicSensor])
})

test('a sweep that cannot ask the object store does not blame the broker', async () => {
  const messages: string[] = []
  const old = new Date(Date.now() - 3 * 3_600_000)
  await database.query(sql`insert into artifact (service_id, time, sensor_id, artifact_id, object_key, content_type, file_name, size, is_cut, stored_at, is_stored)
values (${ids[0] ?? 0}, ${new Date(slot)}, ${publicSensor}, ${`kind${artifactKind}`}, 'gone/4', 'text/html', 'a', 1, false, ${old}, false)`)
  state.isAway = true
  const log = { warn: (_: object, message: string) => messages.push(message) } as unknown as Pick<Log, 'warn'>
  await using _ = keep(log)
  await eventually(
    async () => messages.length > 0,
    () => 'nothing was logged',
  )
  assert.deepEqual(new Set(messages), new Set(['could not look for evidence whose bytes were never stored; retrying']))
})
