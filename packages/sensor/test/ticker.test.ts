import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createTicker } from '../src/ticker.ts'

test('a link without results ticks once a second, and at once for the next result', async () => {
  const ending = new AbortController()
  const ticks: number[] = []
  let waiting = 0
  const ticker = createTicker({ tick: () => ticks.push(performance.now()), isIdle: () => waiting === 0 })
  const done = ticker.runUntil(ending.signal)
  await delay(600)
  assert.equal(ticks.length, 1, 'idle')

  const added = performance.now()
  waiting = 1
  ticker.wake()
  await delay(600)
  const [, second = Number.NaN] = ticks
  assert.ok(second - added < 100, `${second - added} ms after the result`)
  assert.ok(ticks.length >= 5, `${ticks.length} ticks in 600 ms with a result that waits`)

  waiting = 0
  await delay(100)
  const before = ticks.length
  await delay(600)
  assert.ok(ticks.length - before <= 1, `${ticks.length - before} ticks in 600 ms after it was sent`)
  ending.abort()
  await done
})
