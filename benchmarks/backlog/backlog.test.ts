import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSlotAggregator } from '@wachta/analyst'
import { computeNextCost, createLateWork } from '@wachta/analyst/src/late-work.ts'
import { createBatch, createCheckReport, createServiceRevision, start } from '@wachta/testing/analyst/simulated'
import { measureBacklog } from './main.ts'

const minute = 60_000

/** Creates an aggregator that has closed an hour of slots of ten services without any results. */
function createSilentAggregator() {
  const services = Array.from({ length: 10 }, (_, id) => ({
    service_id: id + 1,
    revisions: [createServiceRevision({ sensor_ids: [1] })],
  }))
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: start + 60 * minute, services })
  for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
  while (aggregator.close(start + 60 * minute).steps.length > 0);
  return aggregator
}

const createLateReport = (service_id: number, at: number) =>
  createCheckReport({ service_id, slot: start + at * minute, sensor_id: 1 })

test('late results are handed out in portions, complete services first, and separately from fresh ones', () => {
  const aggregator = createSilentAggregator()
  const now = start + 60 * minute
  const reports = Array.from({ length: 300 }, (_, index) => createLateReport((index % 10) + 1, Math.floor(index / 10)))
  for (let offset = 0; offset < 300; offset += 100)
    aggregator.take(createBatch(offset + 1, reports.slice(offset, offset + 100)), {
      stream: 'backlog',
      sequence: offset / 100 + 1,
      now,
    })
  assert.equal(aggregator.late, 300)
  const fresh = aggregator.close(now, { maxLateCost: 0 })
  assert.deepEqual([fresh.late.length, fresh.positions], [0, {}])
  const first = aggregator.closeLate(60)
  assert.ok(first.late.length <= 60 && first.late.length > 30)
  assert.equal(
    new Set(first.late.map(({ service_id }) => service_id)).size,
    2,
    'the statuses of two services are computed again',
  )
  assert.deepEqual(first.positions, {}, 'no message is fully processed')
  let [taken, portions] = [first.late.length, 1]
  for (let closing = aggregator.closeLate(60); ; closing = aggregator.closeLate(60)) {
    taken += closing.late.length
    portions += 1
    if (aggregator.late > 0) continue
    assert.deepEqual([closing.positions, closing.watermarks.map(({ sequence }) => sequence)], [{ backlog: 3 }, [300]])
    break
  }
  assert.equal(taken, 300)
  assert.ok(portions >= 5)
  assert.equal(aggregator.closeLate(60).late.length, 0)
})

test('one shard at a time processes late results, for a quarter of the time, in portions that fit', async () => {
  let clock = 0
  const work = createLateWork(() => clock)
  const portions: number[] = []
  const runFor = (durationMs: number) =>
    work.run(async (maxResults) => {
      portions.push(maxResults)
      assert.equal(await work.run(async () => assert.fail('two at once')), false)
      clock += durationMs
    })
  assert.equal(await runFor(1_000), true)
  clock += 2_900
  assert.equal(await runFor(1), false)
  clock += 200
  assert.equal(await runFor(10), true)
  assert.ok((portions[1] ?? 0) <= (portions[0] ?? 0) / 2)
  await assert.rejects(
    work
      .run(async () => {
        throw new Error('the database is gone')
      })
      .then((isDone) => isDone || assert.fail('still pausing')),
  )
  for (let cost = 1_000, times = 0; times < 30; times += 1) {
    cost = computeNextCost(cost, times < 15 ? 10_000 : 1)
    assert.ok(cost >= 50 && cost <= 20_000)
  }
})

test('a backlog of all sensors is stored while fresh results continue', { timeout: 240_000 }, async () => {
  const figures = await measureBacklog({ services: 120, minutes: 10 })
  assert.ok(figures.isCorrect, 'every analysis is what sensors saw')
  assert.ok(figures.p99 > 0)
})
