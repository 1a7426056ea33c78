/**
 * A time as it is typed and shown: 2026-11-15 22:00, with seconds only if there are any. The text shows a space between
 * date and time; values have a `T`.
 */
const exactPattern = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?$/

/** Other ways to write the same: 2026-11-15 9.30, 15.11.2026 9:30, 2026-11-15 930. */
const yearFirstPattern = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:[ T,]+(.+))?$/
const dayFirstPattern = /^(\d{1,2})[-.](\d{1,2})[-.](\d{4})(?:[ T,]+(.+))?$/

/** Parses text in the exact format; undefined if it is incomplete or the day does not exist, such as 30 February. */
export function parseDateTime(text: string): string | undefined {
  const value = text.replace(' ', 'T')
  return exactPattern.test(text) && isValid(value) ? value : undefined
}

/** Parses common ways to type a date and time; without a time it is midnight. */
export function parseLooseDateTime(text: string): string | undefined {
  const trimmed = text.trim()
  const [, year = '', month = '', day = '', clock = '0'] =
    yearFirstPattern.exec(trimmed) ?? toYearFirstOrder(dayFirstPattern.exec(trimmed))
  const [, plain = clock, seconds = ''] = /^(.+:\d\d)(:\d\d)$/.exec(clock) ?? []
  const time = parseLooseTime(plain)
  if (year === '' || time === undefined) return undefined
  const value = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time}${seconds}`
  return isValid(value) ? value : undefined
}

const toYearFirstOrder = (match: RegExpExecArray | null): readonly (string | undefined)[] =>
  match ? [match[0], match[3], match[2], match[1], match[4]] : []

/** Parses a time of day: `9` is 09:00; `930`, `9.30` and `9:30` are 09:30. */
export function parseLooseTime(text: string): string | undefined {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d\d))?$/.exec(text.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** The last position of each part of a time, and how to change it. */
const parts: readonly (readonly [end: number, shift: (at: Date, by: number) => void])[] = [
  [4, (at, by) => shiftMonths(at, 12 * by)],
  [7, shiftMonths],
  [10, (at, by) => at.setUTCDate(at.getUTCDate() + by)],
  [13, (at, by) => at.setUTCHours(at.getUTCHours() + by)],
  [16, (at, by) => at.setUTCMinutes(at.getUTCMinutes() + by)],
  [19, (at, by) => at.setUTCSeconds(at.getUTCSeconds() + by)],
]

/** Changes the part of a complete value that the caret is in: the hour, the day. */
export function shiftDateTime(value: string, caret: number, by: number): string {
  const at = new Date(`${value}Z`)
  parts.find(([end]) => caret <= end)?.[1](at, by)
  return at.toISOString().slice(0, value.length)
}

/** The same for a time of day; it wraps around at midnight. */
export const shiftClock = (clock: string, caret: number, by: number): string =>
  shiftDateTime(`2000-01-02T${clock}`, caret + 11, by).slice(11)

/** Clamps the day to the last day of a shorter month. */
function shiftMonths(at: Date, by: number): void {
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + by)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
}

function isValid(value: string): boolean {
  const at = new Date(`${value}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
