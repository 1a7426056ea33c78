import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  findMissingResults,
  getCompleteUntil,
  getSpreadDelayMs,
  isReportDue,
  lateResultsMs,
  minReportDelayMs,
  reportSpreadMs,
} from '../src/index.ts'

const [minute, hour] = [60_000, 3_600_000]
const end = Date.parse('2026-11-01T00:00:00Z')

const instant = fc.integer({ min: end - 3 * 24 * hour, max: end + 3 * 24 * hour })
const sensor = fc.record({
  id: fc.nat(),
  last_seen: fc.option(instant),
  complete_until: fc.option(instant),
})

test('a report is due in a bounded time, never before it settled, and stays due', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.array(sensor), instant, fc.nat(24 * hour), (id, sensors, now, later) => {
      const period = { end, spreadDelayMs: getSpreadDelayMs(id) }
      const isDue = isReportDue(period, sensors, now)
      if (now < end + minReportDelayMs + period.spreadDelayMs) assert.equal(isDue, false)
      if (now >= end + lateResultsMs + period.spreadDelayMs) assert.equal(isDue, true)
      if (isDue) assert.ok(isReportDue(period, sensors, now + later))
    }),
    { numRuns: 5_000 },
  )
})

test('a report waits exactly as long as a sensor that was heard within a day may still deliver', () => {
  fc.assert(
    fc.property(fc.array(sensor), fc.integer({ min: minReportDelayMs, max: lateResultsMs - 1 }), (sensors, after) => {
      const now = end + after
      const isMissing = sensors.some(
        ({ last_seen, complete_until }) =>
          last_seen !== null && last_seen > now - lateResultsMs && (last_seen < end || (complete_until ?? end) < end),
      )
      assert.equal(isReportDue({ end, spreadDelayMs: 0 }, sensors, now), !isMissing)
    }),
    { numRuns: 5_000 },
  )
})

test('sensors that are well, that were never heard or that are gone do not delay a report', () => {
  const now = end + 2 * hour
  const isDue = (last_seen: number | null, complete_until: number | null) =>
    isReportDue({ end, spreadDelayMs: 0 }, [{ id: 1, last_seen, complete_until }], now)
  assert.equal(isDue(now, now - minute), true)
  assert.equal(isDue(now, null), true, 'an older sensor does not say')
  assert.equal(isDue(null, null), true)
  assert.equal(isDue(now - 25 * hour, null), true)
  assert.equal(isDue(end - 10 * minute, end - 10 * minute), false, 'cut off')
  assert.equal(isDue(now, end - 3 * hour), false, 'back, with a backlog')
})

test('missing results are named from where they are missing, and young ones are not late', () => {
  const start = end - 24 * hour
  const find = (complete_until: number, now: number) =>
    findMissingResults({ start, end }, [{ id: 1, last_seen: now, complete_until }], now).map(({ from, to }) => [
      from,
      to,
    ])
  assert.deepEqual(find(end - hour, end + hour), [[end - hour, end]])
  assert.deepEqual(find(start - hour, end + hour), [[start, end]])
  assert.deepEqual(find(end, end + hour), [])
  assert.deepEqual(find(end - minute, end), [])
  assert.equal(getCompleteUntil({ id: 1, last_seen: null, complete_until: null }), Number.POSITIVE_INFINITY)
})

test('delays fill the spread evenly, and neighbours are far apart', () => {
  const counts = Map.groupBy(
    Array.from({ length: 3_600 }, (_, id) => getSpreadDelayMs(id)),
    (delay) => delay,
  )
  assert.equal(counts.size, reportSpreadMs / minute)
  for (const each of counts.values()) assert.equal(each.length, 10)
  assert.ok(Math.abs(getSpreadDelayMs(8) - getSpreadDelayMs(7)) > hour)
})
