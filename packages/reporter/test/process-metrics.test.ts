import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { openDatabase } from '@wachta/database'
import { testDatabase } from '@wachta/testing/database'
import { createProcessMetrics } from '../src/process-metrics.ts'

test('sent, dropped and failed items are counted', async () => {
  await using server = await testDatabase()
  await using database = openDatabase(server.url)
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics, database, { isSending: true })
  figures.sent('taken', 5)
  figures.sent('refused', 2)
  figures.dropped('partitions', 3)
  figures.failed('seals')
  figures.stamped('chain', 'stamped')
  figures.stamped('report', 'missing')
  figures.pagePublished()
  figures.pageFailed()
  figures.pagesStamped()
  const text = await metrics.metrics()
  assert.match(text, /^wachta_reporter_pages_stamp_timestamp_seconds 1\d{9}/m)
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
  ])
    assert.ok(lines.has(line), `${line} is missing in\n${[...lines].join('\n')}`)
})
