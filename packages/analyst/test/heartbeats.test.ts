import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Registry } from '@prometheus-io/client'
import { computeStreamLimits, ensureStreams, listStreamNames, openBus } from '@wachta/bus'
import { jobSensorId, listAnalysisChecks } from '@wachta/domain'
import { type ObjectStore, openObjectStore } from '@wachta/objects'
import { addMonitoredServices, install } from '@wachta/testing/analyst/installation'
import { createServiceRevision } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'
import { serveAnalyst } from '../src/index.ts'

const cell = `heartbeats-${process.pid}`
const log = { info: () => undefined, warn: () => undefined }
const installation = await install()
const { database } = installation
const bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
await ensureStreams(bus, computeStreamLimits(2 ** 26))
const folder = await mkdtemp(join(tmpdir(), 'wachta-heartbeats-'))
const directory = await openObjectStore(pathToFileURL(folder).href)
const store = { isReady: (): Promise<void> => Promise.resolve() }
const objects: ObjectStore = {
  ...directory,
  async put(key, bytes) {
    await store.isReady()
    await directory.put(key, bytes)
  },
}
const stop = new AbortController()
const serving = serveAnalyst({
  ...{ database, bus, objects, log, metrics: new Registry(), signal: stop.signal },
  ...{ leaseMs: 1_500, renewMs: 200 },
})

after(async () => {
  stop.abort()
  await serving
  for (const name of listStreamNames(cell)) await bus.manager.streams.delete(name)
  for (const open of [bus, objects, installation]) await open[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

interface Row {
  readonly time: Date
  readonly failure: boolean
  readonly checks: Buffer
  readonly error_message: string | null
  readonly metrics: Record<string, number> | null
  readonly object_key: string | null
}

const failures = (service: number) =>
  database.query(sql<Row>`select a.time, a.failure, a.checks, d.error_message, d.metrics, f.object_key from analysis a
left join check_detail d on d.service_id = a.service_id and d.time = a.time
left join artifact f on f.service_id = a.service_id and f.time = a.time and f.sensor_id = d.sensor_id and f.artifact_id = 'heartbeat_report' and f.is_stored
where a.service_id = ${service} and a.failure order by a.time`)

test('the report of a job becomes a check with its message, its metrics and an artifact', {
  timeout: 60_000,
}, async () => {
  const from = new Date(Math.floor(Date.now() / 1000) * 1000)
  const job = { type_id: 'heartbeat', interval_ms: 2_000, spread_ms: 0, timeout_ms: 100, sensor_ids: [] }
  await addMonitoredServices(database, [7], [createServiceRevision({ ...job, effective_from: from })])
  await database.query(sql`insert into heartbeat (service_id, previous_finished_at, started_at, finished_at, failed_at, message)
values (7, now() - interval '12 seconds', now() - interval '4 seconds', now() - interval '3 seconds', now() + interval '1 second', 'disk full')`)
  let rows: Row[] = []
  for (let tries = 0; tries < 300 && !rows.some((row) => row.object_key !== null); tries += 1) {
    await wait(100)
    rows = await failures(7)
  }
  const kept = rows.filter((row) => row.object_key !== null)
  assert.equal(kept.length, 1, 'one analysis keeps the report')
  const [row] = kept
  assert.ok(row)
  assert.equal(row.error_message, 'disk full')
  assert.equal(row.metrics?.['job_duration'], 1000)
  assert.ok((row.metrics?.['heartbeat_delay'] ?? 0) >= 1)
  const [check] = listAnalysisChecks({ checks: row.checks, sensor_ids: [] })
  assert.deepEqual([check?.sensor_id, check?.error_type_id], [jobSensorId, 1703])
  const found = await objects.get(row.object_key ?? '')
  assert.ok(found)
  assert.equal(await text(found.stream), 'disk full')
})

test('an object store that does not answer holds up no analyses', { timeout: 60_000 }, async () => {
  const answer = Promise.withResolvers<void>()
  let asked = 0
  store.isReady = () => {
    asked += 1
    return answer.promise
  }
  const from = new Date(Math.floor(Date.now() / 1000) * 1000)
  const job = { type_id: 'heartbeat', interval_ms: 1_000, spread_ms: 0, timeout_ms: 100, sensor_ids: [] }
  await addMonitoredServices(database, [8], [createServiceRevision({ ...job, effective_from: from })])
  await database.query(
    sql`insert into heartbeat (service_id, failed_at, message) values (8, now() + interval '1 second', 'disk full')`,
  )
  const countAnalyses = async () => (await database.query(sql`select from analysis where service_id = 8`)).length
  const until = async (holds: () => boolean | Promise<boolean>) => {
    for (let tries = 0; tries < 200; tries += 1) {
      if (await holds()) return
      await wait(100)
    }
    assert.fail('it did not happen in time')
  }
  try {
    await until(() => asked > 0)
    const before = await countAnalyses()
    await until(async () => (await countAnalyses()) > before + 2)
  } finally {
    answer.resolve()
  }
  await until(async () => (await failures(8)).some((row) => row.object_key !== null))
})
