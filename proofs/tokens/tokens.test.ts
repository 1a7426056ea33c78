import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveTokens } from './main.ts'

test('what works once works once, and access that is taken away ends within a second', async () => {
  const { doubleUses, revocations, lateRevocations, examples } = await proveTokens({ rounds: 8 })
  assert.deepEqual([doubleUses, lateRevocations], [0, 0], examples.join())
  assert.equal(revocations, 4)
})

test('control: a use that does not look whether it is the first is seen', async () => {
  assert.ok((await proveTokens({ rounds: 4, broken: 'consume' })).doubleUses > 0)
})

test('control: callers that are remembered for longer are seen', async () => {
  assert.ok((await proveTokens({ rounds: 1, broken: 'cache' })).lateRevocations > 0)
})
