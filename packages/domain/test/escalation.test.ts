import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  computeFirstDueTime,
  computeRepeatState,
  type EscalationTiming,
  type Interval,
  maxRepeats,
} from '../src/index.ts'

const second = 1000

const ladder = fc.record({
  delay: fc.integer({ min: 0, max: 50 }),
  repeat_interval: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20 })),
  maximum_repeats: fc.integer({ min: 0, max: 5 }),
})
const hold = fc
  .record({ start: fc.integer({ min: 0, max: 200 }), length: fc.integer({ min: 0, max: 60 }) })
  .map(({ start, length }): Interval => ({ start: start * second, end: (start + length) * second }))

/** Second by second: waits for the delay, then for the end of any hold, and then for the delay again. */
function slowFirstDue({ delay }: EscalationTiming, start: number, holds: readonly Interval[]): number {
  const isHeld = (at: number) => holds.some((each) => each.start <= at && at < each.end)
  let due = start + delay * second
  while (isHeld(due)) {
    while (isHeld(due)) due += second
    due += delay * second
  }
  return due
}

const agrees = (made: typeof computeFirstDueTime) =>
  !fc.check(
    fc.property(ladder, fc.integer({ min: 0, max: 100 }), fc.array(hold, { maxLength: 6 }), (of, start, holds) => {
      return made(of, start * second, holds) === slowFirstDue(of, start * second, holds)
    }),
    { numRuns: 500, endOnFailure: true },
  ).failed

test('the first message is due so long after the start, or after what held it ended', () => {
  assert.ok(agrees(computeFirstDueTime))
  assert.equal(
    agrees(({ delay }, start) => start + delay * second),
    false,
  )
  assert.equal(
    agrees((of, start, holds) =>
      Math.max(start + of.delay * second, computeFirstDueTime({ ...of, delay: 0 }, start, holds)),
    ),
    false,
  )
  const forever = [{ start: 0, end: Number.POSITIVE_INFINITY }]
  assert.equal(
    computeFirstDueTime({ delay: 5, repeat_interval: 0, maximum_repeats: 0 }, 0, forever),
    Number.POSITIVE_INFINITY,
  )
})

/** Counts the repeats one by one, from the first message on. */
function slowRepeats({ repeat_interval, maximum_repeats }: EscalationTiming, first: number, instant: number) {
  const times = [first]
  const last = repeat_interval === 0 ? 0 : maximum_repeats || maxRepeats
  for (let number = 1; number <= last; number += 1) times.push(first + number * repeat_interval * second)
  const due = times.filter((time) => time <= instant)
  return { newest: due.length - 1, time: due.at(-1) ?? first, next: times[due.length] }
}

test('repeats are due by their numbers, never more than asked for, and never more than a thousand', () => {
  const repeats = (made: typeof computeRepeatState) =>
    !fc.check(
      fc.property(ladder, fc.nat(100), fc.oneof(fc.nat(25_000), fc.nat(200)), (of, first, instant) => {
        const [one, other] = [made, slowRepeats].map((due) => due(of, first * second, instant * second))
        return JSON.stringify(one) === JSON.stringify(other)
      }),
      { numRuns: 500, endOnFailure: true },
    ).failed
  assert.ok(repeats(computeRepeatState))
  assert.equal(
    repeats((of, first, instant) => computeRepeatState(of, first, instant - 1)),
    false,
  )
  assert.equal(
    repeats((of, first, instant) => computeRepeatState({ ...of, maximum_repeats: 0 }, first, instant)),
    false,
  )
  const endless = { delay: 0, repeat_interval: 60, maximum_repeats: 0 }
  const { newest, next } = computeRepeatState(endless, 0, 365 * 86_400 * second)
  assert.deepEqual([newest, next], [1000, undefined])
})
