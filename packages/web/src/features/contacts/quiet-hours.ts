import type { ContactWeeklySuspension } from '@wachta/client'
import { toWallTime } from '../../app/i18n/zone.ts'

export type QuietWindow = Pick<ContactWeeklySuspension, 'start_minute' | 'end_minute'>

const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

/** Returns the minute of the week since Monday 00:00. */
const toWeekMinute = ({ day_of_week, hour, minute }: QuietWindow['start_minute']): number =>
  (day_of_week - 1) * dayMinutes + hour * 60 + minute

/** Whether a minute of the week is inside a window; a window with equal start and end covers the whole week. */
export function isInside({ start_minute, end_minute }: QuietWindow, minute: number): boolean {
  const [start, end] = [toWeekMinute(start_minute), toWeekMinute(end_minute)]
  if (start === end) return true
  return start < end ? start <= minute && minute < end : minute >= start || minute < end
}

/** Returns the minute of the week of an instant, in local time. */
export function toMinuteOfWeek(instant: number, timeZone: string): number {
  // 1970-01-01 was a Thursday.
  return (Math.floor(toWallTime(timeZone, instant) / 60_000) + 3 * dayMinutes) % weekMinutes
}

export interface QuietTexts {
  /** Short names of the weekdays, from Monday on. */
  readonly days: readonly string[]
  readonly always: string
}

/** Formats windows as text, with neighbouring days at the same hours combined: "Mon–Fri 22:00–06:00". */
export function formatQuietHours(windows: readonly QuietWindow[], texts: QuietTexts): string[] {
  if (windows.some(({ start_minute, end_minute }) => toWeekMinute(start_minute) === toWeekMinute(end_minute)))
    return [texts.always]
  const byHours = Map.groupBy(
    windows.toSorted((one, other) => toWeekMinute(one.start_minute) - toWeekMinute(other.start_minute)),
    getHoursKey,
  )
  return [...byHours.values()].flatMap((sameHours) =>
    groupConsecutiveDays(sameHours).map((run) => formatRun(run, texts)),
  )
}

/** Returns a key that is equal for windows with the same time of day and duration. */
const getHoursKey = ({ start_minute, end_minute }: QuietWindow): string =>
  `${toWeekMinute(start_minute) % dayMinutes} ${computeLength(start_minute, end_minute)}`

const computeLength = (start: QuietWindow['start_minute'], end: QuietWindow['end_minute']): number =>
  (toWeekMinute(end) - toWeekMinute(start) + weekMinutes) % weekMinutes

function groupConsecutiveDays(windows: readonly QuietWindow[]): QuietWindow[][] {
  const found: QuietWindow[][] = []
  for (const window of windows) {
    const last = found.at(-1)
    const previousDay = last?.at(-1)?.start_minute.day_of_week
    if (last && previousDay === window.start_minute.day_of_week - 1) last.push(window)
    else found.push([window])
  }
  return found
}

function formatRun(run: readonly QuietWindow[], { days: names }: QuietTexts): string {
  const [first] = run
  const last = run.at(-1)
  if (!first || !last) return ''
  const getDayName = ({ day_of_week }: QuietWindow['start_minute']) => names[day_of_week - 1] ?? ''
  // Only a window longer than a day shows the day of its end; any other ends on the same or, evidently, the next day.
  if (computeLength(first.start_minute, first.end_minute) > dayMinutes)
    return run
      .map(
        (each) =>
          `${getDayName(each.start_minute)} ${formatClock(each.start_minute)} – ${getDayName(each.end_minute)} ${formatClock(each.end_minute)}`,
      )
      .join(', ')
  const span =
    first === last
      ? getDayName(first.start_minute)
      : `${getDayName(first.start_minute)}–${getDayName(last.start_minute)}`
  return `${span} ${formatClock(first.start_minute)}–${formatClock(first.end_minute)}`
}

const formatClock = ({ hour, minute }: QuietWindow['start_minute']): string =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

/** Returns the short names of the weekdays in a language, from Monday on. */
export function getDayNames(language: string): string[] {
  const names = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' })
  // 1970-01-05 was a Monday.
  return Array.from({ length: 7 }, (_, index) => names.format((4 + index) * 86_400_000))
}
