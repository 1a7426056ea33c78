import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLegacyRule } from '../src/index.ts'

test('the end of a failure waits as long as the mode says', () => {
  const seconds = {
    ...{ default: 0, after_30_seconds: 30, after_1_minute: 60, after_2_minutes: 120, after_5_minutes: 300 },
    ...{ after_10_minutes: 600, after_30_minutes: 1800, unheard_of: 0 },
  }
  const modes = Object.keys(seconds)
  assert.deepEqual(
    modes.map((mode) => toLegacyRule(mode).endDelayMs / 1000),
    Object.values(seconds),
  )
  assert.ok(modes.every((mode) => toLegacyRule(mode).startDelayMs === 0))
})
