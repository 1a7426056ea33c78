import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TokenBucket, takeFromBucket } from '../src/index.ts'

const limit = { perSecond: 10, burst: 100 }

/** The amounts that the limit lets pass at the given times. */
function passed(asked: readonly (readonly [amount: number, at: number])[]): number[] {
  let bucket: TokenBucket | undefined
  return asked.flatMap(([amount, at]) => {
    const taken = takeFromBucket(limit, bucket, { amount, at })
    bucket = taken.bucket
    return taken.isOver ? [] : [amount]
  })
}

test('a burst passes at once, then the rate per second', () => {
  assert.deepEqual(
    passed([
      [60, 0],
      [40, 0],
      [1, 0],
      [1, 99],
      [1, 100],
      [9, 1_000],
      [1, 1_000],
    ]),
    [60, 40, 1, 9],
  )
})

test('a quiet time refills the burst and no more', () => {
  assert.deepEqual(
    passed([
      [100, 0],
      [101, 3_600_000],
      [100, 3_600_000],
      [1, 3_600_000],
    ]),
    [100, 100],
  )
})

test('an amount that does not fit takes nothing, and time that goes back refills nothing', () => {
  assert.deepEqual(
    passed([
      [100, 5_000],
      [50, 6_000],
      [10, 6_000],
      [1, 5_500],
      [1, 6_100],
    ]),
    [100, 10, 1],
  )
})
