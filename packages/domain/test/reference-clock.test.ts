import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ClockSample, chooseBestEstimate } from '../src/index.ts'

/** A sample with random delays in both directions, of a clock that is this far ahead. */
const sampleOf = (ahead: number) =>
  fc.record({ sent: fc.integer({ min: 0, max: 60_000 }), there: fc.nat(900), back: fc.nat(900) }).map(
    ({ sent, there, back }): ClockSample => ({
      sent,
      received: sent + there + back,
      reference: sent + there + ahead,
    }),
  )

const inOrder = (samples: readonly ClockSample[]) => samples.toSorted((one, other) => one.received - other.received)

test('the true offset is within the error, which is at most that of the best sample', () => {
  const ahead = fc.integer({ min: -10_000_000, max: 10_000_000 })
  const given = ahead.chain((truth) =>
    fc.tuple(fc.constant(truth), fc.array(sampleOf(truth), { minLength: 1, maxLength: 8 }).map(inOrder)),
  )
  fc.assert(
    fc.property(given, ([truth, samples]) => {
      const now = samples.at(-1)?.received ?? 0
      const found = chooseBestEstimate(samples, now)
      assert.ok(found !== undefined)
      assert.ok(Math.abs(found.aheadMs - truth) <= found.errorMs + 1e-6)
      const newest = samples.at(-1)
      assert.ok(newest !== undefined && found.errorMs <= (newest.received - newest.sent) / 2)
    }),
  )
})

test('samples of another clock do not count', () => {
  const before = { sent: 0, received: 2, reference: 1 }
  const after = { sent: 10_000, received: 10_400, reference: 100_200 }
  assert.deepEqual(chooseBestEstimate([before, after], 10_400), { aheadMs: 90_000, errorMs: 200 })
  assert.equal(chooseBestEstimate([], 0), undefined)
})
