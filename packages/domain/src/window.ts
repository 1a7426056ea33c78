import { Temporal } from 'temporal-polyfill'
import { type Interval, mergeIntervals } from './interval.ts'
import { type MinuteOfWeek, minutesPerWeek, toMinute } from './minute-of-week.ts'
import { minuteMs } from './time-units.ts'

/**
 * A window that repeats every week, in local time. If it ends before it starts, it continues over the end of the week.
 * If it ends where it starts, it is the whole week, because a window without length would be useless.
 *
 * An instant is inside the window if and only if the local time at that instant is inside. This rule also decides what
 * happens when the clocks change:
 *
 * - A skipped local time does not exist. A window that starts or ends in the skipped time starts or ends at the change;
 *   a window completely within it does not apply that night (or that day, if a whole day is skipped).
 * - A repeated local time counts twice. A window within the repeated time applies both times, but not in between. One
 *   that ends in it applies again when the clocks go back, until its end comes again; one that starts in it is
 *   interrupted when they go back, until its start comes again. One that contains it simply lasts longer.
 *
 * The local time alone decides whether the window applies, whichever of the two equal hours it is. For example, quiet
 * hours suppress notifications exactly while a clock shows a time inside them.
 */
export interface WeeklyWindow {
  readonly start_minute: MinuteOfWeek
  readonly end_minute: MinuteOfWeek
}

const weekMs = minutesPerWeek * minuteMs
const yearMs = 365 * 86_400_000
/** 1970-01-05, the first Monday of the epoch. */
const firstMondayMs = 4 * 86_400_000

/** Returns the parts of a range in which the window applies in the IANA time zone, as sorted disjoint intervals. */
export function listWeeklyIntervals(window: WeeklyWindow, zone: string, { start, end }: Interval): Interval[] {
  return listIntervalsInPieces(window, splitByOffset(zone, start, end))
}

/** A time range in which the offset of a time zone from UTC does not change. */
export interface OffsetPiece extends Interval {
  /** In milliseconds. */
  readonly offset: number
}

/**
 * Returns the parts of the pieces in which the window applies. Pieces are slow to compute, so many windows can share
 * them.
 */
export function listIntervalsInPieces(window: WeeklyWindow, pieces: Iterable<OffsetPiece>): Interval[] {
  const shape = toShape(window)
  const applying: Interval[] = []
  for (const { start, end, offset } of pieces) {
    for (let opens = getOpening(shape, start + offset) - offset; opens < end; opens += weekMs) {
      applying.push({ start: Math.max(opens, start), end: Math.min(opens + shape.length, end) })
    }
  }
  return mergeIntervals(applying)
}

/** Whether the window applies at the instant. */
export function isWithin(window: WeeklyWindow, zone: string, instant: number): boolean {
  const shape = toShape(window)
  const local = instant + getOffsetAt(zone, instant)
  return local < getOpening(shape, local) + shape.length
}

/** Returns the next instant at which the window begins or ends; undefined if it is the whole week. */
export function findNextBoundary(window: WeeklyWindow, zone: string, instant: number): number | undefined {
  const shape = toShape(window)
  if (shape.length === weekMs) return undefined
  const inside = isWithin(window, zone, instant)
  for (const { start, end, offset } of splitByOffset(zone, instant, Number.POSITIVE_INFINITY)) {
    const opens = getOpening(shape, start + offset) - offset
    const closes = opens + shape.length
    if (start < closes !== inside) return start
    const next = inside ? closes : opens + weekMs
    if (next < end) return next
  }
  return undefined
}

/**
 * The effect of a maintenance window: it suppresses notifications, and it pauses the service unless
 * `only_notifications`.
 */
export interface Suspension {
  readonly only_notifications: boolean
}

export interface Suspensions {
  readonly oneOff: readonly (Interval & Suspension)[]
  readonly weekly: readonly (WeeklyWindow & Suspension)[]
}

/** Returns what is suspended at the instant. If monitoring is suspended, notifications are too. */
export function isSuspendedAt(
  instant: number,
  { oneOff, weekly }: Suspensions,
  zone: string,
): { readonly monitoring: boolean; readonly notifications: boolean } {
  const active: readonly Suspension[] = [
    ...oneOff.filter(({ start, end }) => start <= instant && instant < end),
    ...weekly.filter((window) => isWithin(window, zone, instant)),
  ]
  return {
    monitoring: active.some(({ only_notifications }) => !only_notifications),
    notifications: active.length > 0,
  }
}

/** The start of a window within the week and its length, in milliseconds. */
interface WindowShape {
  readonly start: number
  readonly length: number
}

function toShape({ start_minute, end_minute }: WeeklyWindow): WindowShape {
  const [start, end] = [toMinute(start_minute), toMinute(end_minute)]
  const minutes = end > start ? end - start : end - start + minutesPerWeek
  return { start: start * minuteMs, length: minutes * minuteMs }
}

/** Returns the last local time, at or before the given one, at which the window starts. */
function getOpening({ start }: WindowShape, local: number): number {
  const first = firstMondayMs + start
  return first + Math.floor((local - first) / weekMs) * weekMs
}

/** Divides [from, to) where the offset from UTC changes, so that local time is continuous within each piece. */
export function* splitByOffset(zone: string, from: number, to: number): Generator<OffsetPiece> {
  for (let start = from; start < to; ) {
    const local = toLocalTime(zone, start)
    // If the search finds no change, there is none for at least a year; how far it looks beyond that is not defined.
    const change = local.getTimeZoneTransition('next')?.epochMilliseconds ?? start + yearMs
    const piece = { start, end: Math.min(change, to), offset: local.offsetNanoseconds / 1_000_000 }
    yield piece
    start = piece.end
  }
}

function getOffsetAt(zone: string, instant: number): number {
  return toLocalTime(zone, instant).offsetNanoseconds / 1_000_000
}

function toLocalTime(zone: string, instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}
