import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeMeasure, type Measure, measures } from '../src/index.ts'

const values = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 300 })

/** The nearest-rank percentile, by trying all values. */
function nearestRank(given: readonly number[], percent: number): number {
  const enough = given.filter((one) => 100 * given.filter((other) => other <= one).length >= percent * given.length)
  return Math.min(...enough)
}

function agrees(measure: (given: readonly number[], of: Measure) => number | null): boolean {
  const property = fc.property(
    values,
    (given) =>
      measure(given, 'median') === nearestRank(given, 50) &&
      measure(given, 'percentile_95') === nearestRank(given, 95) &&
      measure(given, 'percentile_99') === nearestRank(given, 99) &&
      measure(given, 'average') === given.reduce((sum, one) => sum + one, 0) / given.length,
  )
  return !fc.check(property, { numRuns: 300 }).failed
}

test('figures are what they are defined to be', () => {
  assert.ok(agrees(computeMeasure))
  assert.equal(
    agrees((given, of) =>
      of === 'average' ? computeMeasure(given, of) : (given.toSorted()[given.length - 1] ?? null),
    ),
    false,
  )
})

test('of nothing there is no figure', () => {
  for (const measure of measures) assert.equal(computeMeasure([], measure), null)
})
