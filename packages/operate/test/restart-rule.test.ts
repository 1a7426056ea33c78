import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { backoffResetMs, computeRestart } from '../src/serve/restart-rule.ts'

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('delays double up to half a minute, and are randomised down to half of that', () => {
  const waits = (chance: number) =>
    [0, 1, 2, 3, 4, 5, 6, 60].map((failures) => computeRestart({ failures, workedMs: 0, random: chance }).waitMs)
  assert.deepEqual(waits(0), [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000])
  assert.deepEqual(waits(0.999_999), [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
})

test('the number of restarts per hour is limited, whatever happens', () => {
  fc.assert(
    fc.property(fc.array(random, { minLength: 1 }), fc.nat({ max: backoffResetMs - 1 }), (chances, workedMs) => {
      let [time, failures, starts] = [0, 0, 0]
      while (time < 3_600_000) {
        const next = computeRestart({ failures, workedMs, random: chances[starts % chances.length] ?? 0 })
        failures = next.failures
        time += workedMs + next.waitMs
        starts += 1
      }
      assert.ok(starts <= 3_600_000 / 15_000 + 6, `${starts} starts`)
    }),
  )
})

test('after a minute of work earlier failures are forgotten, and not before', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000 }), fc.nat({ max: 10 * backoffResetMs }), random, (failures, workedMs, chance) => {
      const next = computeRestart({ failures, workedMs, random: chance })
      assert.equal(next.failures, workedMs >= backoffResetMs ? 1 : failures + 1)
    }),
  )
})
