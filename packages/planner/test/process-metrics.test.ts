import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { createProcessMetrics } from '../src/process-metrics.ts'

test('only the planner that leads reports assignments, sensors and what is not published', async () => {
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics)
  assertSeries(await metrics.metrics(), ['wachta_planner_leading 0', 'wachta_planner_assignments 0'])
  const sensors = { heard: 3, silent: 1, differing: 0, cut_off: 0, disk_fault: 0, unsure: 2 }
  figures.setLeading({ assignments: 12, waiting: { services: 2, ageMs: 1_500 } }, { sensors, hosts: 4 })
  assertSeries(await metrics.metrics(), [
    'wachta_planner_leading 1',
    'wachta_planner_assignments 12',
    'wachta_planner_unpublished_services 2',
    'wachta_planner_oldest_unpublished_seconds 1.5',
    'wachta_planner_sensors{state="heard"} 3',
    'wachta_planner_sensors{state="unsure"} 2',
    'wachta_planner_sensor_hosts 4',
  ])
})

test('publishing, heartbeats and streams have metrics', async () => {
  const metrics = new Registry()
  const figures = createProcessMetrics(metrics)
  figures.observeLag(700)
  figures.countPost('published')
  figures.countPost('failed')
  figures.countHeartbeat()
  figures.countFailoverChanges(2)
  figures.setClockOffset(() => -250)
  const stream = { name: 'results', isMissing: false, differing: [], bytes: 40, limit: 90 }
  figures.setStreams([{ ...stream, oldest: Date.now() - 60_000 }])
  const text = await metrics.metrics()
  assertSeries(text, [
    'wachta_planner_publish_lag_seconds_sum 0.7',
    'wachta_planner_messages_total{outcome="published"} 1',
    'wachta_planner_messages_total{outcome="failed"} 1',
    'wachta_planner_beats_total 1',
    'wachta_planner_stand_in_changes_total 2',
    'wachta_planner_clock_offset_seconds -0.25',
    'wachta_planner_stream_bytes{stream="results"} 40',
    'wachta_planner_stream_limit_bytes{stream="results"} 90',
  ])
  assert.match(text, /^wachta_planner_stream_reach_seconds\{stream="results"\} 60(\.\d+)?$/m)
})

function assertSeries(text: string, wanted: readonly string[]): void {
  const lines = new Set(text.split('\n'))
  for (const line of wanted) assert.ok(lines.has(line), `${line} is missing in\n${text}`)
}
