import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFloodGuard, type Flood } from '../src/flood-guard.ts'

const message = (sensor_id: number, stored: number, size: number) => ({
  subject: `own.live.main.3.${sensor_id}`,
  bytes: new Uint8Array(size),
  stored,
})

test('a sensor with 5,000 services whose checks all fail is not over its limit, a flooding one is', () => {
  const floods: Flood[] = []
  const guard = createFloodGuard('live', { onFlood: (flood) => floods.push(flood) })
  let passed = 0
  // Failures are sent at most every 50 ms: 10 results per second and shard, each with 1 kB of text, for ten minutes.
  for (let at = 0; at < 600_000; at += 50) if (guard.exceedsLimit(message(7, at, 700))) passed += 1
  assert.equal(passed, 0)
  for (let sent = 0; sent < 20_000; sent += 1) if (guard.exceedsLimit(message(8, 600_000 + sent / 20, 700))) passed += 1
  assert.ok(passed > 15_000, `${passed}`)
  assert.equal(guard.exceedsLimit(message(7, 601_000, 700)), false, 'the others are heard')
  assert.deepEqual([...guard.listFloodingSensors()], [8])
  guard[Symbol.dispose]()
  assert.deepEqual(floods, [{ sensor_id: 8, messages: passed }])
})

test('packed results count by the time that they take, and not by their bytes alone', () => {
  using guard = createFloodGuard('live')
  const passed = (bytes: Uint8Array) => {
    let count = 0
    for (; count < 1_000; count += 1)
      if (guard.exceedsLimit({ subject: `own.live.main.3.${bytes[0]}`, bytes, stored: 0 })) break
    return count
  }
  const plain = passed(new Uint8Array(20_000))
  assert.ok(passed(Uint8Array.from({ length: 20_000 }, (_, at) => (at === 0 ? 2 : 0))) < plain / 2)
})

test('reading a backlog fast is no flood, because the time of the broker counts', () => {
  using guard = createFloodGuard('live')
  const hours = Array.from({ length: 6 * 3_600 }, (_, second) => message(7, second * 1_000, 6_000))
  assert.equal(hours.filter((each) => guard.exceedsLimit(each)).length, 0)
})
