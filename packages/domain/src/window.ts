import { Temporal } from 'temporal-polyfill'
import { type Interval, mergeIntervals } from './interval.ts'
import { type MinuteOfWeek, minutesOfWeek, toMinute } from './minute-of-week.ts'

/**
 * A window that comes back every week, in local time. One that ends before it starts runs over the end of the week; one
 * that ends where it starts is the whole week, for a window of no length would be of no use to anybody.
 *
 * An instant is inside if and only if the minute that the clock on the wall shows then is inside. From this one rule
 * follows what happens in the nights when the clocks change:
 *
 * - A local time that is skipped does not happen. A window that starts or ends in the skipped time starts or ends at the
 *   jump; one that lies wholly within it does not hold that night, or that day where a whole day is skipped.
 * - A local time that comes twice counts twice. A window within the repeated time holds both times, not in between. One
 *   that ends in it holds again when the clocks go back, until its end is shown again; one that starts in it breaks off
 *   when they go back, until its start is shown again. One that spans it simply lasts longer.
 *
 * So whoever looks at a clock knows whether the window holds, without knowing which of the two equal hours it is. In
 * particular, nobody is woken while the clock shows a quiet minute, and nothing stays quiet while it shows a loud one.
 */
export interface WeeklyWindow {
  readonly start_minute: MinuteOfWeek
  readonly end_minute: MinuteOfWeek
}

const minuteLength = 60_000
const weekLength = minutesOfWeek * minuteLength
const yearLength = 365 * 86_400_000
/** 1970-01-05, the first Monday of the epoch. */
const firstMonday = 4 * 86_400_000

/** The instants of a range at which the window holds in the IANA time zone, as sorted disjoint intervals. */
export function weeklyWindows(window: WeeklyWindow, zone: string, { start, end }: Interval): Interval[] {
  return windowsInPieces(window, constantOffsets(zone, start, end))
}

/** A stretch of time in which the offset of a zone from UTC does not change, in milliseconds. */
export interface OffsetPiece extends Interval {
  readonly offset: number
}

/** The instants of the pieces at which the window holds. Asking the calendar for pieces is slow: many windows can share them. */
export function windowsInPieces(window: WeeklyWindow, pieces: Iterable<OffsetPiece>): Interval[] {
  const shape = shapeOf(window)
  const held: Interval[] = []
  for (const { start, end, offset } of pieces) {
    for (let opens = opening(shape, start + offset) - offset; opens < end; opens += weekLength) {
      held.push({ start: Math.max(opens, start), end: Math.min(opens + shape.length, end) })
    }
  }
  return mergeIntervals(held)
}

/** Whether the window holds at the instant. */
export function isWithin(window: WeeklyWindow, zone: string, instant: number): boolean {
  const shape = shapeOf(window)
  const local = instant + offsetAt(zone, instant)
  return local < opening(shape, local) + shape.length
}

/** The first later instant at which the window starts or stops holding; undefined where it is the whole week. */
export function nextBoundary(window: WeeklyWindow, zone: string, instant: number): number | undefined {
  const shape = shapeOf(window)
  if (shape.length === weekLength) return undefined
  const inside = isWithin(window, zone, instant)
  for (const { start, end, offset } of constantOffsets(zone, instant, Number.POSITIVE_INFINITY)) {
    const opens = opening(shape, start + offset) - offset
    const closes = opens + shape.length
    if (start < closes !== inside) return start
    const next = inside ? closes : opens + weekLength
    if (next < end) return next
  }
  return undefined
}

/** Holds messages back, and unless it is for notifications only, suspends monitoring as well. */
export interface Suspension {
  readonly only_notifications: boolean
}

export interface Suspensions {
  readonly oneOff: readonly (Interval & Suspension)[]
  readonly weekly: readonly (WeeklyWindow & Suspension)[]
}

/** What is suspended at the instant: where monitoring is, notifications are too. */
export function suspended(
  instant: number,
  { oneOff, weekly }: Suspensions,
  zone: string,
): { readonly monitoring: boolean; readonly notifications: boolean } {
  const holding: readonly Suspension[] = [
    ...oneOff.filter(({ start, end }) => start <= instant && instant < end),
    ...weekly.filter((window) => isWithin(window, zone, instant)),
  ]
  return {
    monitoring: holding.some(({ only_notifications }) => !only_notifications),
    notifications: holding.length > 0,
  }
}

/** The window in milliseconds: where in the week it starts, and how long it lasts. */
interface Shape {
  readonly start: number
  readonly length: number
}

function shapeOf({ start_minute, end_minute }: WeeklyWindow): Shape {
  const [start, end] = [toMinute(start_minute), toMinute(end_minute)]
  const minutes = end > start ? end - start : end - start + minutesOfWeek
  return { start: start * minuteLength, length: minutes * minuteLength }
}

/** The last local time, not after the given one, at which the window opened by the wall clock. */
function opening({ start }: Shape, local: number): number {
  const first = firstMonday + start
  return first + Math.floor((local - first) / weekLength) * weekLength
}

/** [from, to) cut where the offset from UTC changes: inside one piece local time runs evenly. */
export function* constantOffsets(zone: string, from: number, to: number): Generator<OffsetPiece> {
  for (let start = from; start < to; ) {
    const local = localTime(zone, start)
    // How far ahead a search for the next change looks is not defined, but a year it is.
    const change = local.getTimeZoneTransition('next')?.epochMilliseconds ?? start + yearLength
    const piece = { start, end: Math.min(change, to), offset: local.offsetNanoseconds / 1_000_000 }
    yield piece
    start = piece.end
  }
}

function offsetAt(zone: string, instant: number): number {
  return localTime(zone, instant).offsetNanoseconds / 1_000_000
}

function localTime(zone: string, instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}
