import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { watchSleep } from '../src/sleep.ts'

const standStill = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

test('that the process stood still is known to whoever asks first, and to those who ask later', async () => {
  using asked = watchSleep()
  using later = watchSleep()
  standStill(200)
  assert.equal(asked.happened, false)
  standStill(3_100)
  assert.equal(asked.happened, true)
  await wait(300)
  assert.equal(later.happened, true)
  using fresh = watchSleep()
  assert.equal(fresh.happened, false)
})
