import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from '@prometheus-io/client'
import { createMetrics, watchLoad, watchSensors } from '../src/process-metrics.ts'

const alone = { name: 'sensor', directory: '/none', token: undefined, sensor_id: 1, isAlone: true }
const [gdansk, krakow] = ['gdansk', 'krakow'].map((name) => ({ ...alone, name, isAlone: false }))

test('checks are counted by type and result, and a type that is not ours has no series of its own', async () => {
  const registry = new Registry()
  const metrics = createMetrics(registry).getCounters(alone)
  metrics.countReport({ result: 'ok', reason: null }, 'http')
  metrics.countReport({ result: 'unknown', reason: 'overloaded' }, 'http')
  for (const type of ['evil-1', 'evil-2']) metrics.countReport({ result: 'ok', reason: null }, type)
  const text = await registry.metrics()
  assert.match(text, /^wachta_sensor_results_total\{type="http",result="ok",reason=""\} 1$/m)
  assert.match(text, /^wachta_sensor_results_total\{type="http",result="unknown",reason="overloaded"\} 1$/m)
  assert.match(text, /^wachta_sensor_results_total\{type="other",result="ok",reason=""\} 2$/m)
  assert.doesNotMatch(text, /evil/)
})

test('how late checks begin is in seconds; one that is early is not late', async () => {
  const registry = new Registry()
  const metrics = createMetrics(registry).getCounters(alone)
  for (const lag_ms of [-3, 40, 700]) metrics.observeLag(lag_ms)
  const text = await registry.metrics()
  assert.match(text, /^wachta_sensor_slot_lag_seconds_bucket\{le="0.005"\} 1$/m)
  assert.match(text, /^wachta_sensor_slot_lag_seconds_bucket\{le="0.05"\} 2$/m)
  assert.match(text, /^wachta_sensor_slot_lag_seconds_sum 0.74$/m)
})

function running(dropped: { results: number; words: number }) {
  const spool = {
    ...{ held: 4, bytes: 900, memory: { held: 0 }, hasFault: false, dropped },
    oldest: async () => Date.now() - 60_000,
  }
  const sensor = {
    assignments: { size: 3 },
    checker: { running: 1, waiting: 0, lag: { getPercentile: () => 30 } },
    clock: { offset_ms: -250 },
  }
  return { sensor: sensor as never, spool: spool as never, link: { isConnected: true, evidence: { dropped: 0 } } }
}

test('dropped results are counted as in the spool', async () => {
  const registry = new Registry()
  const dropped = { results: 2, words: 1 }
  watchSensors(registry, { sensors: [alone], started: new Map([[alone, running(dropped)]]) })
  watchLoad(registry, { delayMs: 20 })
  assert.match(await registry.metrics(), /^wachta_sensor_dropped_results_total 2$/m)
  dropped.results = 5
  const text = await registry.metrics()
  assert.match(text, /^wachta_sensor_dropped_results_total 5$/m)
  assert.match(text, /^wachta_sensor_clock_offset_seconds -0.25$/m)
  assert.match(text, /^wachta_sensor_slot_lag_p99_seconds 0.03$/m)
  assert.match(text, /^wachta_sensor_spool_age_seconds 60(\.\d+)?$/m)
  const lines = new Set(text.split('\n'))
  for (const line of [
    'wachta_sensor_connected 1',
    'wachta_sensor_event_loop_delay_seconds 0.02',
    'wachta_sensor_services 3',
    'wachta_sensor_running 1',
    'wachta_sensor_waiting 0',
    'wachta_sensor_spooled_results 4',
    'wachta_sensor_spooled_bytes 900',
    'wachta_sensor_disk_fault 0',
    'wachta_sensor_volatile_results 0',
    'wachta_sensor_dropped_words_total 1',
    'wachta_sensor_dropped_artifacts_total 0',
  ])
    assert.ok(lines.has(line), `${line} is missing in\n${text}`)
})

test('messages that the broker rejects are counted', async () => {
  const registry = new Registry()
  createMetrics(registry).getCounters(alone).countRejectedMessage()
  assert.match(await registry.metrics(), /^wachta_sensor_publish_failures_total 1$/m)
})

test('of several sensors in one process, each series says which; one that was not started is not connected', async () => {
  assert.ok(gdansk && krakow)
  const registry = new Registry()
  const metrics = createMetrics(registry)
  metrics.getCounters(gdansk).countReport({ result: 'ok', reason: null }, 'http')
  metrics.getCounters(krakow).observeLag(40)
  watchSensors(registry, {
    sensors: [gdansk, krakow],
    started: new Map([[gdansk, running({ results: 2, words: 0 })]]),
  })
  const lines = new Set((await registry.metrics()).split('\n'))
  for (const line of [
    'wachta_sensor_results_total{sensor="gdansk",type="http",result="ok",reason=""} 1',
    'wachta_sensor_slot_lag_seconds_count{sensor="gdansk"} 0',
    'wachta_sensor_slot_lag_seconds_count{sensor="krakow"} 1',
    'wachta_sensor_publish_failures_total{sensor="krakow"} 0',
    'wachta_sensor_connected{sensor="gdansk"} 1',
    'wachta_sensor_connected{sensor="krakow"} 0',
    'wachta_sensor_services{sensor="gdansk"} 3',
    'wachta_sensor_dropped_results_total{sensor="gdansk"} 2',
  ])
    assert.ok(lines.has(line), line)
  assert.ok(![...lines].some((line) => line.startsWith('wachta_sensor_services{sensor="krakow"}')))
})
