import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimiter } from '../src/index.ts'

test('each key has its own burst, then a constant rate', () => {
  let now = 0
  const may = createRateLimiter({ burst: 2, per_second: 1, now: () => now })
  assert.deepEqual([may('a'), may('a'), may('a'), may('b')], [true, true, false, true])
  now = 500
  assert.equal(may('a'), false)
  now = 1_000
  assert.deepEqual([may('a'), may('a')], [true, false])
  now = 60_000
  assert.deepEqual([may('a'), may('a'), may('a')], [true, true, false])
})

test('a clock that is set back changes nothing', () => {
  let now = 10_000
  const may = createRateLimiter({ burst: 1, per_second: 1, now: () => now })
  assert.equal(may('a'), true)
  now = 0
  assert.equal(may('a'), false)
  now = 1_000
  assert.equal(may('a'), true)
})
