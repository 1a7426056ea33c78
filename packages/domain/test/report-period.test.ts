import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  getLastReportPeriod,
  getPreviousPeriod,
  getPreviousRange,
  listPeriodsSince,
  reportingPlanIds,
} from '../src/index.ts'
import { changes } from './wall-clock.ts'

const day = 86_400_000
const zones = [...new Set(changes.map(({ zone }) => zone))]

const wall = (zone: string, instant: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(instant)

test('a period is over, the next one is not, and it starts and ends on the first moment of a local day', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...reportingPlanIds),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') }),
      (plan, zone, now) => {
        const period = getLastReportPeriod(plan, zone, now)
        assert.ok(period.end <= now)
        // A later period has not ended yet.
        const next = getLastReportPeriod(plan, zone, now + 400 * day)
        assert.ok(next.end > now)
        assert.equal(wall(zone, period.start).slice(0, 10), period.first_day)
        for (const edge of [period.start, period.end])
          assert.notEqual(wall(zone, edge - 1).slice(0, 10), wall(zone, edge).slice(0, 10))
        // Periods are adjacent, without gaps.
        assert.equal(getPreviousPeriod(period, zone).end, period.start)
        assert.deepEqual(getLastReportPeriod(plan, zone, period.end), period)
        assert.deepEqual(getLastReportPeriod(plan, zone, period.end - 1), getPreviousPeriod(period, zone))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('each plan starts on its day', () => {
  const now = Date.parse('2026-11-17T12:00:00Z')
  const days = (plan: (typeof reportingPlanIds)[number]) => {
    const { start, end } = getLastReportPeriod(plan, 'UTC', now)
    return [new Date(start), new Date(end)].map((each) => each.toISOString().slice(0, 10))
  }
  assert.deepEqual(days('daily'), ['2026-11-16', '2026-11-17'])
  assert.deepEqual(days('weekly'), ['2026-11-09', '2026-11-16'])
  assert.deepEqual(days('monthly'), ['2026-10-01', '2026-11-01'])
  assert.deepEqual(days('quarterly'), ['2026-07-01', '2026-10-01'])
  assert.deepEqual(days('half_yearly'), ['2026-01-01', '2026-07-01'])
  assert.deepEqual(days('yearly'), ['2025-01-01', '2026-01-01'])
})

test('after a downtime every missed period is made up for, oldest first, and none before', () => {
  const since = Date.parse('2026-11-14T00:00:00Z')
  const now = Date.parse('2026-11-17T12:00:00Z')
  const missed = listPeriodsSince('daily', 'Europe/Warsaw', { since, now }).map(({ first_day }) => first_day)
  assert.deepEqual(missed, ['2026-11-14', '2026-11-15', '2026-11-16'])
  assert.deepEqual(listPeriodsSince('yearly', 'UTC', { since, now }), [])
})

test('the range before a period is the period before it, whatever the clocks do', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...reportingPlanIds),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.parse('2024-01-01'), max: Date.parse('2030-01-01') }),
      (plan, zone, now) => {
        const period = getLastReportPeriod(plan, zone, now)
        const { start, end } = getPreviousPeriod(period, zone)
        assert.deepEqual(getPreviousRange(period, zone), { start, end })
      },
    ),
    { numRuns: 500 },
  )
})

test('the range before any other time is as long, or has as many days', () => {
  const time = (text: string) => Date.parse(text)
  assert.deepEqual(getPreviousRange({ start: 100, end: 130 }, 'Europe/Warsaw'), { start: 70, end: 100 })
  // From 20 October to 3 November, across the end of summer time.
  assert.deepEqual(
    getPreviousRange({ start: time('2026-10-20T00:00+02:00'), end: time('2026-11-03T00:00+01:00') }, 'Europe/Warsaw'),
    { start: time('2026-10-06T00:00+02:00'), end: time('2026-10-20T00:00+02:00') },
  )
})

test('a month of changing clocks is an hour longer or shorter', () => {
  const hours = (now: string) => {
    const { start, end } = getLastReportPeriod('monthly', 'Europe/Warsaw', Date.parse(now))
    return (end - start) / 3_600_000
  }
  assert.equal(hours('2026-11-02T00:00:00Z'), 31 * 24 + 1)
  assert.equal(hours('2026-04-02T00:00:00Z'), 31 * 24 - 1)
})
