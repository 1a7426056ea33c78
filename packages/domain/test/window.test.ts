import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import {
  findNextBoundary,
  type Interval,
  isSuspendedAt,
  isWithin,
  listWeeklyIntervals,
  type MinuteOfWeek,
  minutesPerWeek,
  type Suspensions,
  splitMinuteOfWeek,
  subtractIntervals,
  sumLengths,
  toMinute,
  type WeeklyWindow,
} from '../src/index.ts'
import { changes, getWallMinuteOfWeek, getWallOffset } from './wall-clock.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

interface Rules {
  readonly weeklyWindows: typeof listWeeklyIntervals
  readonly isWithin: typeof isWithin
  readonly nextBoundary: typeof findNextBoundary
}
const rules: Rules = { weeklyWindows: listWeeklyIntervals, isWithin, nextBoundary: findNextBoundary }

// Deliberately wrong: one offset for the whole range, or the offset of two days before.
const fixedOffset: Rules = {
  weeklyWindows: (window, zone, range) => {
    const offset = getWallOffset(zone, range.start)
    return listWeeklyIntervals(window, 'UTC', shift(range, offset)).map((held) => shift(held, -offset))
  },
  isWithin: (window, zone, instant) => isWithin(window, 'UTC', instant + getWallOffset(zone, instant - 2 * day)),
  nextBoundary: (window, zone, instant) => {
    const offset = getWallOffset(zone, instant)
    const next = findNextBoundary(window, 'UTC', instant + offset)
    return next === undefined ? undefined : next - offset
  },
}
// Deliberately wrong: joins the parts of a window that a clock change splits.
const unbroken: Rules = {
  ...rules,
  weeklyWindows: (window, zone, range) => {
    const filled: Interval[] = []
    for (const held of listWeeklyIntervals(window, zone, range)) {
      const last = filled.at(-1)
      if (last !== undefined && held.start - last.end <= 2 * hour) {
        filled[filled.length - 1] = { start: last.start, end: held.end }
      } else filled.push(held)
    }
    return filled
  },
}
// Deliberately wrong: the window includes its end.
const closedEnd: Rules = {
  weeklyWindows: (window, zone, range) => listWeeklyIntervals(longer(window), zone, range),
  isWithin: (window, zone, instant) => isWithin(longer(window), zone, instant),
  nextBoundary: (window, zone, instant) => findNextBoundary(longer(window), zone, instant),
}

test('the zones are many, and their clocks change in every way', () => {
  assert.ok(new Set(changes.map(({ zone }) => zone)).size >= 30)
  const jumps = new Set(
    changes.map(({ zone, change }) => getWallOffset(zone, change) - getWallOffset(zone, change - 1)),
  )
  for (const minutes of [-120, -60, -30, 30, 60, 120, 24 * 60]) assert.ok(jumps.has(minutes * minute), `${minutes}`)
  // Changes at midnight, where the skipped or repeated minutes belong to another day.
  for (const zone of ['America/Havana', 'Asia/Beirut', 'Africa/Cairo']) {
    const before = changes
      .filter((entry) => entry.zone === zone)
      .map(({ change }) => getWallMinuteOfWeek(zone, change - minute) % 1440)
    assert.ok(before.includes(1439), zone)
  }
})

test('weekly windows hold exactly the minutes that the wall clock shows inside, across every clock change', () => {
  assert.ok(windowsAgree(rules))
  for (const wrong of [fixedOffset, unbroken, closedEnd]) assert.equal(windowsAgree(wrong), false)
})

test('an instant is within a window if and only if the wall clock shows a minute inside', () => {
  assert.ok(withinAgrees(rules))
  for (const wrong of [fixedOffset, closedEnd]) assert.equal(withinAgrees(wrong), false)
})

test('the next boundary is the first later instant at which that changes', () => {
  assert.ok(boundaryAgrees(rules))
  for (const wrong of [fixedOffset, closedEnd]) assert.equal(boundaryAgrees(wrong), false)
})

test('over years, boundaries lead from one edge of the windows to the next', () => {
  const walks = (made: Rules) =>
    !fc.check(
      fc.property(placed, fc.integer({ min: 1, max: 3 * 366 }), ({ zone, change, window }, days) => {
        const [from, to] = [change - 10 * day, change - 10 * day + days * day]
        const edges = made
          .weeklyWindows(window, zone, { start: from, end: to })
          .flatMap(({ start, end }) => [start, end])
        const walked: number[] = []
        for (let at: number | undefined = from; at !== undefined && at < to; at = made.nextBoundary(window, zone, at)) {
          if (at > from) walked.push(at)
        }
        const inner = edges.filter((edge) => edge > from && edge < to)
        return JSON.stringify(walked) === JSON.stringify(inner)
      }),
      { numRuns: 100, endOnFailure: true },
    ).failed
  assert.ok(walks(rules))
  assert.equal(walks({ ...rules, nextBoundary: fixedOffset.nextBoundary }), false)
})

test('a window and its complement cover every range exactly', () => {
  const sharesOut = (made: Rules['weeklyWindows']) =>
    !fc.check(
      fc.property(placed, fc.nat(400), fc.nat(400), ({ zone, change, window }, first, second) => {
        fc.pre(!isWholeWeek(window))
        const [from, cut, to] = [
          change - 200 * day,
          change + (first - 200) * day,
          change + (first + second - 200) * day,
        ]
        const range = { start: from, end: to }
        const held = made(window, zone, range)
        const rest = made({ start_minute: window.end_minute, end_minute: window.start_minute }, zone, range)
        const inParts = [
          ...made(window, zone, { start: from, end: cut }),
          ...made(window, zone, { start: cut, end: to }),
        ]
        return (
          JSON.stringify(rest) === JSON.stringify(subtractIntervals([range], held)) &&
          sumLengths(inParts) === sumLengths(held)
        )
      }),
      { numRuns: 600, endOnFailure: true },
    ).failed
  assert.ok(sharesOut(listWeeklyIntervals))
  assert.equal(sharesOut(fixedOffset.weeklyWindows), false)
  assert.equal(sharesOut(closedEnd.weeklyWindows), false)
})

test('a window that ends where it starts is the whole week', () => {
  const window = weekly([3, 12, 0], [3, 12, 0])
  const [from, to] = [Date.UTC(2026, 0), Date.UTC(2029, 0)]
  assert.deepEqual(listWeeklyIntervals(window, 'Europe/Warsaw', { start: from, end: to }), [{ start: from, end: to }])
  assert.ok(isWithin(window, 'Europe/Warsaw', from))
  assert.equal(findNextBoundary(window, 'Europe/Warsaw', from), undefined)
  // A window that is one minute shorter has a boundary.
  assert.ok(findNextBoundary(weekly([3, 12, 1], [3, 12, 0]), 'Europe/Warsaw', from) !== undefined)
  assert.deepEqual(listWeeklyIntervals(window, 'Europe/Warsaw', { start: from, end: from }), [])
})

test('in spring, a window in the skipped hour does not hold, and one that reaches into it is cut at the jump', () => {
  // Warsaw, Sunday 29 March 2026: 02:00 becomes 03:00 at 01:00 UTC.
  const held = inWarsaw('2026-03-29')
  assert.deepEqual(held([7, 2, 15], [7, 2, 45]), [])
  assert.deepEqual(held([7, 1, 0], [7, 2, 30]), ['00:00-01:00'])
  assert.deepEqual(held([7, 2, 30], [7, 5, 0]), ['01:00-03:00'])
  assert.deepEqual(held([7, 1, 0], [7, 5, 0]), ['00:00-03:00'])
})

test('in autumn, a window in the repeated hour holds twice, and one that spans it lasts an hour longer', () => {
  // Warsaw, Sunday 25 October 2026: 03:00 becomes 02:00 at 01:00 UTC.
  const held = inWarsaw('2026-10-25')
  assert.deepEqual(held([7, 2, 15], [7, 2, 45]), ['00:15-00:45', '01:15-01:45'])
  assert.deepEqual(held([7, 2, 0], [7, 3, 0]), ['00:00-02:00'])
  assert.deepEqual(held([7, 1, 0], [7, 2, 30]), ['23:00-00:30', '01:00-01:30'])
  assert.deepEqual(held([7, 2, 30], [7, 5, 0]), ['00:30-01:00', '01:30-04:00'])
  assert.deepEqual(held([7, 1, 0], [7, 5, 0]), ['23:00-04:00'])
})

test('a day that a zone skips has no windows', () => {
  // Samoa had no Friday 30 December 2011.
  const friday = weekly([5, 0, 0], [6, 0, 0])
  const fridays = listWeeklyIntervals(friday, 'Pacific/Apia', {
    start: Date.UTC(2011, 11, 20),
    end: Date.UTC(2012, 0, 10),
  })
  assert.deepEqual(fridays.map(written), ['2011-12-23T10:00/2011-12-24T10:00', '2012-01-05T10:00/2012-01-06T10:00'])
  const thursdayNight = weekly([4, 22, 0], [5, 6, 0])
  const [night] = listWeeklyIntervals(thursdayNight, 'Pacific/Apia', {
    start: Date.UTC(2011, 11, 30),
    end: Date.UTC(2012, 0, 2),
  })
  assert.equal(night && written(night), '2011-12-30T08:00/2011-12-30T10:00')
})

test('an end that the clocks turn back from is no boundary', () => {
  const window = weekly([7, 1, 0], [7, 3, 0])
  const boundary = (from: string) =>
    new Date(findNextBoundary(window, 'Europe/Warsaw', Date.parse(from)) ?? 0).toISOString()
  assert.equal(boundary('2026-10-24T23:30:00Z'), '2026-10-25T02:00:00.000Z')
  // On any other night, it is a boundary.
  assert.equal(boundary('2026-10-17T23:30:00Z'), '2026-10-18T01:00:00.000Z')
})

test('the result does not depend on the current time', ({ mock }) => {
  // Pyongyang changed its clocks in 2015 and 2018, and in no other year for decades.
  const ask = () =>
    listWeeklyIntervals(weekly([1, 9, 0], [1, 10, 0]), 'Asia/Pyongyang', {
      start: Date.UTC(2005, 0),
      end: Date.UTC(2020, 0),
    })
  const today = ask()
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2005, 0) })
  const then = ask()
  assert.deepEqual(then, today)
  const startHours = new Set(then.map(({ start }) => new Date(start).toISOString().slice(11, 16)))
  assert.deepEqual(startHours, new Set(['00:00', '00:30']))
})

test('boundaries and windows are found by clock changes, not by walking', ({ mock }) => {
  const localTimes = mock.method(Temporal.Instant, 'fromEpochMilliseconds').mock
  const asked = (act: () => unknown) => {
    const before = localTimes.callCount()
    act()
    return localTimes.callCount() - before
  }
  const window = weekly([6, 22, 0], [7, 2, 0])
  const [from, to] = [Date.UTC(2020, 0), Date.UTC(2030, 0)]
  assert.ok(asked(() => findNextBoundary(window, 'Europe/Warsaw', from)) <= 3)
  assert.ok(asked(() => findNextBoundary(window, 'Asia/Kolkata', from)) <= 3)
  // Two changes a year.
  assert.ok(asked(() => listWeeklyIntervals(window, 'Europe/Warsaw', { start: from, end: to })) <= 21)
  const walk = () => {
    let at = from
    while (!isWithin(window, 'Europe/Warsaw', at)) at += minute
  }
  assert.ok(asked(walk) > 1000)
})

test('invalid windows and time zones are rejected', () => {
  assert.throws(() => isWithin(weekly([8, 0, 0], [1, 0, 0]), 'UTC', 0), RangeError)
  assert.throws(() => isWithin(weekly([1, 0, 0], [2, 0, 0]), 'Europe/Nowhere', 0), RangeError)
})

test('a suspension for notifications only leaves monitoring alone; any other suspends both', () => {
  const at = Date.parse('2026-10-25T00:30:00Z')
  const oneOff = (only_notifications: boolean) => ({ start: at, end: at + hour, only_notifications })
  const night = (only_notifications: boolean) => ({ ...weekly([7, 2, 30], [7, 3, 0]), only_notifications })
  const state = (suspensions: Partial<Suspensions>, instant = at) =>
    isSuspendedAt(instant, { oneOff: [], weekly: [], ...suspensions }, 'Europe/Warsaw')
  const [none, messages, both] = [
    { monitoring: false, notifications: false },
    { monitoring: false, notifications: true },
    { monitoring: true, notifications: true },
  ]
  assert.deepEqual(state({}), none)
  assert.deepEqual(state({ oneOff: [oneOff(true)] }), messages)
  assert.deepEqual(state({ oneOff: [oneOff(false)] }), both)
  assert.deepEqual(state({ weekly: [night(true)] }), messages)
  assert.deepEqual(state({ weekly: [night(false)] }), both)
  assert.deepEqual(state({ oneOff: [oneOff(true)], weekly: [night(false)] }), both)
  assert.deepEqual(state({ oneOff: [oneOff(false)] }, at - 1), none)
  assert.deepEqual(state({ oneOff: [oneOff(false)] }, at + hour - 1), both)
  assert.deepEqual(state({ oneOff: [oneOff(false)] }, at + hour), none)
  // The second 02:30; half an hour earlier, the clock shows 02:00 again.
  assert.deepEqual(state({ weekly: [night(false)] }, at + hour), both)
  assert.deepEqual(state({ weekly: [night(false)] }, at + hour / 2), none)
})

/** A clock change, and a window whose start or end is exactly there, nearby, or anywhere in the week. */
const placed = fc
  .record({
    at: fc.constantFrom(...changes),
    isAfter: fc.boolean(),
    isStart: fc.boolean(),
    distance: fc.oneof(
      fc.constant(0),
      { weight: 3, arbitrary: fc.integer({ min: -130, max: 130 }) },
      fc.integer({ min: -1600, max: 1600 }),
      fc.nat(minutesPerWeek - 1),
    ),
    length: fc.oneof({ weight: 2, arbitrary: fc.integer({ min: 1, max: 150 }) }, fc.nat(minutesPerWeek - 1)),
  })
  .map(({ at: { zone, change }, isAfter, isStart, distance, length }) => {
    const edge =
      (isAfter ? getWallMinuteOfWeek(zone, change) : getWallMinuteOfWeek(zone, change - minute) + 1) + distance
    const start = isStart ? edge : edge - length
    const window: WeeklyWindow = { start_minute: inWeek(start), end_minute: inWeek(start + length) }
    return { zone, change, window }
  })
const nearby = fc.integer({ min: -26 * hour, max: 26 * hour })

function windowsAgree(made: Rules): boolean {
  return !fc.check(
    fc.property(placed, nearby, nearby, ({ zone, change, window }, one, other) => {
      const [from, to] = [change + Math.min(one, other), change + Math.max(one, other)]
      const held = made.weeklyWindows(window, zone, { start: from, end: to })
      const isSound = held.every(
        ({ start, end }, index) => start < end && start >= from && end <= to && start > (held[index - 1]?.end ?? -1),
      )
      const hours = shownMinutes(window)
      for (let at = from; at < to; at = nextMinute(at)) {
        // Nothing changes within a minute, so its first and last instants within the range are sufficient.
        const last = Math.min(nextMinute(at), to) - 1
        const inside = hours.has(getWallMinuteOfWeek(zone, at))
        if (covers(held, at) !== inside || covers(held, last) !== inside) return false
      }
      return isSound
    }),
    { numRuns: 300, endOnFailure: true },
  ).failed
}

function withinAgrees(made: Rules): boolean {
  return !fc.check(
    fc.property(placed, nearby, ({ zone, change, window }, shiftBy) => {
      const hours = shownMinutes(window)
      return [change + shiftBy, change - 1, change, change + (shiftBy % hour)].every(
        (instant) => made.isWithin(window, zone, instant) === hours.has(getWallMinuteOfWeek(zone, instant)),
      )
    }),
    { numRuns: 2000, endOnFailure: true },
  ).failed
}

function boundaryAgrees(made: Rules): boolean {
  return !fc.check(
    fc.property(placed, nearby, ({ zone, change, window }, shiftBy) => {
      const instant = change + shiftBy
      const next = made.nextBoundary(window, zone, instant)
      const hours = shownMinutes(window)
      const inside = hours.has(getWallMinuteOfWeek(zone, instant))
      // The oracle is slow, so it only tests two days, and the boundary itself.
      const horizon = instant + 2 * day
      let expected = nextMinute(instant)
      while (expected < horizon && hours.has(getWallMinuteOfWeek(zone, expected)) === inside)
        expected = nextMinute(expected)
      if (expected < horizon) return next === expected
      if (next === undefined) return isWholeWeek(window)
      return (
        next >= horizon &&
        hours.has(getWallMinuteOfWeek(zone, next)) !== inside &&
        hours.has(getWallMinuteOfWeek(zone, next - 1)) === inside
      )
    }),
    { numRuns: 200, endOnFailure: true },
  ).failed
}

/** The minutes of the week in which the window holds, counted one by one. */
function shownMinutes({ start_minute, end_minute }: WeeklyWindow): Set<number> {
  const minutes = new Set<number>()
  let at = toMinute(start_minute)
  do {
    minutes.add(at)
    at = (at + 1) % minutesPerWeek
  } while (at !== toMinute(end_minute))
  return minutes
}

function nextMinute(instant: number): number {
  return (Math.floor(instant / minute) + 1) * minute
}

function covers(held: readonly Interval[], instant: number): boolean {
  return held.some(({ start, end }) => start <= instant && instant < end)
}

function shift({ start, end }: Interval, by: number): Interval {
  return { start: start + by, end: end + by }
}

function longer({ start_minute, end_minute }: WeeklyWindow): WeeklyWindow {
  return { start_minute, end_minute: inWeek(toMinute(end_minute) + 1) }
}

function inWeek(count: number): MinuteOfWeek {
  return splitMinuteOfWeek((count + 2 * minutesPerWeek) % minutesPerWeek)
}

function isWholeWeek({ start_minute, end_minute }: WeeklyWindow): boolean {
  return toMinute(start_minute) === toMinute(end_minute)
}

type WeekTime = readonly [day_of_week: number, hour: number, minute: number]

function weekly(start: WeekTime, end: WeekTime): WeeklyWindow {
  const of = ([day_of_week, hour, minute]: WeekTime) => ({ day_of_week, hour, minute })
  return { start_minute: of(start), end_minute: of(end) }
}

/** The UTC hours in which the window holds that night, starting on the evening before. */
function inWarsaw(date: string) {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  return (start: WeekTime, end: WeekTime) =>
    listWeeklyIntervals(weekly(start, end), 'Europe/Warsaw', {
      start: midnight - 6 * hour,
      end: midnight + 12 * hour,
    }).map((held) =>
      written(held)
        .replaceAll(/\d{4}-\d\d-\d\dT/g, '')
        .replace('/', '-'),
    )
}

function written({ start, end }: Interval): string {
  return [start, end].map((instant) => new Date(instant).toISOString().slice(0, 16)).join('/')
}
