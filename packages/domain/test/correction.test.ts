import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Correction, correctIntervals, type StatusInterval } from '../src/index.ts'

const points = Array.from({ length: 40 }, (_, point) => point)
const statuses = fc.constantFrom('ok', 'failure', 'paused')

// Disjoint intervals, with and without gaps.
const raw: fc.Arbitrary<StatusInterval[]> = fc
  .array(fc.record({ gap: fc.nat(3), length: fc.nat(6), status: statuses }), { maxLength: 8 })
  .map((steps) => {
    let at = 0
    return steps.map(({ gap, length, status }) => {
      const start = at + gap
      at = start + length
      return { start, end: at, status }
    })
  })

// Only a few creation times, so that the id often has to decide; in any order, some empty.
const corrections: fc.Arbitrary<Correction[]> = fc
  .array(fc.record({ created_at: fc.nat(3), start: fc.nat(30), end: fc.nat(36), status: statuses }), { maxLength: 8 })
  .chain((list) => fc.shuffledSubarray(list.map((correction, id) => ({ ...correction, id }))))

test('every instant has the status of its newest correction, or else the measured status', () => {
  assert.ok(agrees(correctIntervals))
})

test('the same property detects overlays with small errors', () => {
  const inOrder: typeof correctIntervals = (seen, made, range) =>
    correctIntervals(
      seen,
      made.map((correction, index) => ({ ...correction, created_at: -index })),
      range,
    )
  const oldestWins: typeof correctIntervals = (seen, made, range) =>
    correctIntervals(
      seen,
      made.map((correction) => ({ ...correction, created_at: -correction.created_at })),
      range,
    )
  const unclipped: typeof correctIntervals = (seen, made, range) =>
    correctIntervals(seen, made, { ...range, end: range.end + 1 })
  const rawWins: typeof correctIntervals = (seen, made, range) => [
    ...correctIntervals(seen, [], range),
    ...correctIntervals([], made, range),
  ]
  for (const wrong of [inOrder, oldestWins, unclipped, rawWins]) assert.equal(agrees(wrong), false)
})

test('a newer correction shows through the middle of an older one', () => {
  const pieces = correctIntervals(
    [
      { start: 0, end: 50, status: 'ok' },
      { start: 50, end: 100, status: 'ok' },
    ],
    [
      { id: 7, created_at: 2, start: 40, end: 45, status: 'ok' },
      { id: 9, created_at: 1, start: 30, end: 60, status: 'paused' },
    ],
    { start: 10, end: 90 },
  )
  assert.deepEqual(pieces, [
    { start: 10, end: 30, status: 'ok', correction_id: null },
    { start: 30, end: 40, status: 'paused', correction_id: 9 },
    { start: 40, end: 45, status: 'ok', correction_id: 7 },
    { start: 45, end: 60, status: 'paused', correction_id: 9 },
    { start: 60, end: 90, status: 'ok', correction_id: null },
  ])
})

function agrees(overlay: typeof correctIntervals): boolean {
  return !fc.check(
    fc.property(raw, corrections, fc.nat(20), fc.nat(20), (seen, made, from, length) => {
      const pieces = overlay(seen, made, { start: from, end: from + length })
      const sound = pieces.every(({ start, end }, index) => start < end && start >= (pieces[index - 1]?.end ?? from))
      const whole = pieces.every((piece, index) => {
        const next = pieces[index + 1]
        return next?.start !== piece.end || next.status !== piece.status || next.correction_id !== piece.correction_id
      })
      return (
        sound &&
        whole &&
        points.every((point) => {
          const found = pieces
            .filter((piece) => covers(piece, point))
            .map((piece) => [piece.status, piece.correction_id])
          const inside = from <= point && point < from + length
          return JSON.stringify(found) === JSON.stringify(inside ? expected(seen, made, point) : [])
        })
      )
    }),
    { numRuns: 500 },
  ).failed
}

/** The expected status of a single instant. */
function expected(seen: readonly StatusInterval[], made: readonly Correction[], point: number) {
  let newest: Correction | undefined
  for (const correction of made) {
    if (!covers(correction, point)) continue
    const isNewer =
      newest === undefined ||
      correction.created_at > newest.created_at ||
      (correction.created_at === newest.created_at && correction.id > newest.id)
    if (isNewer) newest = correction
  }
  if (newest !== undefined) return [[newest.status, newest.id]]
  return seen.filter((piece) => covers(piece, point)).map((piece) => [piece.status, null])
}

function covers({ start, end }: { readonly start: number; readonly end: number }, point: number): boolean {
  return start <= point && point < end
}
