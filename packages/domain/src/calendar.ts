import { Temporal } from 'temporal-polyfill'
import type { Interval } from './interval.ts'
import { dayMs, hourMs } from './time-units.ts'
import { splitByOffset } from './window.ts'

/**
 * A local hour of a calendar day, or the part of it that lies in the range. An hour that the clocks repeat is two cells
 * with the same local time; one that they skip is none.
 */
export interface HourCell extends Interval {
  /** The local day, as `2026-03-29`. */
  readonly date: string
  /** 0 to 23. */
  readonly hour: number
  /** 1 (Monday) to 7. */
  readonly week_day: number
  /** 1 to 31. */
  readonly month_day: number
  /** 1 to 12. */
  readonly month: number
}

/**
 * Cuts a range at every full local hour and wherever the offset of the zone changes. The cells are in order and cover
 * the range without gaps. It cuts local time, so it also works for zones whose offset is not a whole hour.
 */
export function listHourCells({ start, end }: Interval, zone: string): HourCell[] {
  const cells: HourCell[] = []
  for (const piece of splitByOffset(zone, start, end)) {
    for (let from = piece.start; from < piece.end; ) {
      const local = from + piece.offset
      const to = Math.min((Math.floor(local / hourMs) + 1) * hourMs - piece.offset, piece.end)
      cells.push({ start: from, end: to, ...toLocalFields(local) })
      from = to
    }
  }
  return cells
}

/** A calendar day in a time zone, from midnight to midnight, also across clock changes. */
export interface LocalDay extends Interval {
  /** As `2026-03-29`. */
  readonly date: string
}

/** Returns the last `count` days in the time zone, up to the day of the instant, oldest first. */
export function listLastDays(count: number, zone: string, instant: number): LocalDay[] {
  const today = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()
  const getMidnight = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds
  return Array.from({ length: count }, (_, index) => {
    const date = today.subtract({ days: count - 1 - index })
    return { date: date.toString(), start: getMidnight(date), end: getMidnight(date.add({ days: 1 })) }
  })
}

function toLocalFields(local: number): Omit<HourCell, keyof Interval> {
  const days = Math.floor(local / dayMs)
  const { date, week_day, month_day, month } = getDayFields(days)
  return { date, hour: Math.floor((local - days * dayMs) / hourMs), week_day, month_day, month }
}

/** A cache: the cells of a year ask for the same day 24 times, and reports of many services for the same year. */
const knownDays = new Map<number, Omit<HourCell, keyof Interval | 'hour'>>()
const maxKnownDays = 5_000

function getDayFields(days: number): Omit<HourCell, keyof Interval | 'hour'> {
  const cached = knownDays.get(days)
  if (cached) return cached
  const date = Temporal.PlainDate.from('1970-01-01').add({ days })
  const fields = {
    date: date.toString(),
    week_day: date.dayOfWeek,
    month_day: date.day,
    month: date.month,
  }
  if (knownDays.size >= maxKnownDays) knownDays.clear()
  knownDays.set(days, fields)
  return fields
}
