import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  createOverlapFinder,
  type Interval,
  intersectIntervals,
  mergeIntervals,
  subtractIntervals,
  sumLengths,
} from '../src/index.ts'

const points = Array.from({ length: 24 }, (_, point) => point)
// Some are empty and some end before they start.
const intervals = fc.array(fc.record({ start: fc.nat(20), end: fc.nat(22) }), { maxLength: 8 })
const has = (list: readonly Interval[], point: number) => list.some(({ start, end }) => start <= point && point < end)

type Combine = (ones: readonly Interval[], others: readonly Interval[]) => Interval[]
type Rule = (inOne: boolean, inOther: boolean) => boolean

test('merged, intersected and subtracted intervals contain exactly the right points', () => {
  assert.ok(
    agrees(
      (ones, others) => mergeIntervals([...ones, ...others]),
      (a, b) => a || b,
    ),
  )
  assert.ok(agrees(intersectIntervals, (a, b) => a && b))
  assert.ok(agrees(subtractIntervals, (a, b) => a && !b))
})

test('the same property detects operations with small errors', () => {
  const unmerged: Combine = (ones, others) => [...ones, ...others]
  const firstOnly: Combine = (ones, others) => intersectIntervals(ones, others.slice(0, 1))
  const closedEnd: Combine = (ones, others) =>
    subtractIntervals(
      ones,
      others.map(({ start, end }) => ({ start, end: end + 1 })),
    )
  assert.equal(
    agrees(unmerged, (a, b) => a || b),
    false,
  )
  assert.equal(
    agrees(firstOnly, (a, b) => a && b),
    false,
  )
  assert.equal(
    agrees(closedEnd, (a, b) => a && !b),
    false,
  )
})

test('the length counts what is covered, once', () => {
  const countsPoints = (length: (list: readonly Interval[]) => number) =>
    !fc.check(fc.property(intervals, (list) => length(list) === points.filter((point) => has(list, point)).length))
      .failed
  assert.ok(countsPoints(sumLengths))
  assert.equal(
    countsPoints((list) => list.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0)),
    false,
  )
})

function agrees(combine: Combine, rule: Rule): boolean {
  return !fc.check(
    fc.property(intervals, intervals, (ones, others) => {
      const result = combine(ones, others)
      return isCanonical(result) && points.every((at) => has(result, at) === rule(has(ones, at), has(others, at)))
    }),
    { numRuns: 500 },
  ).failed
}

function isCanonical(list: readonly Interval[]): boolean {
  return list.every(
    ({ start, end }, index) => start < end && start > (list[index - 1]?.end ?? Number.NEGATIVE_INFINITY),
  )
}

test('the first interval that overlaps is found in one pass', () => {
  const filled = fc
    .array(fc.record({ start: fc.nat(20), length: fc.integer({ min: 1, max: 9 }) }), { maxLength: 8 })
    .map((list) => list.map(({ start, length }) => ({ start, end: start + length })))
    .map((list) => list.toSorted((one, other) => one.start - other.start))
  const agrees = (create: typeof createOverlapFinder) =>
    !fc.check(
      fc.property(filled, filled, (list, spans) => {
        const find = create(list)
        return spans.every((span) => find(span) === list.find(({ start, end }) => start < span.end && end > span.start))
      }),
      { endOnFailure: true, numRuns: 1_000 },
    ).failed
  assert.ok(agrees(createOverlapFinder))
  assert.equal(
    agrees((list) => {
      const find = createOverlapFinder(list)
      return ({ start, end }) => find({ start, end: end + 1 })
    }),
    false,
  )
})
