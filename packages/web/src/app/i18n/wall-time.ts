import { parseDateTime, parseLooseDateTime, parseLooseTime } from '../../ui/typed-time.ts'
import type { ScreenLanguage } from './preferences.ts'
import { findInstants, toInstant, toWallTime } from './zone.ts'

/** Formats the days, weekdays and months of wall times (see `zone.ts`) in a language. */
export interface WallFormats {
  /** Mon 16 */
  shortDay(wall: number): string
  /** Monday, 16 November */
  longDay(wall: number): string
  /** November 2026 */
  month(wall: number): string
  /** 16–22 November 2026 */
  days(from: number, to: number): string
  /** Mon; 0 is Monday. */
  weekday(day: number, width: 'short' | 'long'): string
}

const firstMonday = 4 * 86_400_000

export function createWallFormats(language: ScreenLanguage): WallFormats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone: 'UTC', ...options })
  const short = format({ weekday: 'short', day: 'numeric' })
  const long = format({ weekday: 'long', day: 'numeric', month: 'long' })
  const month = format({ month: 'long', year: 'numeric' })
  const range = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const weekdays = { short: format({ weekday: 'short' }), long: format({ weekday: 'long' }) }
  return {
    shortDay: (wall) => short.format(wall),
    longDay: (wall) => long.format(wall),
    month: (wall) => month.format(wall),
    days: (from, to) => range.formatRange(from, to),
    weekday: (day, width) => weekdays[width].format(firstMonday + day * 86_400_000),
  }
}

/** Formats a time as the value of a date and time field: 2026-11-15T10:42, with seconds only if they are not zero. */
export const toFieldText = (zone: string, instant: number): string =>
  new Date(toWallTime(zone, instant)).toISOString().slice(0, 19).replace(/:00$/, '')

/** Parses the value of a field as wall time; undefined if it is malformed, or a day that does not exist. */
export function parseLocalTime(text: string): number | undefined {
  const value = parseDateTime(text)
  return value === undefined ? undefined : Date.parse(`${value}Z`)
}

/** The instant of a field, with a note if the local time is ambiguous or does not exist. */
export interface FieldTime {
  readonly instant: number
  /** Whether the clock change repeats or skips this time. */
  readonly note: 'twice' | 'skipped' | null
}

/**
 * Parses the complete value of a field, such as 2026-11-15T09:30. In a repeated hour, a start is the first and an end
 * the last instant, so that the period is rather too long than too short.
 */
export function parseFieldTime(zone: string, text: string, as: 'start' | 'end'): FieldTime | undefined {
  const wall = parseLocalTime(text)
  if (wall === undefined) return undefined
  const instantCount = findInstants(zone, wall).length
  return {
    instant: toInstant(zone, wall, as === 'start' ? 'first' : 'last'),
    note: instantCount === 1 ? null : instantCount === 0 ? 'skipped' : 'twice',
  }
}

/**
 * Like `parseFieldTime`, but also accepts a value as it is typed, such as 2026-11-15 9.30. Only leaving the field
 * completes the value, and Enter sends the form without that.
 */
export const parseLooseFieldTime = (zone: string, text: string, as: 'start' | 'end'): FieldTime | undefined =>
  parseFieldTime(zone, parseLooseDateTime(text) ?? text, as)

/** Formats minutes since midnight as 10:42; `parseMinutes` parses it. */
export const toClockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Parses a time of day as it is typed, such as 930. */
export function parseMinutes(text: string): number | undefined {
  const [hours, minutes] = parseLooseTime(text)?.split(':') ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
