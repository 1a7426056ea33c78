import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counter, Registry } from '@prometheus-io/client'
import { createScrapedGauge, type GaugeReading } from '../src/index.ts'

test('current values are served, and former ones are removed', async () => {
  const metrics = new Registry()
  let answer: GaugeReading[] = [{ labels: { task: 'tell' }, value: 3 }]
  createScrapedGauge(metrics, { name: 'jobs', help: 'Jobs.', labelNames: ['task'], read: async () => answer })
  assert.match(await metrics.metrics(), /^jobs\{task="tell"\} 3$/m)
  answer = [{ labels: { task: 'deliver' }, value: 1 }]
  const later = await metrics.metrics()
  assert.match(later, /^jobs\{task="deliver"\} 1$/m)
  assert.doesNotMatch(later, /tell/)
})

test('a gauge that fails has no value, and the others are still served', async () => {
  const metrics = new Registry()
  new Counter({ name: 'checks_total', help: 'Checks.', registers: [metrics] }).inc(7)
  const state = { isThere: true }
  const ask = async () => {
    if (!state.isThere) throw new Error('the database is away')
    return [{ value: 5 }]
  }
  createScrapedGauge(metrics, { name: 'age_seconds', help: 'Age.', read: ask })
  assert.match(await metrics.metrics(), /^age_seconds 5$/m)
  state.isThere = false
  const without = await metrics.metrics()
  assert.doesNotMatch(without, /^age_seconds \d/m, 'neither the last value nor a zero: nobody has said it')
  assert.match(without, /^checks_total 7$/m)
  state.isThere = true
  assert.match(await metrics.metrics(), /^age_seconds 5$/m)
})

test('a gauge that is too slow is not waited for', { timeout: 10_000 }, async () => {
  const metrics = new Registry()
  createScrapedGauge(metrics, { name: 'slow', help: 'Slow.', read: () => new Promise(() => undefined) })
  assert.doesNotMatch(await metrics.metrics(), /^slow \d/m)
})
