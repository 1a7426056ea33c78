/** Formats times in the time zone of the report. The input is in UTC, as in the API. */
export interface TimeFormat {
  /** Formats an instant to the minute, or to the second if it is not a whole minute. */
  readonly time: (iso: string) => string
  /** Formats the end of a period that began at `start`, without the date if it is the same day. */
  readonly endTime: (start: string, end: string) => string
  /** Formats the day of an instant, or a day such as `2026-11-01`. */
  readonly date: (iso: string) => string
  /** Formats a period from its first to its last day, with times only if it does not consist of whole days. */
  readonly period: (from: string, to: string) => string
  /** Formats the last second before the end. */
  readonly lastMoment: (to: string) => string
}

export function createTimeFormat(locale: string, timeZone: string): TimeFormat {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const formats = {
    minute: new Intl.DateTimeFormat(locale, { timeZone, ...day, ...clock }),
    second: new Intl.DateTimeFormat(locale, { timeZone, ...day, ...clock, second: '2-digit' }),
    day: new Intl.DateTimeFormat(locale, { timeZone, ...day }),
    calendarDay: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...day }),
    clock: new Intl.DateTimeFormat('en-GB', { timeZone, ...clock, second: '2-digit' }),
    offset: new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'shortOffset' }),
  }
  const isMidnight = (instant: number) => formats.clock.format(instant) === '00:00:00'
  const time = (instant: number) => {
    const text = (instant % minuteMs < 1000 ? formats.minute : formats.second).format(instant)
    return isAmbiguous(instant, formats.second) ? `${text} ${getOffset(instant, formats.offset)}` : text
  }
  return {
    time: (iso) => time(Date.parse(iso)),
    endTime: (start, end) => {
      const [begin, stop] = [Date.parse(start), Date.parse(end)]
      const day = formats.day.format(stop)
      return formats.day.format(begin) === day
        ? time(stop)
            .replace(day, '')
            .replace(/^[,\s]+/, '')
        : time(stop)
    },
    date: (iso) => (iso.length === 10 ? formats.calendarDay : formats.day).format(Date.parse(iso)),
    period(fromIso, toIso) {
      const [from, to] = [Date.parse(fromIso), Date.parse(toIso)]
      if (to <= from || !isMidnight(from) || !isMidnight(to)) return `${time(from)} – ${time(to)}`
      const [first, last] = [formats.day.format(from), formats.day.format(to - 1)]
      return first === last ? first : `${first} – ${last}`
    },
    lastMoment: (to) => time(Date.parse(to) - 1000),
  }
}

const minuteMs = 60_000

/**
 * Whether the local time is ambiguous: when clocks go back, it occurs twice, and only the offset distinguishes the two.
 */
function isAmbiguous(instant: number, format: Intl.DateTimeFormat): boolean {
  const local = format.format(instant)
  return [-1, -0.5, 0.5, 1].some((hours) => format.format(instant + hours * 3_600_000) === local)
}

function getOffset(instant: number, format: Intl.DateTimeFormat): string {
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
