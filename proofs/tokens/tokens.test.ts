import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveTokens } from './main.ts'

test('single-use tokens work once, and revoked access ends within a second', async () => {
  const { doubleUses, revocations, lateRevocations, examples } = await proveTokens({ rounds: 8 })
  assert.deepEqual([doubleUses, lateRevocations], [0, 0], examples.join())
  assert.equal(revocations, 4)
})

test('control: a token that can be used twice is detected', async () => {
  assert.ok((await proveTokens({ rounds: 4, broken: 'consume' })).doubleUses > 0)
})

test('control: callers that are cached for longer are detected', async () => {
  assert.ok((await proveTokens({ rounds: 1, broken: 'cache' })).lateRevocations > 0)
})
