import { type CorrectedInterval, type Correction, correctIntervals, type StatusInterval } from './correction.ts'
import { type Interval, intersectIntervals, mergeIntervals, subtractIntervals, sumLengths } from './interval.ts'
import { secondMs } from './time-units.ts'
import { listIntervalsInPieces, type Suspension, type Suspensions, splitByOffset, type WeeklyWindow } from './window.ts'

export type ServiceStatus = 'ok' | 'failure' | 'paused' | 'unknown'

/** The settings that decide which time counts in a service level. */
export interface AccountingMethod {
  /** Whether unknown time counts as not ok; otherwise it is left out. */
  readonly unknown: boolean
  /**
   * Whether paused time counts as not ok; otherwise it is left out. Time that a correction paused is always left out.
   */
  readonly paused: boolean
  /** Whether time counts in maintenance windows that only suppress notifications; otherwise it is left out. */
  readonly suspended: boolean
  /** Whether corrections are applied; otherwise the numbers are as measured. */
  readonly corrected: boolean
  /** Time outside these windows is left out; if the list is empty, all time counts. */
  readonly business_hours: readonly WeeklyWindow[]
}

/** The default accounting method: known time counts, with corrections. */
export const defaultMethod: AccountingMethod = {
  unknown: false,
  paused: false,
  suspended: true,
  corrected: true,
  business_hours: [],
}

/** The input for the service level of one service; times in epoch milliseconds. */
export interface ServiceHistory {
  readonly from: number
  readonly to: number
  /** The measured statuses, disjoint; the time between them is unknown. */
  readonly raw: readonly StatusInterval<ServiceStatus>[]
  readonly corrections: readonly Correction<ServiceStatus>[]
  readonly suspensions: Suspensions
  /** The time zone of the account, used for weekly maintenance windows. */
  readonly zone: string
  readonly method: AccountingMethod
  /** The time zone of the report, used for business hours; by default, the one of the account. */
  readonly businessZone?: string
  /** When the service was created: earlier time is left out, even if unknown or paused time counts. */
  readonly since?: number
}

export interface ServiceLevel {
  readonly from: number
  readonly to: number
  readonly ok_seconds: number
  readonly failure_seconds: number
  readonly paused_seconds: number
  readonly unknown_seconds: number
  /** A percentage from 0 to 100, not rounded; null if no time counts. */
  readonly service_level: number | null
  /** The same without corrections. */
  readonly raw_service_level: number | null
}

/** The seconds of a range, divided by their effect on the service level. */
export interface AccountedSeconds {
  readonly ok_seconds: number
  readonly not_ok_seconds: number
  readonly left_out_seconds: number
}

export interface StatusChange {
  readonly status: ServiceStatus
  readonly start_time: number
  /** Null if the status continues until the end of the range. */
  readonly end_time: number | null
  /** Whether the status comes from a correction. */
  readonly corrected: boolean
}

/**
 * Computes the service level in [from, to): ok / (ok + not ok), over the time that counts.
 *
 * At every instant, the newest correction gives the status. If there is none, a maintenance window that pauses the
 * service makes it paused. Otherwise the status is the measured one, or unknown if nothing was measured.
 *
 * All boundaries are rounded down to whole seconds, as the API shows them, before anything is counted. So each second
 * has one status (the one at its last millisecond), the seconds of all statuses add up to the range, the seconds of its
 * parts add up to those of the whole, and a calculation with the times of the API gives the same numbers.
 *
 * The seconds by status are those of the whole range, whether or not it counts; `computeAccountedSeconds` returns the
 * seconds that count.
 */
export function computeServiceLevel(history: ServiceHistory): ServiceLevel {
  const measured = computeMeasured(history)
  const accounting = toAccounting(history)
  const raw = applyCorrections(measured, [], history)
  const corrected =
    accounting.corrections.length === 0 ? raw : applyCorrections(measured, accounting.corrections, history)
  return {
    from: history.from,
    to: history.to,
    ...countSeconds(corrected),
    service_level: computePercentage(computeSeconds(corrected, accounting)),
    raw_service_level: computePercentage(computeSeconds(raw, accounting)),
  }
}

/** Returns the seconds from which `service_level` is computed; all three numbers add up to the range. */
export function computeAccountedSeconds(history: ServiceHistory): AccountedSeconds {
  const accounting = toAccounting(history)
  return computeSeconds(applyCorrections(computeMeasured(history), accounting.corrections, history), accounting)
}

/** The effect of a stretch of time on the service level. */
export type LevelEffect = 'ok' | 'not_ok' | 'left_out'

/** A stretch of time with one status and one effect on the service level. */
export interface AccountedInterval extends StatusInterval<ServiceStatus> {
  /** The correction that set the status; null if the status was measured. */
  readonly correction_id: number | null
  readonly accounted: LevelEffect
}

/**
 * Returns the whole range as stretches of time, in order and without gaps, from which every value of a report can be
 * added up. With `raw`, they are as measured, whatever the method says about corrections.
 */
export function listAccountedIntervals(history: ServiceHistory, { raw = false } = {}): AccountedInterval[] {
  const accounting = toAccounting(history)
  const corrections = raw ? [] : accounting.corrections
  const pieces = correctInSlices(computeMeasured(history), corrections, getRange(history))
  return splitByCounted(pieces, mergeIntervals(accounting.countedTime)).map(({ isCounted, ...piece }) => ({
    ...piece,
    accounted: isCounted ? classifyTime(piece, accounting.notOk) : 'left_out',
  }))
}

/**
 * Adds up stretches of time by their effect. Returns the same numbers as `computeAccountedSeconds`, without dividing
 * the range again.
 */
export function sumAccounted(intervals: readonly AccountedInterval[]): AccountedSeconds {
  const sumSeconds = (effect: LevelEffect) =>
    sumLengths(intervals.filter(({ accounted }) => accounted === effect)) / secondMs
  return {
    ok_seconds: sumSeconds('ok'),
    not_ok_seconds: sumSeconds('not_ok'),
    left_out_seconds: sumSeconds('left_out'),
  }
}

/**
 * Returns the statuses in a range in order, without gaps: time that was neither measured nor corrected is unknown.
 * Neighbours with the same status are joined, unless one was corrected and the other measured.
 */
export function computeStatusChanges(
  raw: readonly StatusInterval<ServiceStatus>[],
  corrections: readonly Correction<ServiceStatus>[],
  range: Interval,
): StatusChange[] {
  const changes: { status: ServiceStatus; start_time: number; end_time: number; corrected: boolean }[] = []
  for (const piece of correctInSlices(fillGaps(raw, range), corrections, range)) {
    const last = changes.at(-1)
    const corrected = piece.correction_id !== null
    if (last?.status === piece.status && last.corrected === corrected) last.end_time = piece.end
    else changes.push({ status: piece.status, start_time: piece.start, end_time: piece.end, corrected })
  }
  return changes.map((change) => (change.end_time === range.end ? { ...change, end_time: null } : change))
}

/** The result of the accounting method alone, independent of the statuses. */
interface AccountingBasis {
  readonly corrections: readonly Correction<ServiceStatus>[]
  /** The time that counts. */
  readonly countedTime: readonly Interval[]
  /** The statuses that count as not ok. */
  readonly notOk: readonly ServiceStatus[]
}

/** The intervals of each status, divided into measured and corrected ones. */
interface Statuses {
  readonly range: Interval
  readonly measured: ReadonlyMap<ServiceStatus, readonly Interval[]>
  readonly corrected: ReadonlyMap<ServiceStatus, readonly Interval[]>
}

function toAccounting(history: ServiceHistory): AccountingBasis {
  const { method, corrections, zone, businessZone = zone } = history
  const range = getRange(history)
  const businessIntervals =
    method.business_hours.length === 0 ? [range] : expandWeeklyWindows(method.business_hours, businessZone, range)
  const excluded = method.suspended ? [] : listSuspended(history, true)
  return {
    corrections: method.corrected ? corrections.map(toSeconds) : [],
    countedTime: subtractIntervals(intersectIntervals(businessIntervals, [findLifetime(history)]), excluded),
    notOk: [
      'failure',
      ...(method.unknown ? (['unknown'] as const) : []),
      ...(method.paused ? (['paused'] as const) : []),
    ],
  }
}

/** Returns the measured statuses without gaps; time in a maintenance window that pauses the service is paused. */
function computeMeasured(history: ServiceHistory): StatusInterval<ServiceStatus>[] {
  const paused = listSuspended(history, false)
  const unpaused = [...Map.groupBy(history.raw.map(toSeconds), ({ status }) => status)].flatMap(([status, intervals]) =>
    subtractIntervals(intervals, paused).map((interval) => ({ ...interval, status })),
  )
  return fillGaps(
    [...unpaused, ...paused.map((interval) => ({ ...interval, status: 'paused' as const }))],
    getRange(history),
  )
}

function applyCorrections(
  measured: readonly StatusInterval<ServiceStatus>[],
  corrections: readonly Correction<ServiceStatus>[],
  history: ServiceHistory,
): Statuses {
  const range = getRange(history)
  const pieces = correctInSlices(measured, corrections, range)
  const byStatus = (isCorrected: boolean) =>
    Map.groupBy(
      pieces.filter(({ correction_id }) => (correction_id !== null) === isCorrected),
      ({ status }) => status,
    )
  return { range, measured: byStatus(false), corrected: byStatus(true) }
}

/**
 * Applies corrections slice by slice: the cost of a correction grows with the number of intervals, so many corrections
 * are applied faster to short ranges. The result may be divided at the boundaries of the slices.
 */
function correctInSlices(
  raw: readonly StatusInterval<ServiceStatus>[],
  corrections: readonly Correction<ServiceStatus>[],
  range: Interval,
): CorrectedInterval<ServiceStatus>[] {
  const slices = Math.min(Math.ceil(corrections.length / 32), 32)
  if (slices <= 1) return correctIntervals(raw, corrections, range)
  // After whole seconds, or the seconds of the pieces would be fractions, whose sums are not exact.
  const sliceMs = Math.floor((range.end - range.start) / slices / secondMs) * secondMs
  const getBoundary = (slice: number) => (slice === slices ? range.end : range.start + slice * sliceMs)
  return Array.from({ length: slices }, (_, slice) => {
    const [start, end] = [getBoundary(slice), getBoundary(slice + 1)]
    const overlapsSlice = (one: Interval) => one.start < end && one.end > start
    return correctIntervals(raw.filter(overlapsSlice), corrections.filter(overlapsSlice), { start, end })
  }).flat()
}

function countSeconds({ measured, corrected }: Statuses) {
  const sumStatusSeconds = (status: ServiceStatus) =>
    (sumLengths(measured.get(status) ?? []) + sumLengths(corrected.get(status) ?? [])) / secondMs
  return {
    ok_seconds: sumStatusSeconds('ok'),
    failure_seconds: sumStatusSeconds('failure'),
    paused_seconds: sumStatusSeconds('paused'),
    unknown_seconds: sumStatusSeconds('unknown'),
  }
}

function computeSeconds(
  { range, measured, corrected }: Statuses,
  { countedTime, notOk }: AccountingBasis,
): AccountedSeconds {
  const sumCountedSeconds = (intervals: readonly Interval[] = []) =>
    sumLengths(intersectIntervals(intervals, countedTime)) / secondMs
  const ok_seconds = sumCountedSeconds(measured.get('ok')) + sumCountedSeconds(corrected.get('ok'))
  const not_ok_seconds = notOk.reduce(
    // The purpose of a correction to paused is to leave the time out, so it never counts against the service.
    (sum, status) =>
      sum +
      sumCountedSeconds(measured.get(status)) +
      (status === 'paused' ? 0 : sumCountedSeconds(corrected.get(status))),
    0,
  )
  return { ok_seconds, not_ok_seconds, left_out_seconds: sumLengths([range]) / secondMs - ok_seconds - not_ok_seconds }
}

/** Divides sorted pieces at the boundaries of sorted intervals, in one pass over both. */
function splitByCounted<Piece extends Interval>(
  pieces: readonly Piece[],
  countedTime: readonly Interval[],
): (Piece & { isCounted: boolean })[] {
  const splitPieces: (Piece & { isCounted: boolean })[] = []
  let index = 0
  for (const piece of pieces) {
    for (let start = piece.start; start < piece.end; ) {
      while ((countedTime[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index += 1
      const counted = countedTime[index] ?? { start: Number.POSITIVE_INFINITY, end: Number.POSITIVE_INFINITY }
      const isCounted = counted.start <= start
      const end = Math.min(piece.end, isCounted ? counted.end : counted.start)
      splitPieces.push({ ...piece, start, end, isCounted })
      start = end
    }
  }
  return splitPieces
}

function classifyTime(
  { status, correction_id }: CorrectedInterval<ServiceStatus>,
  notOk: readonly ServiceStatus[],
): LevelEffect {
  if (status === 'ok') return 'ok'
  // The purpose of a correction to paused is to leave the time out, so it never counts against the service.
  if (status === 'paused' && correction_id !== null) return 'left_out'
  return notOk.includes(status) ? 'not_ok' : 'left_out'
}

/** Returns ok / (ok + not ok) in percent; null if no time counts. */
export function computePercentage({
  ok_seconds,
  not_ok_seconds,
}: Pick<AccountedSeconds, 'ok_seconds' | 'not_ok_seconds'>): number | null {
  const counted = ok_seconds + not_ok_seconds
  return counted === 0 ? null : (100 * ok_seconds) / counted
}

function listSuspended(history: ServiceHistory, onlyNotifications: boolean): Interval[] {
  const { suspensions, zone } = history
  const isOfKind = ({ only_notifications }: Suspension) => only_notifications === onlyNotifications
  return mergeIntervals([
    ...suspensions.oneOff.filter(isOfKind).map(toSeconds),
    ...expandWeeklyWindows(suspensions.weekly.filter(isOfKind), zone, getRange(history)),
  ])
}

function expandWeeklyWindows(windows: readonly WeeklyWindow[], zone: string, range: Interval): Interval[] {
  if (windows.length === 0) return []
  const pieces = [...splitByOffset(zone, range.start, range.end)]
  return windows.flatMap((window) => listIntervalsInPieces(window, pieces))
}

function fillGaps(raw: readonly StatusInterval<ServiceStatus>[], range: Interval): StatusInterval<ServiceStatus>[] {
  return [...raw, ...subtractIntervals([range], raw).map((gap) => ({ ...gap, status: 'unknown' as const }))]
}

function getRange({ from, to }: ServiceHistory): Interval {
  return toSeconds({ start: from, end: to })
}

/** The part of the range in which the service existed. */
function findLifetime(history: ServiceHistory): Interval {
  const { start, end } = getRange(history)
  const { since = start } = history
  return { start: Math.min(Math.max(start, Math.floor(since / secondMs) * secondMs), end), end }
}

function toSeconds<Kind extends Interval>(interval: Kind): Kind {
  const { start, end } = interval
  return { ...interval, start: Math.floor(start / secondMs) * secondMs, end: Math.floor(end / secondMs) * secondMs }
}
