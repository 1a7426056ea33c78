import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Registry } from '@prometheus-io/client'
import { computeStreamLimits, encodeArtifactChunk, ensureStreams, listStreamNames, openBus } from '@wachta/bus'
import { openDatabase } from '@wachta/database'
import { openObjectStore } from '@wachta/objects'
import { addMonitoredServices, install } from '@wachta/testing/analyst/installation'
import { createServiceRevision } from '@wachta/testing/analyst/simulated'
import { sql } from 'kysely'
import { serveAnalyst } from '../src/index.ts'

const dayMs = 86_400_000

test('the age of evidence is measured by the clock of the database, not by that of the machine', async (t) => {
  const cell = `evidence-clock-${process.pid}`
  await using installation = await install()
  const { database } = installation
  await using bus = await openBus({ url: process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222', cell, name: 'test' })
  await ensureStreams(bus, computeStreamLimits(2 ** 26))
  const folder = await mkdtemp(join(tmpdir(), 'wachta-evidence-clock-'))
  await using objects = await openObjectStore(pathToFileURL(folder).href)
  t.after(() => rm(folder, { recursive: true }))

  const now = () => Date.now() - 3 * dayMs
  const slot = Math.floor(now() / 60_000) * 60_000
  {
    await using owner = openDatabase(installation.url, { role: null, connections: 1 })
    await owner.query(sql`update service_type set artifact_type_ids = '{content}' where id = 'http'`)
  }
  await database.query(sql`select partition_days(array[${new Date(slot)}::date])`)
  const effective_from = new Date(slot - 60_000)
  await addMonitoredServices(database, [7], [createServiceRevision({ effective_from, sensor_ids: [1] })])

  const stop = new AbortController()
  const log = { info: () => undefined, warn: () => undefined }
  const serving = serveAnalyst({ database, bus, objects, log, now, metrics: new Registry(), signal: stop.signal })
  try {
    const content = Buffer.from('x')
    const { headers, bytes } = encodeArtifactChunk({
      ...{ service_id: 7, slot, artifact_id: 'content', content_type: 'text/html', file_name: 'a.html' },
      ...{ sha256: createHash('sha256').update(content).digest('hex'), size: content.length, isTruncated: false },
      ...{ index: 0, count: 1, bytes: content },
    })
    await bus.jetstream.publish(bus.subjects.artifact(1), bytes, { headers })
    const countStored = async () =>
      (await database.query(sql`select from artifact where service_id = 7 and is_stored`)).length
    for (let tries = 0; tries < 100 && (await countStored()) === 0; tries += 1) await wait(100)
    assert.equal(await countStored(), 1)
  } finally {
    stop.abort()
    await serving
    for (const name of listStreamNames(cell)) await bus.manager.streams.delete(name)
  }
})
