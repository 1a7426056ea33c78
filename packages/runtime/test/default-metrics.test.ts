import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Registry } from '@prometheus-io/client'
import { registerDefaultMetrics } from '../src/default-metrics.ts'

const standStill = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('the lag of the event loop is how late it was since the last scrape, without the time between two samples', async () => {
  const registry = new Registry()
  using _metrics = registerDefaultMetrics(registry)
  const read = async (name: string) => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(await registry.metrics()) ?? []
    return Number(value)
  }
  standStill(2_500)
  // Wait for the overdue sample.
  await wait(50)
  assert.ok((await read('nodejs_eventloop_lag_max_seconds')) >= 1.4)
  assert.equal(await read('nodejs_eventloop_lag_max_seconds'), 0, 'nothing was sampled since')
  await wait(3_500)
  assert.ok((await read('nodejs_eventloop_lag_min_seconds')) < 0.9)
  assert.ok((await read('wachta_process_heap_limit_bytes')) > 10_000_000)
  assert.ok((await read('nodejs_heap_size_used_bytes')) > 1_000_000)
})
