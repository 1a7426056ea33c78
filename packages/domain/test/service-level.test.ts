import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import {
  type AccountingMethod,
  type Correction,
  computeAccountedSeconds,
  computeServiceLevel,
  computeStatusChanges,
  type Interval,
  minutesPerWeek,
  type ServiceHistory,
  type ServiceLevel,
  type ServiceStatus,
  type StatusChange,
  type StatusInterval,
  splitMinuteOfWeek,
  toMinute,
  type WeeklyWindow,
} from '../src/index.ts'
import { changes, getWallMinuteOfWeek, getWallOffset } from './wall-clock.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The rules for a single instant; each can be broken separately. */
const rules = {
  /** The millisecond within a second at which the status is read. */
  readAt: 999,
  newestWins: true,
  correctionOverSuspension: true,
  pausedByHandIsOut: true,
  gapsAreUnknown: true,
  hoursMatter: true,
  heldMessagesMatter: true,
}
type Rules = typeof rules
type Level = (history: ServiceHistory) => ServiceLevel

test('the service level equals a reference that counts every second', () => {
  assert.ok(agrees(computeServiceLevel, histories))
})

test('the same property detects each rule broken alone', () => {
  const broken: Partial<Rules>[] = [
    { readAt: 0 },
    { newestWins: false },
    { correctionOverSuspension: false },
    { pausedByHandIsOut: false },
    { gapsAreUnknown: false },
    { hoursMatter: false },
    { heldMessagesMatter: false },
  ]
  for (const rule of broken) {
    const wrong: Level = (history) => naiveLevel(history, { ...rules, ...rule })
    assert.equal(agrees(wrong, histories), false, JSON.stringify(rule))
  }
})

test('seconds are never lost or made up: they add up to the range, and those of its parts to those of the whole', () => {
  assert.ok(addsUp(computeServiceLevel))
  // Wrong: rounds each piece or each total, to the nearest second or down.
  for (const round of [Math.floor, Math.round]) {
    const inPieces: Level = (history) => roundedLevel(history, (lengths) => sum(lengths.map(round)))
    const inTotals: Level = (history) => roundedLevel(history, (lengths) => round(sum(lengths)))
    for (const wrong of [inPieces, inTotals]) assert.equal(addsUp(wrong), false)
  }
})

test('the seconds that count, those against the service and those left out share out the range, and give the level', () => {
  const shares = (account: typeof computeAccountedSeconds) =>
    !fc.check(
      fc.property(histories, (history) => {
        const { ok_seconds, not_ok_seconds, left_out_seconds } = account(history)
        const counted = ok_seconds + not_ok_seconds
        return (
          counted + left_out_seconds === secondsBetween(history) &&
          left_out_seconds >= 0 &&
          computeServiceLevel(history).service_level === (counted === 0 ? null : (100 * ok_seconds) / counted)
        )
      }),
      { numRuns: 500 },
    ).failed
  assert.ok(shares(computeAccountedSeconds))
  assert.equal(
    shares((history) => computeAccountedSeconds({ ...history, method: { ...history.method, paused: true } })),
    false,
  )
  assert.equal(
    shares((history) => ({ ...computeAccountedSeconds(history), left_out_seconds: 0 })),
    false,
  )
})

test('weekly suspensions and business hours follow the wall clock through every clock change', () => {
  assert.ok(new Set(changes.map(({ zone }) => zone)).size >= 30)
  assert.ok(agrees(computeServiceLevel, nights, 150))
  // Wrong: uses the offset of the evening before for the whole night.
  const fixedOffset: Level = (history) => {
    const { suspensions, method, zone, businessZone = zone, from } = history
    const weekly = suspensions.weekly.map((window) => ({ ...window, ...inUtc(window, zone, from) }))
    const business_hours = method.business_hours.map((window) => inUtc(window, businessZone, from))
    return computeServiceLevel({
      ...history,
      suspensions: { ...suspensions, weekly },
      method: { ...method, business_hours },
      zone: 'UTC',
      businessZone: 'UTC',
    })
  }
  const accountsHours: Level = (history) => computeServiceLevel({ ...history, businessZone: history.zone })
  const reportsSuspensions: Level = (history) =>
    computeServiceLevel({ ...history, zone: history.businessZone ?? history.zone })
  for (const wrong of [fixedOffset, accountsHours, reportsSuspensions]) assert.equal(agrees(wrong, nights, 150), false)
})

test('a Sunday of business hours is as long as the clocks make it, in spring and in autumn', () => {
  const sundays: readonly (readonly [zone: string, date: string, hours: number])[] = [
    ['Europe/Warsaw', '2026-03-29', 23],
    ['Europe/Warsaw', '2026-10-25', 25],
    ['Europe/London', '2026-03-29', 23],
    ['Europe/London', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Pacific/Auckland', '2026-09-27', 23],
    ['Pacific/Auckland', '2026-04-05', 25],
    ['Pacific/Chatham', '2026-09-27', 23],
    ['Pacific/Chatham', '2026-04-05', 25],
    ['Asia/Kolkata', '2026-03-29', 24],
  ]
  for (const [zone, date, hours] of sundays) {
    const [from, to] = [Date.parse(date) - 2 * day, Date.parse(date) + 3 * day]
    const history = whole({ from, to, zone, method: { ...method, business_hours: [weekly([7, 0], [1, 0])] } })
    assert.equal(computeAccountedSeconds(history).ok_seconds, hours * 3600, `${zone} ${date}`)
    const suspensions = { oneOff: [], weekly: [{ ...weekly([7, 0], [1, 0]), only_notifications: false }] }
    const { ok_seconds, paused_seconds } = computeServiceLevel({ ...history, method, suspensions })
    assert.deepEqual([ok_seconds, paused_seconds], [(5 * 24 - hours) * 3600, hours * 3600], `${zone} ${date}`)
  }
})

test('a correction changes the figure and leaves the raw one as it was', () => {
  const history = whole({
    raw: [
      { start: 0, end: 60 * second, status: 'ok' },
      { start: 60 * second, end: 100 * second, status: 'failure' },
    ],
    corrections: [
      { id: 1, created_at: 1, start: 60 * second, end: 100 * second, status: 'paused' },
      { id: 2, created_at: 2, start: 60 * second, end: 80 * second, status: 'ok' },
    ],
  })
  const expected = { from: 0, to: 100 * second, failure_seconds: 0, paused_seconds: 20, unknown_seconds: 0 }
  assert.deepEqual(computeServiceLevel(history), {
    ...expected,
    ok_seconds: 80,
    service_level: 100,
    raw_service_level: 60,
  })
  // Manually paused time is left out even if paused time counts.
  assert.equal(computeServiceLevel({ ...history, method: { ...method, paused: true } }).service_level, 100)
  const measured = computeServiceLevel({ ...history, method: { ...method, corrected: false } })
  assert.deepEqual([measured.service_level, measured.raw_service_level, measured.failure_seconds], [60, 60, 40])
})

test('time before the service came into being is left out, whatever else counts', () => {
  const counting = { ...method, unknown: true, paused: true }
  const history = whole({ raw: [{ start: 60 * second, end: 90 * second, status: 'ok' }], method: counting })
  assert.deepEqual(computeAccountedSeconds(history), { ok_seconds: 30, not_ok_seconds: 70, left_out_seconds: 0 })
  const later = { ...history, since: 50 * second + 999 }
  assert.deepEqual(computeAccountedSeconds(later), { ok_seconds: 30, not_ok_seconds: 20, left_out_seconds: 50 })
  assert.equal(computeServiceLevel(later).unknown_seconds, 70)
  assert.equal(computeServiceLevel({ ...history, since: 200 * second }).service_level, null)
})

test('without counted time there is no level, and otherwise it is not rounded', () => {
  const nothing = computeServiceLevel(whole({ raw: [] }))
  assert.deepEqual([nothing.unknown_seconds, nothing.service_level, nothing.raw_service_level], [100, null, null])
  assert.equal(computeServiceLevel(whole({ raw: [], method: { ...method, unknown: true } })).service_level, 0)
  assert.equal(computeServiceLevel(whole({ to: 0 })).service_level, null)
  const third = whole({ to: 3 * second, raw: [{ start: 0, end: 1 * second, status: 'failure' }, ok(1 * second, day)] })
  assert.equal(computeServiceLevel(third).service_level, 200 / 3)
  // One second of failure in a year is still visible.
  const year = whole({ to: 365 * day, raw: [{ start: 0, end: 1 * second, status: 'failure' }, ok(second, 365 * day)] })
  assert.ok((computeServiceLevel(year).service_level ?? 100) < 100)
})

test('status changes name the status of every instant, one change for equal neighbours', () => {
  assert.ok(changesAgree(computeStatusChanges))
  const unmerged: typeof computeStatusChanges = (raw, corrections, range) =>
    computeStatusChanges(raw, corrections, range).flatMap((change) =>
      (change.end_time ?? range.end) - change.start_time < 2
        ? [change]
        : [
            { ...change, end_time: change.start_time + 1 },
            { ...change, start_time: change.start_time + 1 },
          ],
    )
  const withGaps: typeof computeStatusChanges = (raw, corrections, range) =>
    computeStatusChanges(raw, corrections, range).filter(({ status }) => status !== 'unknown')
  const ended: typeof computeStatusChanges = (raw, corrections, range) =>
    computeStatusChanges(raw, corrections, range).map((change) => ({
      ...change,
      end_time: change.end_time ?? range.end,
    }))
  const unmarked: typeof computeStatusChanges = (raw, corrections, range) =>
    computeStatusChanges(raw, corrections, range).map((change) => ({ ...change, corrected: false }))
  for (const wrong of [unmerged, withGaps, ended, unmarked]) assert.equal(changesAgree(wrong), false)
})

test('the last status has not ended, and two corrections alike that meet are one change', () => {
  const made = (id: number, start: number, end: number) => ({ id, created_at: id, start, end, status: 'ok' as const })
  assert.deepEqual(
    computeStatusChanges(
      [{ start: 0, end: Number.POSITIVE_INFINITY, status: 'failure' }],
      [made(1, 10, 20), made(2, 20, 30)],
      { start: 5, end: 50 },
    ),
    [
      { status: 'failure', start_time: 5, end_time: 10, corrected: false },
      { status: 'ok', start_time: 10, end_time: 30, corrected: true },
      { status: 'failure', start_time: 30, end_time: null, corrected: false },
    ],
  )
})

test('many older corrections beneath change nothing', () => {
  const beneath = (made: readonly Correction<ServiceStatus>[]) =>
    Array.from({ length: 50 }, (_, layer) =>
      made.map((one) => ({ ...one, id: one.id - layer * 10, created_at: one.created_at - layer * 10 })),
    ).flat()
  const layered = (layers: typeof beneath): Level => {
    return (history) => computeServiceLevel({ ...history, corrections: layers(history.corrections) })
  }
  const above: typeof beneath = (made) => beneath(made).map((one) => ({ ...one, created_at: -one.created_at }))
  assert.ok(agrees(layered(beneath), histories, 500))
  assert.ok(agrees(layered(beneath), nights, 30))
  // It ends at the first history in which they differ, which may take more than a few hundred.
  assert.equal(agrees(layered(above), histories, 20_000), false)
  assert.ok(changesAgree((raw, made, range) => computeStatusChanges(raw, beneath(made), range)))
  assert.equal(
    changesAgree((raw, made, range) => computeStatusChanges(raw, above(made), range)),
    false,
  )
})

test('thirteen months with 50,000 intervals and 1,000 corrections take well under a second', (context) => {
  const [from, to] = [Date.UTC(2025, 9), Date.UTC(2026, 10)]
  const length = (to - from) / 50_000
  const raw = Array.from({ length: 50_000 }, (_, index): StatusInterval<ServiceStatus> => {
    const status = (['ok', 'failure', 'ok', 'paused'] as const)[index % 4] ?? 'ok'
    return { start: from + index * length, end: from + (index + 1 - (index % 7 === 0 ? 0.1 : 0)) * length, status }
  })
  // Short corrections are disjoint and leave many pieces between them; long ones overlap.
  const made = (lasting: number) =>
    Array.from({ length: 1000 }, (_, id): Correction<ServiceStatus> => {
      const start = from + ((id * 7919) % 1000) * ((to - from) / 1000)
      return { id, created_at: (id * 31) % 1000, start, end: start + lasting, status: id % 2 ? 'ok' : 'paused' }
    })
  const suspensions = {
    oneOff: Array.from({ length: 200 }, (_, index) => ({
      start: from + index * day,
      end: from + index * day + hour,
      only_notifications: index % 2 === 0,
    })),
    weekly: Array.from({ length: 20 }, (_, index) => ({
      ...weekly([(index % 7) + 1, index % 24], [(index % 7) + 1, (index % 24) + 1]),
      only_notifications: index % 2 === 0,
    })),
  }
  const business_hours = [1, 2, 3, 4, 5].map((weekday) => weekly([weekday, 8], [weekday, 18]))
  // CPU time, so that a busy machine makes no difference.
  const time = (act: () => unknown) => {
    const start = process.cpuUsage()
    act()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  }
  for (const [name, lasting] of [['short', hour] as const, ['long', 2 * day] as const]) {
    const corrections = made(lasting)
    const history: ServiceHistory = {
      ...{ from, to, raw, corrections, suspensions, zone: 'Europe/Warsaw' },
      method: { ...method, suspended: false, business_hours },
    }
    const level = Math.min(...[1, 2, 3].map(() => time(() => computeServiceLevel(history))))
    const list = Math.min(
      ...[1, 2, 3].map(() => time(() => computeStatusChanges(raw, corrections, { start: from, end: to }))),
    )
    context.diagnostic(`${name}: service level in ${level.toFixed(0)} ms, status changes in ${list.toFixed(0)} ms`)
    assert.ok(level < 900 && list < 900)
    assert.equal(addUp(computeServiceLevel(history)), (to - from) / second)
  }
})

const method: AccountingMethod = {
  unknown: false,
  paused: false,
  suspended: true,
  corrected: true,
  business_hours: [],
}

const statuses = fc.constantFrom<ServiceStatus>('ok', 'failure', 'paused', 'unknown')
const flags = fc.record({
  unknown: fc.boolean(),
  paused: fc.boolean(),
  suspended: fc.boolean(),
  corrected: fc.boolean(),
})

// Forty seconds around a full hour, so that boundaries within a second matter and business hours begin inside.
const histories: fc.Arbitrary<ServiceHistory> = fc
  .record({
    ...parts(Date.UTC(2026, 5, 10, 8) - 20 * second, 40 * second),
    flags,
    from: fc.nat(15_000),
    hours: fc.nat(2),
  })
  .chain(({ from, ...rest }) => fc.nat(25_000).map((length) => ({ ...rest, from, length })))
  .map(({ raw, corrections, oneOff, flags, from, length, hours }) => {
    const start = Date.UTC(2026, 5, 10, 8) - 20 * second + from
    // Wednesday from 8:00, Wednesday until 8:00, or always.
    const business_hours = [[weekly([3, 8], [3, 9])], [weekly([3, 7], [3, 8])], []][hours] ?? []
    return {
      ...{ from: start, to: start + length, raw, corrections, zone: 'UTC' },
      suspensions: { oneOff, weekly: [] },
      method: { ...flags, business_hours },
    }
  })

// About an hour on either side of a clock change, with windows whose wall-clock limits are near it.
const nights: fc.Arbitrary<ServiceHistory> = fc
  .record({
    night: fc.constantFrom(...changes),
    elsewhere: fc.option(fc.constantFrom(...changes), { nil: undefined }),
    flags,
    suspended: fc.array(fc.tuple(fc.nat(180), fc.nat(180), fc.boolean()), { minLength: 1, maxLength: 2 }),
    hours: fc.array(fc.tuple(fc.nat(180), fc.nat(180)), { maxLength: 2 }),
    drawn: fc.record(parts(0, 3 * hour)),
  })
  .map(({ night, elsewhere, flags, suspended, hours, drawn }) => {
    const from = night.change - 90 * minute
    const businessZone = elsewhere?.zone
    const moved = <Kind extends Interval>(one: Kind) => ({ ...one, start: one.start + from, end: one.end + from })
    const near = (zone: string, first: number, last: number) => ({
      start_minute: splitMinuteOfWeek(getWallMinuteOfWeek(zone, from + first * minute)),
      end_minute: splitMinuteOfWeek(getWallMinuteOfWeek(zone, from + last * minute)),
    })
    const weeklySuspensions = suspended.map(([first, last, only_notifications]) => ({
      ...near(night.zone, first, last),
      only_notifications,
    }))
    return {
      ...{ from, to: from + 3 * hour, zone: night.zone, ...(businessZone === undefined ? {} : { businessZone }) },
      raw: drawn.raw.map(moved),
      corrections: drawn.corrections.map(moved),
      suspensions: { oneOff: drawn.oneOff.map(moved), weekly: weeklySuspensions },
      method: {
        ...flags,
        business_hours: hours.map(([first, last]) => near(businessZone ?? night.zone, first, last)),
      },
    }
  })

/** Intervals with and without gaps; corrections with few creation times, so that the id often decides; some empty. */
function parts(from: number, length: number) {
  const instant = fc.nat(length).map((after) => from + after)
  const raw = fc
    .array(fc.record({ gap: fc.option(fc.nat(length / 10)), length: fc.nat(length / 4), status: statuses }), {
      maxLength: 10,
    })
    .map((steps) => {
      let at = from
      return steps.map(({ gap, length, status }): StatusInterval<ServiceStatus> => {
        const start = at + (gap ?? 0)
        at = start + length
        return { start, end: at, status }
      })
    })
  const corrections = fc
    .array(fc.record({ created_at: fc.nat(2), start: instant, end: instant, status: statuses }), { maxLength: 5 })
    .chain((list) => fc.shuffledSubarray(list.map((correction, id) => ({ ...correction, id }))))
  const oneOff = fc.array(fc.record({ start: instant, end: instant, only_notifications: fc.boolean() }), {
    maxLength: 3,
  })
  return { raw, corrections, oneOff }
}

function agrees(level: Level, arbitrary: fc.Arbitrary<ServiceHistory>, numRuns = 1000): boolean {
  return !fc.check(
    fc.property(arbitrary, (history) => isDeepStrictEqual(level(history), naiveLevel(history, rules))),
    { numRuns, endOnFailure: true },
  ).failed
}

/** Computes second by second, only with comparisons. */
function naiveLevel(history: ServiceHistory, broken: Rules): ServiceLevel {
  const { from, to, method } = history
  const seconds = { ok: 0, failure: 0, paused: 0, unknown: 0 }
  const counted = { ok: 0, notOk: 0 }
  const raw = { ok: 0, notOk: 0 }
  for (let at = Math.floor(from / second) * second; at < Math.floor(to / second) * second; at += second) {
    const instant = at + broken.readAt
    const measured = measuredAt(history, instant, broken)
    const byHand = method.corrected ? correctionAt(history, instant, broken) : undefined
    const corrected = byHand?.status ?? measured
    seconds[corrected] += 1
    if (!countsAt(history, instant, broken)) continue
    add(raw, measured, method, false)
    add(counted, corrected, method, byHand !== undefined && broken.pausedByHandIsOut)
  }
  return {
    from,
    to,
    ok_seconds: seconds.ok,
    failure_seconds: seconds.failure,
    paused_seconds: seconds.paused,
    unknown_seconds: seconds.unknown,
    service_level: counted.ok + counted.notOk === 0 ? null : (100 * counted.ok) / (counted.ok + counted.notOk),
    raw_service_level: raw.ok + raw.notOk === 0 ? null : (100 * raw.ok) / (raw.ok + raw.notOk),
  }
}

function add(figure: { ok: number; notOk: number }, status: ServiceStatus, method: AccountingMethod, byHand: boolean) {
  if (status === 'ok') figure.ok += 1
  if (status === 'failure' || (status === 'unknown' && method.unknown)) figure.notOk += 1
  if (status === 'paused' && method.paused && !byHand) figure.notOk += 1
}

function measuredAt(history: ServiceHistory, instant: number, broken: Rules): ServiceStatus {
  if (isSuspended(history, instant, false)) return 'paused'
  const seen = history.raw.find((piece) => covers(piece, instant))
  return seen?.status ?? (broken.gapsAreUnknown ? 'unknown' : 'ok')
}

function correctionAt(history: ServiceHistory, instant: number, broken: Rules) {
  if (!broken.correctionOverSuspension && isSuspended(history, instant, false)) return undefined
  const sign = broken.newestWins ? 1 : -1
  let found: Correction<ServiceStatus> | undefined
  for (const one of history.corrections) {
    if (!covers(one, instant)) continue
    if (found === undefined || sign * (one.created_at - found.created_at || one.id - found.id) > 0) found = one
  }
  return found
}

function countsAt(history: ServiceHistory, instant: number, broken: Rules): boolean {
  const { method, zone, businessZone = zone } = history
  if (!method.suspended && broken.heldMessagesMatter && isSuspended(history, instant, true)) return false
  if (method.business_hours.length === 0 || !broken.hoursMatter) return true
  return method.business_hours.some((window) => isShown(window, businessZone, instant))
}

function isSuspended({ suspensions, zone }: ServiceHistory, instant: number, onlyNotifications: boolean): boolean {
  return (
    suspensions.oneOff.some((one) => one.only_notifications === onlyNotifications && covers(one, instant)) ||
    suspensions.weekly.some((one) => one.only_notifications === onlyNotifications && isShown(one, zone, instant))
  )
}

function isShown({ start_minute, end_minute }: WeeklyWindow, zone: string, instant: number): boolean {
  const [start, end, now] = [toMinute(start_minute), toMinute(end_minute), getWallMinuteOfWeek(zone, instant)]
  return start < end ? start <= now && now < end : now >= start || now < end
}

function addsUp(level: Level): boolean {
  return !fc.check(
    fc.property(histories, fc.nat(25_000), (drawn, after) => {
      const history = { ...drawn, suspensions: { oneOff: [], weekly: [] } }
      const cut = Math.min(history.from + after, history.to)
      const [all, first, last] = [level(history), level({ ...history, to: cut }), level({ ...history, from: cut })]
      const names = ['ok_seconds', 'failure_seconds', 'paused_seconds', 'unknown_seconds'] as const
      return (
        addUp(all) === secondsBetween(history) &&
        names.every((name) => Number.isInteger(all[name]) && all[name] === first[name] + last[name])
      )
    }),
    { numRuns: 500, endOnFailure: true },
  ).failed
}

/** Deliberately wrong: rounds lengths instead of boundaries. */
function roundedLevel(history: ServiceHistory, round: (seconds: readonly number[]) => number): ServiceLevel {
  const { raw, corrections, from, to } = history
  const list = computeStatusChanges(raw, history.method.corrected ? corrections : [], { start: from, end: to })
  const seconds = (status: ServiceStatus) =>
    round(
      list
        .filter((change) => change.status === status)
        .map(({ start_time, end_time }) => ((end_time ?? to) - start_time) / second),
    )
  return {
    ...computeServiceLevel(history),
    ok_seconds: seconds('ok'),
    failure_seconds: seconds('failure'),
    paused_seconds: seconds('paused'),
    unknown_seconds: seconds('unknown'),
  }
}

function changesAgree(list: typeof computeStatusChanges): boolean {
  const small = fc.record({ ...parts(0, 40), from: fc.nat(20), length: fc.integer({ min: 1, max: 20 }) })
  return !fc.check(
    fc.property(small, ({ raw, corrections, from, length }) => {
      const to = from + length
      const found = list(raw, corrections, { start: from, end: to })
      const ends = found.map(({ end_time }) => end_time ?? to)
      const history = whole({ raw, corrections })
      return (
        found.every((change, index) => change.start_time === (ends[index - 1] ?? from)) &&
        found.every((change, index) => (change.end_time === null) === (index === found.length - 1)) &&
        found.every((change, index) => !alike(change, found[index + 1])) &&
        Array.from({ length }, (_, after) => from + after).every((point) => {
          const byHand = correctionAt(history, point, rules)
          const change = found.find(({ start_time, end_time }) => start_time <= point && point < (end_time ?? to))
          return (
            change?.status === (byHand?.status ?? measuredAt(history, point, rules)) &&
            change.corrected === (byHand !== undefined)
          )
        })
      )
    }),
    { numRuns: 1000, endOnFailure: true },
  ).failed
}

function alike(one: StatusChange, other: StatusChange | undefined): boolean {
  return one.status === other?.status && one.corrected === other.corrected
}

function whole(given: Partial<ServiceHistory>): ServiceHistory {
  const { from = 0, to = 100 * second } = given
  const suspensions = { oneOff: [], weekly: [] }
  return { from, to, raw: [ok(from, to)], corrections: [], suspensions, zone: 'UTC', method, ...given }
}

function ok(start: number, end: number): StatusInterval<ServiceStatus> {
  return { start, end, status: 'ok' }
}

type Hour = readonly [day_of_week: number, hour: number]

function weekly(start: Hour, end: Hour): WeeklyWindow {
  const of = ([day_of_week, hour]: Hour) => ({ day_of_week, hour, minute: 0 })
  return { start_minute: of(start), end_minute: of(end) }
}

function inUtc({ start_minute, end_minute }: WeeklyWindow, zone: string, instant: number): WeeklyWindow {
  const offset = getWallOffset(zone, instant) / minute
  const moved = (count: number) => splitMinuteOfWeek((count - offset + 2 * minutesPerWeek) % minutesPerWeek)
  return { start_minute: moved(toMinute(start_minute)), end_minute: moved(toMinute(end_minute)) }
}

function covers({ start, end }: Interval, point: number): boolean {
  return start <= point && point < end
}

function secondsBetween({ from, to }: ServiceHistory): number {
  return Math.floor(to / second) - Math.floor(from / second)
}

function addUp({ ok_seconds, failure_seconds, paused_seconds, unknown_seconds }: ServiceLevel): number {
  return ok_seconds + failure_seconds + paused_seconds + unknown_seconds
}

function sum(values: readonly number[]): number {
  return values.reduce((one, other) => one + other, 0)
}
