import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Registry } from '@prometheus-io/client'
import { openDatabase } from '@wachta/database'
import { allowAll } from '@wachta/egress'
import { openObjectStore } from '@wachta/objects'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { createProcessMetrics } from '../src/process-metrics.ts'
import { keepPublishing } from '../src/status-pages/keep-publishing.ts'
import { createPublisherLock } from '../src/status-pages/publisher-lock.ts'
import { withoutCertificates } from './support/pages.ts'

test('sent, dropped and failed items are counted', async () => {
  await using server = await createTestDatabase()
  await using database = openDatabase(server.url)
  const metrics = new Registry()
  const processMetrics = createProcessMetrics(metrics, database, { isSending: true })
  processMetrics.sent('taken', 5)
  processMetrics.sent('refused', 2)
  processMetrics.countDropped('partitions', 3)
  processMetrics.countStepFailure('seals')
  processMetrics.countStamp('chain', 'stamped')
  processMetrics.countStamp('report', 'missing')
  processMetrics.pagePublished()
  processMetrics.pageFailed()
  processMetrics.pagesStamped()
  processMetrics.countOrder('limited')
  await database.query(sql`insert into page_certificate (domain, order_at, version, issued_at, expires_at)
values ('a.example', now(), 'v', now() - interval '30 days', now() + interval '60 days')`)
  const text = await metrics.metrics()
  assert.match(text, /^wachta_reporter_pages_stamp_timestamp_seconds 1\d{9}/m)
  assert.match(text, /^wachta_reporter_certificate_remaining_ratio 0\.66/m)
  const lines = new Set(text.split('\n'))
  for (const line of [
    'wachta_reporter_export_analyses_total{outcome="taken"} 5',
    'wachta_reporter_export_analyses_total{outcome="refused"} 2',
    'wachta_reporter_time_stamps_total{what="chain",outcome="stamped"} 1',
    'wachta_reporter_time_stamps_total{what="report",outcome="missing"} 1',
    'wachta_reporter_export_age_seconds 0',
    'wachta_reporter_dropped_total{what="partitions"} 3',
    'wachta_reporter_step_failures_total{step="seals"} 1',
    'wachta_reporter_pages_published_total 1',
    'wachta_reporter_page_failures_total 1',
    'wachta_reporter_certificate_orders_total{outcome="limited"} 1',
    'wachta_reporter_certificate_orders_total{outcome="issued"} 0',
  ])
    assert.ok(lines.has(line), `${line} is missing in\n${[...lines].join('\n')}`)
})

test('a reporter has no time of a stamp while another one publishes status pages', async () => {
  await using server = await createTestDatabase()
  await using database = openDatabase(server.url, { role: null, connections: 2 })
  const folder = await mkdtemp(join(tmpdir(), 'wachta-stamps-'))
  try {
    await using objects = await openObjectStore(pathToFileURL(folder).href)
    await using other = createPublisherLock(database)
    assert.equal(await other.hold(), 'taken')
    const metrics = new Registry()
    const processMetrics = createProcessMetrics(metrics, database)
    processMetrics.pagesStamped()
    const stopping = new AbortController()
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const publishing = keepPublishing({
      ...{ databaseUrl: server.url, objects, config: withoutCertificates, guard: allowAll, pushKey: null },
      ...{ apiUrl: 'https://wachta.example.com', processMetrics, log: quiet as never, stopping: stopping.signal },
    })
    const readStamp = async () =>
      /^wachta_reporter_pages_stamp_timestamp_seconds (.*)$/m.exec(await metrics.metrics())?.[1]
    for (let tries = 0; (await readStamp()) !== '0' && tries < 100; tries += 1) await wait(50)
    assert.equal(await readStamp(), '0')
    stopping.abort()
    await publishing
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
