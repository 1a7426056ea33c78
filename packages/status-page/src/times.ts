import type { PageTexts } from './page-texts.ts'

/** Formats times for the visitors of a page, in their language and the time zone of the page. */
export interface PageTimes {
  readonly locale: string
  readonly timeZone: string
  /** `14:32`. */
  readonly time: (instant: number) => string
  /** `18 Nov, 14:32`. */
  readonly dateTime: (instant: number) => string
  /** `18 November 2026`. */
  readonly longDate: (instant: number) => string
  /** `November 2026`. */
  readonly month: (instant: number) => string
  /** `2026-11-18`, to find what falls on the same day. */
  readonly dayKey: (instant: number) => string
  /** `CET`. */
  readonly zoneName: (instant: number) => string
  /** `18 Nov` of a date such as `2026-11-18`. */
  readonly calendarDay: (date: string) => string
}

const timesCache = new Map<string, PageTimes>()

/** Caches formats, because creating them takes longer than using them. */
export function getTimes(locale: string, timeZone: string): PageTimes {
  const key = `${locale} ${timeZone}`
  const times = timesCache.get(key) ?? createTimes(locale, isZone(timeZone) ? timeZone : 'UTC')
  // More than all existing zones: further names are not zones, and would only fill the memory.
  if (timesCache.size < 1000) timesCache.set(key, times)
  return times
}

function createTimes(locale: string, timeZone: string): PageTimes {
  const format = (options: Intl.DateTimeFormatOptions, formatLocale = locale) => {
    const formatter = new Intl.DateTimeFormat(formatLocale, { timeZone, ...options })
    return (instant: number) => (Number.isFinite(instant) ? formatter.format(instant) : '–')
  }
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' })
  const inUtc = format({ day: 'numeric', month: 'short', timeZone: 'UTC' })
  return {
    locale,
    timeZone,
    time: format(clock),
    dateTime: format({ day: 'numeric', month: 'short', ...clock }),
    longDate: format({ day: 'numeric', month: 'long', year: 'numeric' }),
    month: format({ month: 'long', year: 'numeric' }),
    dayKey: format({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE'),
    zoneName: (instant) => zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
    calendarDay: (date) => inUtc(Date.parse(`${date}T00:00:00Z`)),
  }
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Describes a duration by days and hours, or by hours and minutes if it is shorter than a day. */
export function describeDuration(ms: number, texts: Pick<PageTexts, 'duration' | 'lessThanMinute'>): string {
  const totalMinutes = Math.floor(ms / 60_000)
  if (totalMinutes < 1) return texts.lessThanMinute
  const [days, hours, minutes] = [
    Math.floor(totalMinutes / 1440),
    Math.floor(totalMinutes / 60) % 24,
    totalMinutes % 60,
  ]
  return texts.duration({ days, hours, minutes: days > 0 ? 0 : minutes })
}

/** Formats an instant for programs; empty if it is outside the range of `Date`. */
export const toIso = (instant: number): string => (Math.abs(instant) <= 8.64e15 ? new Date(instant).toISOString() : '')
