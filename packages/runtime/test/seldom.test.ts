import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSeldom } from '../src/index.ts'

test('a key is logged once per period, with the number of suppressed lines', () => {
  let now = 0
  const seldom = createSeldom(1_000, () => now)
  assert.deepEqual(
    [seldom('a'), seldom('a'), seldom('b'), seldom('a')],
    [{ unsaid: 0 }, undefined, { unsaid: 0 }, undefined],
  )
  now = 1_000
  assert.deepEqual([seldom('a'), seldom('a')], [{ unsaid: 2 }, undefined])
})

test('the number of remembered keys is limited', () => {
  const seldom = createSeldom(1_000, () => 0)
  for (let key = 0; key <= 1_000; key += 1) assert.ok(seldom(key))
  assert.equal(seldom(1_000), undefined)
  assert.ok(seldom(0), 'the oldest is forgotten')
})
