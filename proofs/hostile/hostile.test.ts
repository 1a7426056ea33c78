import assert from 'node:assert/strict'
import { test } from 'node:test'
import { play } from './main.ts'

// Only the long run measures disk and memory usage: within seconds, most growth is uncollected garbage.
test('a start on garbage and thirteen seconds of attacks stop no process and delay no analysis of the victim', async () => {
  const { attacked, planted, stopped, lag_ms, operations } = await play({ rounds: 13, seed: 7 })
  assert.ok(planted >= 1_000, `${planted} planted`)
  assert.ok(attacked >= planted + 1_300, `${attacked}`)
  assert.ok(operations <= 650, 'thirteen rounds reach every operation once')
  assert.equal(stopped, 0)
  assert.ok(lag_ms <= 2_000, `${lag_ms} ms`)
})
