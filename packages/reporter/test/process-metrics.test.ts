import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { openDatabase } from '@wachta/database'
import { createTestDatabase } from '@wachta/testing/database'
import { sql } from 'kysely'
import { createProcessMetrics } from '../src/process-metrics.ts'

test('sent, dropped and failed items are counted', async () => {
  await using server = await createTestDatabase()
  await using database = openDatabase(server.url)
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics, database, { isSending: true })
  figures.sent('taken', 5)
  figures.sent('refused', 2)
  figures.countDropped('partitions', 3)
  figures.countStepFailure('seals')
  figures.countStamp('chain', 'stamped')
  figures.countStamp('report', 'missing')
  figures.pagePublished()
  figures.pageFailed()
  figures.pagesStamped()
  figures.countOrder('limited')
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
