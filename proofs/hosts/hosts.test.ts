import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasPassed, prove } from './main.ts'

const leaseMs = 5_000

test('hosts that die, end and stop cost a service one slot at most, and double none', {
  timeout: 300_000,
}, async () => {
  const found = await prove({ rounds: 3, seed: 1, leaseMs })
  assert.ok(hasPassed(found), JSON.stringify(found))
})

test('control: hosts that ignore their shares are found', { timeout: 300_000 }, async () => {
  const found = await prove({ rounds: 1, seed: 1, leaseMs, broken: 'lease' })
  assert.ok(found.doubles.length > 0)
})

test('control: buckets that stay with a dead host are found', { timeout: 300_000 }, async () => {
  const found = await prove({ rounds: 1, seed: 1, leaseMs, broken: 'takeover' })
  assert.ok(found.beyond.length > 0)
})
