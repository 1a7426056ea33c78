import type { ScreenLanguage } from './preferences.ts'

/** Formats times, durations and numbers for a language and a time zone. */
export interface LocaleFormats {
  readonly timeZone: string
  /** 15 Nov, 10:42; of another year than the present one: 15 Nov 2025, 10:42 */
  dateTime(at: Date | string): string
  /** 15 Nov, 10:42:07; with the year like `dateTime`. */
  moment(at: Date | string): string
  /** 15 Nov 2026, 10:42:07 CET */
  exact(at: Date | string): string
  /** 10:42 if it is today, otherwise with the day. */
  since(at: Date | string, now: Date): string
  /** 15 Nov 2026 */
  day(at: Date | string): string
  /** 15 Nov */
  dayAndMonth(at: Date | string): string
  clock(at: Date | string): string
  /** 5 minutes ago; never a time in the future. */
  ago(at: Date | string, now: Date): string
  /** 2 h 5 min */
  duration(seconds: number): string
  number(value: number, digits?: number): string
  percent(value: number | null): string
  milliseconds(value: number | null): string
  bytes(value: number): string
  list(items: readonly string[]): string
}

const megabyte = 1_048_576

const units: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

export function createFormats(
  language: ScreenLanguage,
  timeZone: string,
  getNow: () => Date = () => new Date(),
): LocaleFormats {
  // British order of day and month, because the American one is ambiguous elsewhere.
  const locale = language === 'en' ? 'en-GB' : language
  const createTimeFormatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options })
    return (at: Date | string) => format.format(new Date(at))
  }
  const year = createTimeFormatter({ year: 'numeric' })
  /** Creates a formatter that omits the year if it is the present one. */
  const createListTimeFormatter = (options: Intl.DateTimeFormatOptions) => {
    const format = createTimeFormatter(options)
    const formatWithYear = createTimeFormatter({ year: 'numeric', ...options })
    return (at: Date | string, now = getNow()) => (year(at) === year(now) ? format(at) : formatWithYear(at))
  }
  const dateAndTime = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
  const dateTime = createListTimeFormatter(dateAndTime)
  const moment = createListTimeFormatter({ ...dateAndTime, second: '2-digit' })
  const exact = createTimeFormatter({
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })
  const day = createTimeFormatter({ day: 'numeric', month: 'short', year: 'numeric' })
  const dayAndMonth = createTimeFormatter({ day: 'numeric', month: 'short' })
  const clock = createTimeFormatter({ hour: '2-digit', minute: '2-digit' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  // Not "yesterday", which is a day of the calendar: 30 hours ago can be the day before it.
  const relativeDays = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const lists = new Intl.ListFormat(locale, { type: 'conjunction' })
  const numbers = createNumberFormatter(language)
  const number = (value: number, digits = 0) => numbers({ maximumFractionDigits: digits }).format(value)
  const unit = (value: number, name: string, digits = 0) =>
    numbers({
      style: 'unit',
      unit: name,
      // The short form of byte would be "33 byte".
      unitDisplay: name === 'byte' ? 'long' : 'short',
      maximumFractionDigits: digits,
    }).format(value)

  return {
    timeZone,
    dateTime: (at) => dateTime(at),
    moment: (at) => moment(at),
    exact,
    day,
    dayAndMonth,
    clock,
    number,
    since: (at, now) => (day(at) === day(now) ? clock(at) : dateTime(at, now)),
    ago(at, now) {
      // `now` is refreshed every few seconds and clocks differ, so a recent event can be later than `now`.
      const seconds = Math.max((now.getTime() - new Date(at).getTime()) / 1000, 0)
      const [name, length] = units.find(([, each]) => seconds >= each) ?? ['second', 1]
      return (name === 'day' ? relativeDays : relative).format(-Math.floor(seconds / length), name)
    },
    duration: (seconds) => formatDuration(seconds, unit),
    percent: (value) => (value === null ? '–' : `${formatLevel(value, numbers)}%`),
    milliseconds: (value) => {
      if (value === null) return '–'
      return value < 10_000 ? unit(Math.round(value), 'millisecond') : unit(value / 1000, 'second', 1)
    },
    bytes(value) {
      if (value < 1024) return unit(value, 'byte')
      return value < megabyte ? unit(value / 1024, 'kilobyte', 1) : unit(value / megabyte, 'megabyte', 1)
    },
    list: (items) => lists.format(items),
  }
}

/** Formats a service level. It is rounded down, so that 99.9999 is not shown as 100. */
function formatLevel(value: number, numbers: NumberFormatter): string {
  const digits = value >= 100 ? 0 : value >= 99 ? 3 : 2
  // Without the rounding, 64.1 would become 64.09, because the product is slightly smaller than 6410.
  const roundedDown = Math.floor(Number((value * 10 ** digits).toPrecision(12))) / 10 ** digits
  return numbers({ minimumFractionDigits: digits, maximumFractionDigits: digits }).format(roundedDown)
}

type NumberFormatter = (options: Intl.NumberFormatOptions) => Intl.NumberFormat

/** Caches formats: creating one costs a hundred times as much as using it, and every row of a list uses several. */
function createNumberFormatter(locale: string): NumberFormatter {
  const cache = new Map<string, Intl.NumberFormat>()
  return (options) => {
    const key = Object.values(options).join()
    const format = cache.get(key) ?? new Intl.NumberFormat(locale, options)
    cache.set(key, format)
    return format
  }
}

/** Formats a duration with its two largest units. */
function formatDuration(seconds: number, unit: (value: number, name: string) => string): string {
  const totalSeconds = Math.round(seconds)
  const parts: [value: number, name: string][] = [
    [Math.floor(totalSeconds / 86_400), 'day'],
    [Math.floor((totalSeconds % 86_400) / 3600), 'hour'],
    [Math.floor((totalSeconds % 3600) / 60), 'minute'],
    [totalSeconds % 60, 'second'],
  ]
  const first = parts.findIndex(([value]) => value > 0)
  if (first < 0) return unit(0, 'second')
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, name]) => unit(value, name))
    .join(' ')
}
