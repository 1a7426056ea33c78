import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAssignment, createOutcome, failedOutcome, minuteStart } from '@wachta/testing/sensor'
import fc from 'fast-check'
import { createSensor } from '../src/sensor.ts'
import { shouldReportSlowMetrics } from '../src/slow-metrics.ts'

const quarter = 900_000

test('what hardly changes is told at once, then once in a quarter of an hour, and never missed by who looks back half an hour', () => {
  const settings = fc.record({
    service_id: fc.integer({ min: 1, max: 1e9 }),
    interval_ms: fc.constantFrom(10_000, 60_000, 300_000, 840_000, 3_600_000),
    effective_from: fc.integer({ min: minuteStart, max: minuteStart + 60_000 }),
  })
  fc.assert(
    fc.property(settings, ({ service_id, interval_ms, effective_from }) => {
      const revision = { interval_ms, effective_from: new Date(effective_from) }
      const slots = Array.from({ length: 400 }, (_, place) => effective_from + place * interval_ms)
      const told = slots.filter((slot) => shouldReportSlowMetrics({ service_id, slot, revision }))
      assert.equal(told[0], effective_from)
      const gaps = told.slice(1).map((slot, place) => slot - (told[place] ?? 0))
      assert.ok(gaps.every((gap) => gap < Math.max(2 * quarter, 3 * interval_ms)))
      // The first report is out of turn, so the second may follow sooner.
      const rarest = Math.max(interval_ms, quarter - interval_ms)
      assert.ok(gaps.slice(1).every((gap) => gap >= rarest))
    }),
  )
})

test('services take turns: no minute of a quarter of an hour has much more to tell than another', () => {
  const revision = { interval_ms: 60_000, effective_from: new Date(0) }
  const counts = Array.from({ length: 15 }, (_, place) => {
    const slot = minuteStart + place * 60_000
    return Array.from({ length: 1500 }, (__, id) =>
      shouldReportSlowMetrics({ service_id: id + 1, slot, revision }),
    ).filter(Boolean).length
  })
  assert.deepEqual(
    counts,
    Array.from({ length: 15 }, () => 100),
  )
})

test('a failed or forced check reports all metrics', () => {
  const metrics = { certificate_days_left: 89, greeting_time: 4 }
  const told = (isWell: boolean) => {
    const found: (object | undefined)[] = []
    let now = minuteStart
    const sensor = createSensor({
      sensor_id: 1,
      now: () => now,
      runCheck: () => ({ ...(isWell ? createOutcome() : failedOutcome), metrics }),
      deliver: ({ report }) => found.push(report.words?.metrics),
      valid_until: Number.POSITIVE_INFINITY,
    })
    sensor.assignments.set(createAssignment(1, { effective_from: minuteStart }))
    for (now = minuteStart; now < minuteStart + 180_000; now = sensor.nextAt) sensor.advance()
    return found
  }
  assert.deepEqual(told(true), [metrics, { greeting_time: 4 }, { greeting_time: 4 }])
  assert.deepEqual(told(false), [metrics, metrics, metrics])
})
