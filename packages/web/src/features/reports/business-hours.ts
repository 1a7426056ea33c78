import type { MinuteOfWeek } from '@wachta/client'
import { parseMinutes, toClockText } from '../../app/i18n/wall-time.ts'

const dayMinutes = 24 * 60
const weekMinutes = 7 * dayMinutes

export interface HoursWindow {
  readonly start_minute: MinuteOfWeek
  readonly end_minute: MinuteOfWeek
}

/** The same hours on some days of the week; 0 is Monday. Hours that end before they begin end on the next day. */
export interface BusinessHours {
  readonly days: readonly number[]
  readonly from: string
  readonly to: string
}

export const defaultHours: BusinessHours = { days: [0, 1, 2, 3, 4], from: '08:00', to: '18:00' }

/** Parses windows with the same hours on some days. Returns undefined for other windows, which the form keeps. */
export function readBusinessHours(windows: readonly HoursWindow[]): BusinessHours | undefined {
  const spans = windows.map(({ start_minute, end_minute }) => {
    const start = toMinutes(start_minute)
    return { start, length: (toMinutes(end_minute) - start + weekMinutes) % weekMinutes }
  })
  const [first] = spans
  if (!first) return undefined
  const { length } = first
  const offset = first.start % dayMinutes
  const isAlike = spans.every((span) => span.start % dayMinutes === offset && span.length === length)
  if (!isAlike || length === 0 || length > dayMinutes) return undefined
  return {
    days: spans.map(({ start }) => Math.floor(start / dayMinutes)).toSorted((one, other) => one - other),
    from: toClockText(offset),
    to: toClockText(offset + length),
  }
}

/** Thrown if the text of a time cannot be read; shown at the field. */
export class UnreadableHours extends Error {
  override readonly name = 'UnreadableHours'
}

/** Converts hours to windows for the API. Midnight as the end is the end of the day. Throws UnreadableHours. */
export function toWindows({ days, from, to }: BusinessHours): readonly HoursWindow[] {
  const start = requireMinutes(from)
  const sameDayEnd = to.trim() === '24:00' ? dayMinutes : requireMinutes(to) || dayMinutes
  const end = sameDayEnd > start ? sameDayEnd : sameDayEnd + dayMinutes
  return days.map((day) => ({
    start_minute: toMinuteOfWeek(day * dayMinutes + start),
    end_minute: toMinuteOfWeek((day * dayMinutes + end) % weekMinutes),
  }))
}

function requireMinutes(text: string): number {
  const minutes = parseMinutes(text)
  if (minutes === undefined) throw new UnreadableHours(text)
  return minutes
}

const toMinutes = ({ day_of_week, hour, minute }: MinuteOfWeek): number =>
  (day_of_week - 1) * dayMinutes + hour * 60 + minute

const toMinuteOfWeek = (minutes: number): MinuteOfWeek => ({
  day_of_week: Math.floor(minutes / dayMinutes) + 1,
  hour: Math.floor(minutes / 60) % 24,
  minute: minutes % 60,
})
