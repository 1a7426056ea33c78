import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogLimiter } from '../src/index.ts'

test('a key is logged once per period, with the number of suppressed lines', () => {
  let now = 0
  const logLimiter = createLogLimiter(1_000, () => now)
  assert.deepEqual(
    [logLimiter('a'), logLimiter('a'), logLimiter('b'), logLimiter('a')],
    [{ suppressed: 0 }, undefined, { suppressed: 0 }, undefined],
  )
  now = 1_000
  assert.deepEqual([logLimiter('a'), logLimiter('a')], [{ suppressed: 2 }, undefined])
})

test('the number of remembered keys is limited', () => {
  const logLimiter = createLogLimiter(1_000, () => 0)
  for (let key = 0; key <= 1_000; key += 1) assert.ok(logLimiter(key))
  assert.equal(logLimiter(1_000), undefined)
  assert.ok(logLimiter(0), 'the oldest is forgotten')
})

test('a clock that is set back suppresses nothing for longer', () => {
  let now = 1_000_000
  const logLimiter = createLogLimiter(1_000, () => now)
  assert.deepEqual([logLimiter('a'), logLimiter('a')], [{ suppressed: 0 }, undefined])
  now = 500_000
  assert.deepEqual([logLimiter('a'), logLimiter('a')], [{ suppressed: 1 }, undefined])
})
