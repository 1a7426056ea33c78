import { splitAtOffsetChanges, toInstant, toWallTime } from '../../app/i18n/zone.ts'
import { dayMs, minuteMs } from '../../ui/time-units.ts'

const dayMinutes = 1440

/** A clock change: the minute of local time at which it happens, and by how many minutes it shifts the clock. */
export interface ClockChange {
  readonly instant: number
  readonly wallMinute: number
  readonly shift: number
}

export interface CalendarDay {
  /** Midnight in local time. */
  readonly wall: number
  readonly start: number
  readonly end: number
  readonly change: ClockChange | null
}

/**
 * The hour that occurs twice on one day of the week. The axes of all days have space for it, so that equal hours are
 * level.
 */
export interface RepeatedHour {
  /** The minute of the axis at which the repetition begins. */
  readonly startMinute: number
  readonly length: number
}

export interface Week {
  readonly zone: string
  readonly start: number
  readonly end: number
  readonly days: readonly CalendarDay[]
  /** The repeated hour, if the clocks go back in this week. */
  readonly fold: RepeatedHour | null
  /** Minutes from top to bottom. */
  readonly length: number
}

/** Returns the week, from Monday on, that contains the instant. */
export function buildWeek(zone: string, instant: number): Week {
  const midnight = Math.floor(toWallTime(zone, instant) / dayMs) * dayMs
  // 1970-01-05 was a Monday.
  const monday = midnight - ((((midnight / dayMs - 4) % 7) + 7) % 7) * dayMs
  const days = Array.from({ length: 7 }, (_, index) => toDay(zone, monday + index * dayMs))
  const backwardChange = days.find(({ change }) => (change?.shift ?? 0) < 0)?.change
  const fold = backwardChange ? { startMinute: backwardChange.wallMinute, length: -backwardChange.shift } : null
  return {
    zone,
    start: days[0]?.start ?? 0,
    end: days[6]?.end ?? 0,
    days,
    fold,
    length: dayMinutes + (fold?.length ?? 0),
  }
}

function toDay(zone: string, wall: number): CalendarDay {
  const [start, end] = [toInstant(zone, wall), toInstant(zone, wall + dayMs)]
  const [before, after] = splitAtOffsetChanges(zone, start, end)
  const change =
    before && after
      ? {
          instant: after.start,
          wallMinute: (after.start + before.offset - wall) / minuteMs,
          shift: (after.offset - before.offset) / minuteMs,
        }
      : null
  return { wall, start, end, change }
}

/** Returns the position on the axis, in minutes, of something that starts at the instant. */
export function getStartOnAxis(week: Week, day: CalendarDay, instant: number): number {
  const wallMinutes = (toWallTime(week.zone, instant) - day.wall) / minuteMs
  const { fold } = week
  if (!fold) return wallMinutes
  const isAfterFold =
    day.change && day.change.shift < 0 ? instant >= day.change.instant : wallMinutes >= fold.startMinute
  return isAfterFold ? wallMinutes + fold.length : wallMinutes
}

/**
 * Returns the position of something that ends at the instant: if the clocks change then, the position before the
 * change.
 */
export const getEndOnAxis = (week: Week, day: CalendarDay, instant: number): number =>
  Math.round(getStartOnAxis(week, day, instant - 1) + 1 / minuteMs)

/**
 * Returns the instant at a position of the axis; for a part that the day does not have, the nearest instant of the day.
 */
export function findInstant(week: Week, day: CalendarDay, position: number): number {
  const { fold, zone } = week
  const isPastFoldStart = fold !== null && position >= fold.startMinute
  const isSecond = isPastFoldStart && (day.change?.shift ?? 0) < 0
  const wallMinutes = !isPastFoldStart
    ? position
    : isSecond
      ? position - fold.length
      : Math.max(position - fold.length, fold.startMinute)
  return Math.min(
    Math.max(toInstant(zone, day.wall + wallMinutes * minuteMs, isSecond ? 'last' : 'first'), day.start),
    day.end,
  )
}

export interface AxisRange {
  readonly from: number
  readonly to: number
}

/** Returns the part of the axis that this day does not have. */
export function findHole({ fold }: Week, { change }: CalendarDay): AxisRange | null {
  if (change && change.shift > 0) return { from: change.wallMinute, to: change.wallMinute + change.shift }
  if (fold && !change) return { from: fold.startMinute, to: fold.startMinute + fold.length }
  return null
}

export interface HourLabel {
  readonly position: number
  readonly hour: number
  readonly isSecond: boolean
}

/** Returns the labels of the axis: each hour, and a repeated hour twice. */
export function listHours({ fold }: Week): HourLabel[] {
  const labels = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    position: hour * 60 + (fold && hour * 60 >= fold.startMinute ? fold.length : 0),
    isSecond: false,
  }))
  const repeatedLabels = fold
    ? labels
        .filter(({ hour }) => hour * 60 >= fold.startMinute - fold.length && hour * 60 < fold.startMinute)
        .map(({ hour }) => ({ hour, position: hour * 60 + fold.length, isSecond: true }))
    : []
  return [...labels, ...repeatedLabels].sort((one, other) => one.position - other.position)
}
