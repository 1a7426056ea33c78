import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createSleepDetector } from '../src/sleep-detector.ts'

const standStill = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('a standstill of the process is detected by the first query and by the timer', async () => {
  using asked = createSleepDetector(() => 0)
  using later = createSleepDetector(() => 0)
  standStill(200)
  assert.equal(asked.happened, false)
  standStill(3_100)
  assert.equal(asked.happened, true)
  await wait(300)
  assert.equal(later.happened, true)
  using fresh = createSleepDetector(() => 0)
  assert.equal(fresh.happened, false)
})

test('a suspend of the machine is detected although its monotonic clock stood still', () => {
  let jumps = 2
  using sleep = createSleepDetector(() => jumps)
  assert.equal(sleep.happened, false)
  jumps = 3
  assert.equal(sleep.happened, true)
})
