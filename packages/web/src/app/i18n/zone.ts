import { dayMs, minuteMs } from '../../ui/time-units.ts'

/**
 * Local times of time zones. A wall time is the local time in milliseconds since 1970 as if it were UTC, so that the
 * UTC functions of `Date` return its day, hour and minute.
 */

/** Returns the UTC offset of the zone, in milliseconds. */
function getOffset(zone: string, instant: number): number {
  const name = getFormat(zone).format(instant)
  const [, sign, hours, minutes = '0', seconds = '0'] = /GMT([+-])(\d+):?(\d+)?:?(\d+)?/.exec(name) ?? []
  const length = (Number(hours ?? 0) * 60 + Number(minutes)) * minuteMs + Number(seconds) * 1000
  return sign === '-' ? -length : length
}

export const toWallTime = (zone: string, instant: number): number => instant + getOffset(zone, instant)

/** Returns the instants of a local time: usually one, two in a repeated hour, none in a skipped one. */
export function findInstants(zone: string, wall: number): number[] {
  const offsets = new Set([getOffset(zone, wall - dayMs), getOffset(zone, wall + dayMs)])
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => toWallTime(zone, instant) === wall)
    .sort((one, other) => one - other)
}

/** Returns one of the instants of a local time; for a skipped time, the instant of the clock change. */
export function toInstant(zone: string, wall: number, which: 'first' | 'last' = 'first'): number {
  const instants = findInstants(zone, wall)
  const [first] = instants
  if (first !== undefined) return which === 'first' ? first : (instants.at(-1) ?? first)
  return splitAtOffsetChanges(zone, wall - 2 * dayMs, wall + 2 * dayMs)[1]?.start ?? wall
}

export interface OffsetPeriod {
  readonly start: number
  readonly end: number
  readonly offset: number
}

/** Splits [from, to) at the clock changes, so that the offset is constant within each period. */
export function splitAtOffsetChanges(zone: string, from: number, to: number): OffsetPeriod[] {
  const periods: OffsetPeriod[] = []
  for (let start = from; start < to; ) {
    const offset = getOffset(zone, start)
    const end = Math.min(findNextChange(zone, start, to), to)
    periods.push({ start, end, offset })
    start = end
  }
  return periods
}

function findNextChange(zone: string, from: number, to: number): number {
  const offset = getOffset(zone, from)
  for (let searchStart = from; searchStart < to; searchStart += dayMs / 2) {
    let [before, after] = [searchStart, searchStart + dayMs / 2]
    if (getOffset(zone, after) === offset) continue
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2)
      if (getOffset(zone, middle) === offset) before = middle
      else after = middle
    }
    return after
  }
  return to
}

const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  return format
}
