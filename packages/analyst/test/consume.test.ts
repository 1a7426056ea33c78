import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { StreamMessage, StreamReader } from '@wachta/bus'
import { start } from '@wachta/testing/analyst/simulated'
import { consume } from '../src/consume.ts'
import { createSlotAggregator } from '../src/index.ts'

/** Creates a stream that delivers nothing more, although messages are pending. */
function silent(pending: number, signal: AbortSignal): StreamReader & { pending: number } {
  const messages = async function* (): AsyncGenerator<StreamMessage> {
    await wait(60_000, undefined, { signal }).catch(() => undefined)
  }
  const passOver = async function* () {}
  return { pending, created: '', passOver, [Symbol.asyncIterator]: messages }
}

test('a stream that lost its end does not keep slots open forever', async () => {
  const stop = new AbortController()
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: start, services: [] })
  const readers = { live: silent(0, stop.signal), backlog: silent(3, stop.signal) }
  const ready = { waitForRoom: async () => undefined, waitForClock: async () => undefined }
  const consuming = consume({ aggregator, readers, now: () => start, ...ready, signal: stop.signal })
  await wait(700)
  assert.equal(aggregator.isCaughtUp, false, 'three are to come')
  // After the connection is back, the broker has no more messages.
  readers.backlog.pending = 0
  await wait(700)
  assert.equal(aggregator.isCaughtUp, true)
  stop.abort()
  await consuming
})
