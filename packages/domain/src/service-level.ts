import { type CorrectedInterval, type Correction, correctedIntervals, type StatusInterval } from './correction.ts'
import { type Interval, intersectIntervals, mergeIntervals, subtractIntervals, totalLength } from './interval.ts'
import { type Suspension, type Suspensions, type WeeklyWindow, weeklyWindows } from './window.ts'

const second = 1000

export type ServiceStatus = 'ok' | 'failure' | 'paused' | 'unknown'

/** What counts in a service level. */
export interface AccountingMethod {
  /** Unknown time counts as not ok; else it is left out. */
  readonly unknown: boolean
  /** Paused time counts as not ok; else it is left out. What a correction paused is always left out. */
  readonly paused: boolean
  /** Time in suspensions that only hold messages counts as it is; else it is left out. */
  readonly suspended: boolean
  /** Corrections count; else the figures are those that were measured. */
  readonly corrected: boolean
  /** Time outside these is left out; none: all time counts. */
  readonly business_hours: readonly WeeklyWindow[]
}

/** All that the service level of one service follows from; times in epoch milliseconds. */
export interface ServiceHistory {
  readonly from: number
  readonly to: number
  /** What was seen, disjoint; what lies between is unknown. */
  readonly raw: readonly StatusInterval<ServiceStatus>[]
  readonly corrections: readonly Correction<ServiceStatus>[]
  readonly suspensions: Suspensions
  /** The zone of the account, in which weekly suspensions are. */
  readonly zone: string
  readonly method: AccountingMethod
  /** The zone of the report, in which business hours are; that of the account if left out. */
  readonly businessZone?: string
}

export interface ServiceLevel {
  readonly from: number
  readonly to: number
  readonly ok_seconds: number
  readonly failure_seconds: number
  readonly paused_seconds: number
  readonly unknown_seconds: number
  /** Percent from 0 to 100, not rounded; null where nothing counts. */
  readonly service_level: number | null
  /** The same without corrections. */
  readonly raw_service_level: number | null
}

/** The range shared out by what it does to the figure. */
export interface AccountedSeconds {
  readonly ok_seconds: number
  readonly not_ok_seconds: number
  readonly left_out_seconds: number
}

export interface StatusChange {
  readonly status: ServiceStatus
  readonly start_time: number
  /** Null where the status still held at the end of the range. */
  readonly end_time: number | null
  /** Whether it was imposed by a correction. */
  readonly corrected: boolean
}

/**
 * The service level in [from, to): ok / (ok + not ok) over what counts.
 *
 * At every instant the newest correction says what the status is; where there is none, a suspension of monitoring makes
 * it paused; where there is none either, it is what was seen, and unknown where nothing was.
 *
 * Every boundary is cut down to its whole second, as the API shows it, before anything is counted. So each second
 * has one status (the one at its last millisecond), the seconds of all statuses add up to the range, those of its parts
 * add up to those of the whole, and whoever counts with the times shown gets the same figures.
 *
 * The seconds of the statuses are those of the whole range, whatever counts; what counts is in `accountedSeconds`.
 */
export function serviceLevel(history: ServiceHistory): ServiceLevel {
  const measured = measuredIn(history)
  const account = accountOf(history)
  const raw = statusesOf(measured, [], history)
  const shown = account.corrections.length === 0 ? raw : statusesOf(measured, account.corrections, history)
  return {
    from: history.from,
    to: history.to,
    ...secondsOf(shown),
    service_level: percentage(accounted(shown, account)),
    raw_service_level: percentage(accounted(raw, account)),
  }
}

/** The seconds that `service_level` is computed from; all three add up to the range. */
export function accountedSeconds(history: ServiceHistory): AccountedSeconds {
  const account = accountOf(history)
  return accounted(statusesOf(measuredIn(history), account.corrections, history), account)
}

/**
 * The statuses in a range one after another, without gaps: where nothing was seen nor corrected, unknown. Neighbours
 * of the same status are one change, unless one was corrected and the other seen.
 */
export function statusChanges(
  raw: readonly StatusInterval<ServiceStatus>[],
  corrections: readonly Correction<ServiceStatus>[],
  range: Interval,
): StatusChange[] {
  const changes: { status: ServiceStatus; start_time: number; end_time: number; corrected: boolean }[] = []
  for (const piece of correctedInSlices(withoutGaps(raw, range), corrections, range)) {
    const last = changes.at(-1)
    const corrected = piece.correction_id !== null
    if (last?.status === piece.status && last.corrected === corrected) last.end_time = piece.end
    else changes.push({ status: piece.status, start_time: piece.start, end_time: piece.end, corrected })
  }
  return changes.map((change) => (change.end_time === range.end ? { ...change, end_time: null } : change))
}

/** What follows from the method alone, whatever the statuses are. */
interface Account {
  readonly corrections: readonly Correction<ServiceStatus>[]
  readonly counts: readonly Interval[]
  readonly notOk: readonly ServiceStatus[]
}

/** Where the service had which status, and where that was imposed. */
interface Statuses {
  readonly range: Interval
  readonly seen: ReadonlyMap<ServiceStatus, readonly Interval[]>
  readonly imposed: ReadonlyMap<ServiceStatus, readonly Interval[]>
}

function accountOf(history: ServiceHistory): Account {
  const { method, corrections, zone, businessZone = zone } = history
  const range = rangeOf(history)
  const open =
    method.business_hours.length === 0 ? [range] : weeklyIntervals(method.business_hours, businessZone, range)
  const leftOut = method.suspended ? [] : suspendedIn(history, true)
  return {
    corrections: method.corrected ? corrections.map(toSeconds) : [],
    counts: subtractIntervals(open, leftOut),
    notOk: [
      'failure',
      ...(method.unknown ? (['unknown'] as const) : []),
      ...(method.paused ? (['paused'] as const) : []),
    ],
  }
}

/** What was seen, paused where monitoring was suspended. */
function measuredIn(history: ServiceHistory): StatusInterval<ServiceStatus>[] {
  const paused = suspendedIn(history, false)
  const seen = [...Map.groupBy(history.raw.map(toSeconds), ({ status }) => status)].flatMap(([status, intervals]) =>
    subtractIntervals(intervals, paused).map((interval) => ({ ...interval, status })),
  )
  return withoutGaps(
    [...seen, ...paused.map((interval) => ({ ...interval, status: 'paused' as const }))],
    rangeOf(history),
  )
}

function statusesOf(
  measured: readonly StatusInterval<ServiceStatus>[],
  corrections: readonly Correction<ServiceStatus>[],
  history: ServiceHistory,
): Statuses {
  const range = rangeOf(history)
  const pieces = correctedInSlices(measured, corrections, range)
  const byStatus = (imposed: boolean) =>
    Map.groupBy(
      pieces.filter(({ correction_id }) => (correction_id !== null) === imposed),
      ({ status }) => status,
    )
  return { range, seen: byStatus(false), imposed: byStatus(true) }
}

/** Cut here and there besides: each correction is laid over all that is left, so many are quicker in a short range. */
function correctedInSlices(
  raw: readonly StatusInterval<ServiceStatus>[],
  corrections: readonly Correction<ServiceStatus>[],
  range: Interval,
): CorrectedInterval<ServiceStatus>[] {
  const slices = Math.min(Math.ceil(corrections.length / 32), 32)
  if (slices <= 1) return correctedIntervals(raw, corrections, range)
  const cut = (slice: number) => range.start + Math.floor(((range.end - range.start) * slice) / slices)
  return Array.from({ length: slices }, (_, slice) => {
    const [start, end] = [cut(slice), cut(slice + 1)]
    const reaches = (one: Interval) => one.start < end && one.end > start
    return correctedIntervals(raw.filter(reaches), corrections.filter(reaches), { start, end })
  }).flat()
}

function secondsOf({ seen, imposed }: Statuses) {
  const seconds = (status: ServiceStatus) =>
    (totalLength(seen.get(status) ?? []) + totalLength(imposed.get(status) ?? [])) / second
  return {
    ok_seconds: seconds('ok'),
    failure_seconds: seconds('failure'),
    paused_seconds: seconds('paused'),
    unknown_seconds: seconds('unknown'),
  }
}

function accounted({ range, seen, imposed }: Statuses, { counts, notOk }: Account): AccountedSeconds {
  const seconds = (intervals: readonly Interval[] = []) => totalLength(intersectIntervals(intervals, counts)) / second
  const ok_seconds = seconds(seen.get('ok')) + seconds(imposed.get('ok'))
  const not_ok_seconds = notOk.reduce(
    // A correction to paused is made to take the time out, so it never counts against the service.
    (sum, status) => sum + seconds(seen.get(status)) + (status === 'paused' ? 0 : seconds(imposed.get(status))),
    0,
  )
  return { ok_seconds, not_ok_seconds, left_out_seconds: totalLength([range]) / second - ok_seconds - not_ok_seconds }
}

function percentage({ ok_seconds, not_ok_seconds }: AccountedSeconds): number | null {
  const counted = ok_seconds + not_ok_seconds
  return counted === 0 ? null : (100 * ok_seconds) / counted
}

function suspendedIn(history: ServiceHistory, onlyNotifications: boolean): Interval[] {
  const { suspensions, zone } = history
  const isWanted = ({ only_notifications }: Suspension) => only_notifications === onlyNotifications
  return mergeIntervals([
    ...suspensions.oneOff.filter(isWanted).map(toSeconds),
    ...weeklyIntervals(suspensions.weekly.filter(isWanted), zone, rangeOf(history)),
  ])
}

function weeklyIntervals(windows: readonly WeeklyWindow[], zone: string, range: Interval): Interval[] {
  return windows.flatMap((window) => weeklyWindows(window, zone, range))
}

function withoutGaps(raw: readonly StatusInterval<ServiceStatus>[], range: Interval): StatusInterval<ServiceStatus>[] {
  return [...raw, ...subtractIntervals([range], raw).map((gap) => ({ ...gap, status: 'unknown' as const }))]
}

function rangeOf({ from, to }: ServiceHistory): Interval {
  return toSeconds({ start: from, end: to })
}

function toSeconds<Kind extends Interval>(interval: Kind): Kind {
  const { start, end } = interval
  return { ...interval, start: Math.floor(start / second) * second, end: Math.floor(end / second) * second }
}
