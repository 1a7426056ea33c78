import { evenPieces, toInstant, toWallTime } from '../../app/i18n/zone.ts'

const minute = 60_000
const dayLength = 86_400_000
const dayMinutes = 1440

/** A change of the clocks: at which minute of the wall, and by how many minutes they are put on (or back, if negative). */
export interface ClockChange {
  readonly instant: number
  readonly at: number
  readonly shift: number
}

export interface CalendarDay {
  /** The wall at midnight. */
  readonly wall: number
  readonly start: number
  readonly end: number
  readonly change: ClockChange | null
}

/** Time that comes twice on one day of the week: the axis of all days makes room for it, to keep equal hours level. */
export interface Fold {
  readonly at: number
  readonly length: number
}

export interface Week {
  readonly zone: string
  readonly start: number
  readonly end: number
  readonly days: readonly CalendarDay[]
  readonly fold: Fold | null
  /** Minutes from top to bottom. */
  readonly length: number
}

/** The week, Monday first, that the instant lies in. */
export function buildWeek(zone: string, instant: number): Week {
  const midnight = Math.floor(toWallTime(zone, instant) / dayLength) * dayLength
  // 1970-01-05 was a Monday.
  const monday = midnight - ((((midnight / dayLength - 4) % 7) + 7) % 7) * dayLength
  const days = Array.from({ length: 7 }, (_, place) => dayOf(zone, monday + place * dayLength))
  const repeated = days.find(({ change }) => (change?.shift ?? 0) < 0)?.change
  const fold = repeated ? { at: repeated.at, length: -repeated.shift } : null
  return {
    zone,
    start: days[0]?.start ?? 0,
    end: days[6]?.end ?? 0,
    days,
    fold,
    length: dayMinutes + (fold?.length ?? 0),
  }
}

function dayOf(zone: string, wall: number): CalendarDay {
  const [start, end] = [toInstant(zone, wall), toInstant(zone, wall + dayLength)]
  const [before, after] = evenPieces(zone, start, end)
  const change =
    before && after
      ? {
          instant: after.start,
          at: (after.start + before.offset - wall) / minute,
          shift: (after.offset - before.offset) / minute,
        }
      : null
  return { wall, start, end, change }
}

/** Where on the axis, in minutes, something begins. */
export function startOnAxis(week: Week, day: CalendarDay, instant: number): number {
  const shown = (toWallTime(week.zone, instant) - day.wall) / minute
  const { fold } = week
  if (!fold) return shown
  const isAfter = day.change && day.change.shift < 0 ? instant >= day.change.instant : shown >= fold.at
  return isAfter ? shown + fold.length : shown
}

/** Where it ends: what ends at a jump of the clocks ends before it, not after. */
export const endOnAxis = (week: Week, day: CalendarDay, instant: number): number =>
  Math.round(startOnAxis(week, day, instant - 1) + 1 / minute)

/** The instant at a place of the axis; in a part that the day does not have, the moment where it would be. */
export function instantAt(week: Week, day: CalendarDay, place: number): number {
  const { fold, zone } = week
  const isBeyond = fold !== null && place >= fold.at
  const isSecond = isBeyond && (day.change?.shift ?? 0) < 0
  const shown = !isBeyond ? place : isSecond ? place - fold.length : Math.max(place - fold.length, fold.at)
  return Math.min(Math.max(toInstant(zone, day.wall + shown * minute, isSecond ? 'last' : 'first'), day.start), day.end)
}

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The part of the axis that this day does not have. */
export function findHole({ fold }: Week, { change }: CalendarDay): Stretch | null {
  if (change && change.shift > 0) return { from: change.at, to: change.at + change.shift }
  if (fold && !change) return { from: fold.at, to: fold.at + fold.length }
  return null
}

export interface HourLabel {
  readonly place: number
  readonly hour: number
  readonly isSecond: boolean
}

/** Every hour of the axis by what the clock shows; in a week in which one comes twice, so does its label. */
export function listHours({ fold }: Week): HourLabel[] {
  const labels = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    place: hour * 60 + (fold && hour * 60 >= fold.at ? fold.length : 0),
    isSecond: false,
  }))
  const repeated = fold
    ? labels
        .filter(({ hour }) => hour * 60 >= fold.at - fold.length && hour * 60 < fold.at)
        .map(({ hour }) => ({ hour, place: hour * 60 + fold.length, isSecond: true }))
    : []
  return [...labels, ...repeated].sort((one, other) => one.place - other.place)
}
