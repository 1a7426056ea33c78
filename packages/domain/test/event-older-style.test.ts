import assert from 'node:assert/strict'
import { test } from 'node:test'
import { olderStyleRule } from '../src/index.ts'

test('the end of a failure waits as long as the mode says', () => {
  const modes = ['default', 'after_30_seconds', 'after_1_minute', 'after_10_minutes', 'unheard_of']
  assert.deepEqual(
    modes.map((mode) => olderStyleRule(mode).end_delay / 1000),
    [0, 30, 60, 600, 0],
  )
  assert.ok(modes.every((mode) => olderStyleRule(mode).start_delay === 0))
})
