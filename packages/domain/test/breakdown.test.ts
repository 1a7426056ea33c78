import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type AccountingMethod,
  type BreakdownLevel,
  breakdownKinds,
  computeAccountedSeconds,
  computeBreakdown,
  computeHourlyLevels,
  computeLevelsByDate,
  computeOutageFigures,
  computeServiceLevel,
  findOutages,
  type HourCell,
  listAccountedIntervals,
  listHourCells,
  type ServiceHistory,
  type ServiceStatus,
  splitMinuteOfWeek,
} from '../src/index.ts'
import { changes } from './wall-clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const calendars = new Map<string, Intl.DateTimeFormat>()

function calendar(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    weekday: 'short',
    hour: two,
    hourCycle: 'h23',
  })
  calendars.set(timeZone, made)
  return made
}

/** The wall-clock time of an instant by the runtime's own calendar: the oracle for cells and breakdowns. */
function onTheWall(zone: string, instant: number) {
  const parts = new Map(
    calendar(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    hour: Number(parts.get('hour')),
    week_day: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.get('weekday') ?? '') + 1,
    month_day: Number(parts.get('day')),
    month: Number(parts.get('month')),
  }
}

/** Ranges around the clock changes of a zone, at :00, :30 and :45, in both directions. */
const nights = fc
  .tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 60 }))
  .map(([{ zone, change }, before, length]) => {
    const start = Math.floor(change / minute) * minute - before * hour - 7 * minute
    return { zone, range: { start, end: start + length * hour } }
  })

test('cells cover the range in order, and each shows one hour of the wall clock', () => {
  fc.assert(
    fc.property(nights, ({ zone, range }) => {
      const cells = listHourCells(range, zone)
      assert.equal(cells.at(0)?.start, range.start)
      assert.equal(cells.at(-1)?.end, range.end)
      cells.forEach((cell, index) => {
        if (index > 0) assert.equal(cell.start, cells[index - 1]?.end)
        const { start, end, ...fields } = cell
        for (const instant of [start, Math.floor((start + end) / 2), end - 1])
          assert.deepEqual(fields, onTheWall(zone, instant))
      })
    }),
    { numRuns: 300 },
  )
})

test('a day of changing clocks has 23 or 25 hours, and its repeated hour is counted twice', () => {
  const cellsOf = (date: string) => {
    const cells = listHourCells({ start: Date.parse(date) - day, end: Date.parse(date) + 2 * day }, 'Europe/Warsaw')
    return cells.filter((cell) => cell.date === date).map((cell) => cell.hour)
  }
  assert.equal(cellsOf('2026-03-29').length, 23)
  assert.equal(cellsOf('2026-03-29').includes(2), false)
  assert.equal(cellsOf('2026-10-25').length, 25)
  assert.equal(cellsOf('2026-10-25').filter((each) => each === 2).length, 2)
})

const statuses: readonly ServiceStatus[] = ['ok', 'failure', 'paused', 'unknown']
const method: fc.Arbitrary<AccountingMethod> = fc.record({
  unknown: fc.boolean(),
  paused: fc.boolean(),
  suspended: fc.boolean(),
  corrected: fc.boolean(),
  business_hours: fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 10_079 }), fc.integer({ min: 0, max: 10_079 }))
      .map(([start, end]) => ({ start_minute: splitMinuteOfWeek(start), end_minute: splitMinuteOfWeek(end) })),
    { maxLength: 2 },
  ),
})

const histories = fc
  .tuple(
    nights,
    method,
    fc.array(fc.record({ at: fc.integer({ min: 0, max: 60 * 60 }), status: fc.constantFrom(...statuses) }), {
      maxLength: 12,
    }),
    fc.array(
      fc.record({
        at: fc.integer({ min: -100, max: 3_600 }),
        length: fc.integer({ min: 1, max: 900 }),
        status: fc.constantFrom('ok' as const, 'failure' as const, 'paused' as const),
      }),
      { maxLength: 4 },
    ),
    fc.array(
      fc.record({
        at: fc.integer({ min: -100, max: 3_600 }),
        length: fc.integer({ min: 1, max: 900 }),
        only_notifications: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
  )
  .map(([{ zone, range }, chosen, changesOf, corrections, suspensions]): ServiceHistory => {
    const starts = [...new Map(changesOf.map((one) => [one.at, one])).values()].sort((one, other) => one.at - other.at)
    return {
      from: range.start,
      to: range.end,
      zone,
      method: chosen,
      raw: starts.map(({ at, status }, index) => ({
        status,
        start: range.start + at * minute,
        end: Math.min(range.start + (starts[index + 1]?.at ?? 100_000) * minute, range.end + day),
      })),
      corrections: corrections.map(({ at, length, status }, id) => ({
        id: id + 1,
        created_at: id % 2,
        status,
        start: range.start + at * minute,
        end: range.start + (at + length) * minute,
      })),
      suspensions: {
        weekly: [],
        oneOff: suspensions.map(({ at, length, only_notifications }) => ({
          only_notifications,
          start: range.start + at * minute,
          end: range.start + (at + length) * minute,
        })),
      },
    }
  })

test('stretches of time cover the range without gaps, and give the service level', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const shown = listAccountedIntervals(history)
      assert.equal(shown.at(0)?.start, history.from)
      assert.equal(shown.at(-1)?.end, history.to)
      for (const [index, { start }] of shown.entries()) if (index > 0) assert.equal(start, shown[index - 1]?.end)
      const seconds = (accounted: string) =>
        shown
          .filter((one) => one.accounted === accounted)
          .reduce((sum, { start, end }) => sum + (end - start) / 1000, 0)
      assert.deepEqual(
        { ok_seconds: seconds('ok'), not_ok_seconds: seconds('not_ok'), left_out_seconds: seconds('left_out') },
        computeAccountedSeconds(history),
      )
    }),
    { numRuns: 500 },
  )
})

type BreakDown = (history: ServiceHistory, kind: keyof typeof breakdownKinds) => readonly BreakdownLevel[]

const ours: BreakDown = (history, kind) => computeBreakdown(hoursOf(history), breakdownKinds[kind])

const hoursOf = (history: ServiceHistory, cells?: readonly HourCell[]) =>
  computeHourlyLevels(
    cells ?? listHourCells({ start: history.from, end: history.to }, history.zone),
    listAccountedIntervals(history),
    listAccountedIntervals(history, { raw: true }),
  )

/** Evaluates each minute separately: its element by the wall clock, and its own service level. */
const minuteByMinute: BreakDown = (history, kind) => {
  const { length, indexOf } = breakdownKinds[kind]
  const found = Array.from({ length }, () => ({
    ok: 0,
    failure: 0,
    paused: 0,
    unknown: 0,
    good: 0,
    bad: 0,
    rawGood: 0,
    rawBad: 0,
  }))
  for (let from = history.from; from < history.to; from += minute) {
    const one = computeServiceLevel({ ...history, from, to: from + minute })
    const element = found[indexOf({ start: from, end: from + minute, ...onTheWall(history.zone, from) })]
    assert.ok(element)
    element.ok += one.ok_seconds
    element.failure += one.failure_seconds
    element.paused += one.paused_seconds
    element.unknown += one.unknown_seconds
    if (one.service_level !== null) element[one.service_level === 100 ? 'good' : 'bad'] += 60
    if (one.raw_service_level !== null) element[one.raw_service_level === 100 ? 'rawGood' : 'rawBad'] += 60
  }
  const level = (good: number, bad: number) => (good + bad === 0 ? null : (100 * good) / (good + bad))
  return found.map((each) => ({
    ok_seconds: each.ok,
    failure_seconds: each.failure,
    paused_seconds: each.paused,
    unknown_seconds: each.unknown,
    service_level: level(each.good, each.bad),
    raw_service_level: level(each.rawGood, each.rawBad),
  }))
}

const kinds = ['by_hour', 'by_week_day', 'by_month_day', 'by_month', 'by_hour_of_week'] as const

test('breakdowns equal those that look at every minute, through every clock change', () => {
  assert.ok(agrees(ours, minuteByMinute))
  // Control: in the wrong zone, or without the second of two equal hours, they differ.
  assert.equal(
    agrees(
      (history, kind) =>
        computeBreakdown(
          hoursOf(history, listHourCells({ start: history.from, end: history.to }, 'UTC')),
          breakdownKinds[kind],
        ),
      minuteByMinute,
    ),
    false,
  )
  assert.equal(
    agrees(
      (history, kind) =>
        ours({ ...history, method: { ...history.method, corrected: !history.method.corrected } }, kind),
      minuteByMinute,
    ),
    false,
  )
})

function agrees(one: BreakDown, other: BreakDown): boolean {
  return !fc.check(
    fc.property(histories, fc.constantFrom(...kinds), (history, kind) => {
      assert.deepEqual(one(history, kind), other(history, kind))
    }),
    { numRuns: 60, endOnFailure: true },
  ).failed
}

test('days add up to the range, and have the lengths that the clocks give them', () => {
  const history: ServiceHistory = {
    from: Date.parse('2026-10-01T00:00:00+02:00'),
    to: Date.parse('2026-11-01T00:00:00+01:00'),
    zone: 'Europe/Warsaw',
    raw: [{ start: 0, end: Date.parse('2027-01-01'), status: 'ok' }],
    corrections: [],
    suspensions: { oneOff: [], weekly: [] },
    method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
  }
  const days = computeLevelsByDate(hoursOf(history))
  assert.equal(days.length, 31)
  assert.equal(days.find(({ date }) => date === '2026-10-25')?.ok_seconds, 25 * 3600)
  assert.equal(
    days.reduce((sum, { ok_seconds }) => sum + ok_seconds, 0),
    (31 * 24 + 1) * 3600,
  )
})

test('an outage is one whatever corrections and business hours cut it, and figures are of outages', () => {
  const at = (minutes: number) => minutes * minute
  const history: ServiceHistory = {
    from: 0,
    to: at(100),
    zone: 'UTC',
    raw: [
      { start: 0, end: at(10), status: 'ok' },
      { start: at(10), end: at(20), status: 'failure' },
      { start: at(20), end: at(30), status: 'paused' },
      { start: at(30), end: at(60), status: 'ok' },
      { start: at(60), end: at(80), status: 'failure' },
      { start: at(80), end: at(100), status: 'ok' },
    ],
    corrections: [{ id: 7, created_at: 1, start: at(80), end: at(90), status: 'failure' }],
    suspensions: { oneOff: [{ start: at(10), end: at(12), only_notifications: true }], weekly: [] },
    method: { unknown: false, paused: false, suspended: false, corrected: true, business_hours: [] },
  }
  const intervals = listAccountedIntervals(history)
  assert.deepEqual(findOutages(intervals), [
    { start: at(10), end: at(20), seconds: 600, counted_seconds: 480, is_corrected: false },
    { start: at(60), end: at(90), seconds: 1_800, counted_seconds: 1_800, is_corrected: true },
  ])
  assert.deepEqual(computeOutageFigures(intervals), {
    failures_count: 2,
    failure_seconds: 2_400,
    longest_failure_seconds: 1_800,
    mean_failure_seconds: 1_200,
    mean_seconds_between_failures: 1_800,
  })
  assert.deepEqual(computeOutageFigures([]), {
    failures_count: 0,
    failure_seconds: 0,
    longest_failure_seconds: null,
    mean_failure_seconds: null,
    mean_seconds_between_failures: null,
  })
})

test('every stretch of time has whole seconds, however many corrections there are', () => {
  const history: ServiceHistory = {
    from: 0,
    to: 100_000,
    zone: 'UTC',
    raw: [{ start: 0, end: 100_000, status: 'failure' }],
    corrections: Array.from({ length: 70 }, (_, id) => ({ id, created_at: id, start: 0, end: 1_000, status: 'ok' })),
    suspensions: { oneOff: [], weekly: [] },
    method: { unknown: false, paused: false, suspended: true, corrected: true, business_hours: [] },
  }
  const intervals = listAccountedIntervals(history)
  assert.deepEqual(
    intervals.filter(({ start, end }) => start % 1_000 !== 0 || end % 1_000 !== 0),
    [],
  )
  assert.deepEqual(
    findOutages(intervals).map(({ seconds }) => seconds),
    [99],
  )
})
