/** How a report writes times, all in its own time zone. Instants are as in the API, in UTC. */
export interface TimeFormat {
  /** To the minute, or to the second if it is not a whole minute. */
  readonly time: (iso: string) => string
  /** The end of a period that began at `start`; on the same day without its date. */
  readonly endTime: (start: string, end: string) => string
  /** The day of an instant, or a day such as `2026-11-01`. */
  readonly date: (iso: string) => string
  /** From the first day to the last, with times only if it does not consist of whole days. */
  readonly period: (from: string, to: string) => string
  /** The last second before the end. */
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
    const text = (instant % minuteLengthMs < 1000 ? formats.minute : formats.second).format(instant)
    return isRepeated(instant, formats.second) ? `${text} ${getOffset(instant, formats.offset)}` : text
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

const minuteLengthMs = 60_000

/** When clocks go back, the same local time occurs twice, and only the offset distinguishes them. */
function isRepeated(instant: number, format: Intl.DateTimeFormat): boolean {
  const local = format.format(instant)
  return [-1, -0.5, 0.5, 1].some((hours) => format.format(instant + hours * 3_600_000) === local)
}

function getOffset(instant: number, format: Intl.DateTimeFormat): string {
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
