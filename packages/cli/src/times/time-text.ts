import type { CliLanguage } from '../frame/localized-text.ts'

const wireTimePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const daySeconds = 86_400
/** From this distance on, in the past or the future, the date is shown instead of the number of days. */
const maxRelativeDays = 60

export const isWireTime = (value: unknown): value is string => typeof value === 'string' && wireTimePattern.test(value)

/** `3 min ago`, `in 2 h`, `12 days ago`; the date for times that are far away. */
export function formatRelativeTime(time: string, now: Date, language: CliLanguage): string {
  const seconds = Math.round((now.getTime() - Date.parse(time)) / 1000)
  const distance = Math.abs(seconds)
  if (distance < 5) return language === 'pl' ? 'teraz' : 'just now'
  if (distance >= maxRelativeDays * daySeconds) return formatLocalTime(time).slice(0, 10)
  const amount = formatRoughDuration(distance, language)
  if (language === 'pl') return seconds > 0 ? `${amount} temu` : `za ${amount}`
  return seconds > 0 ? `${amount} ago` : `in ${amount}`
}

/** The time on the clock of this machine: `2026-11-15 03:00:05`. */
export function formatLocalTime(time: string): string {
  const date = new Date(time)
  const padToTwo = (value: number) => String(value).padStart(2, '0')
  const day = `${date.getFullYear()}-${padToTwo(date.getMonth() + 1)}-${padToTwo(date.getDate())}`
  return `${day} ${padToTwo(date.getHours())}:${padToTwo(date.getMinutes())}:${padToTwo(date.getSeconds())}`
}

/** The day on the clocks of a time zone: `2026-11-15`. */
export function formatDay(time: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return [parts.get('year'), parts.get('month'), parts.get('day')].join('-')
}

/**
 * The time of a single record, followed by the relative time unless that is only a date:
 * `2026-11-15 03:00:05 (3 min ago)`.
 */
export function formatFullTime(time: string, now: Date, language: CliLanguage): string {
  const relative = formatRelativeTime(time, now, language)
  const absolute = formatLocalTime(time)
  return absolute.startsWith(relative) ? absolute : `${absolute} (${relative})`
}

/** An exact length: `90 s`, `5 min`, `1 h 30 min`, `1 day`. */
export function formatDurationText(seconds: number, language: CliLanguage): string {
  if (seconds < 60 || seconds % 60 !== 0) return `${seconds} s`
  if (seconds % daySeconds === 0) return formatDays(seconds / daySeconds, language)
  const minutes = (seconds % 3600) / 60
  const hours = Math.floor(seconds / 3600)
  return [hours > 0 && `${hours} h`, minutes > 0 && `${minutes} min`].filter(Boolean).join(' ')
}

/** Only the largest unit, rounded down. */
function formatRoughDuration(seconds: number, language: CliLanguage): string {
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`
  if (seconds < daySeconds) return `${Math.floor(seconds / 3600)} h`
  return formatDays(Math.floor(seconds / daySeconds), language)
}

const formatDays = (days: number, language: CliLanguage): string =>
  language === 'pl' ? `${days} ${days === 1 ? 'dzień' : 'dni'}` : `${days} ${days === 1 ? 'day' : 'days'}`
