import { type OffsetPeriod, splitAtOffsetChanges, toWallTime } from '../../app/i18n/zone.ts'
import { dayMs, minuteMs } from '../../ui/time-units.ts'
import { escapeContent, foldLine, formatUtc, toDigits } from './content-line.ts'
import { isWeekly, mergeSpans, type Span, type WeeklySpan } from './windows.ts'

export interface CalendarEvent {
  readonly uid: string
  readonly summary: string
  readonly description: string
  readonly when: Span | WeeklySpan
}

interface WeeklyEvent extends CalendarEvent {
  readonly when: WeeklySpan
}

/** The period [from, to) that the calendar covers, in milliseconds since 1970. */
export interface CalendarRange {
  /** The time zone of weekly events. */
  readonly zone: string
  readonly from: number
  readonly to: number
  /** The time at which the file is made. */
  readonly now: number
}

const weekMs = 7 * dayMs
const firstMonday = 4 * dayMs

/** Formats events as an iCalendar file (RFC 5545). */
export function toIcal(events: readonly CalendarEvent[], range: CalendarRange): string {
  const periods = splitAtOffsetChanges(range.zone, range.from - 2 * weekMs, range.to + 2 * weekMs)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wachta//Maintenance//EN',
    'CALSCALE:GREGORIAN',
    ...formatZone(range.zone, periods),
    ...events.flatMap(({ when, ...event }) =>
      isWeekly(when)
        ? formatWeeklyEvent({ ...event, when }, range, periods)
        : formatEvent(event, range.now, formatSpan(when)),
    ),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/**
 * Formats a weekly event as a recurrence rule. Calendar programs disagree about recurrences around a clock change, so
 * occurrences within a day of a change are excluded from the rule and written as single events with UTC times.
 */
function formatWeeklyEvent(event: WeeklyEvent, range: CalendarRange, periods: readonly OffsetPeriod[]): string[] {
  const { when } = event
  const length = (when.to > when.from ? when.to - when.from : when.to - when.from + weekMs / minuteMs) * minuteMs
  const wallTimes = listWallStarts(when, range)
  const isFarFromDstChange = (wall: number) =>
    periods.some(({ start, end, offset }) => start + dayMs <= wall - offset && wall - offset + length + dayMs <= end)
  const nearDstChange = wallTimes.filter((wall) => !isFarFromDstChange(wall))
  const start = wallTimes.find(isFarFromDstChange) ?? 0
  const excluded = nearDstChange.filter((wall) => wall > start).map(toDigits)
  return [
    ...formatEvent(event, range.now, [
      `DTSTART;TZID=${range.zone}:${toDigits(start)}`,
      `DURATION:PT${length / minuteMs}M`,
      `RRULE:FREQ=WEEKLY;UNTIL=${formatUtc(range.to)}`,
      ...(excluded.length > 0 ? [`EXDATE;TZID=${range.zone}:${excluded.join(',')}`] : []),
    ]),
    ...nearDstChange
      .flatMap((wall) => toInstantSpans(wall, length, periods))
      .flatMap((span) =>
        formatEvent({ ...event, uid: `${formatUtc(span.start)}-${event.uid}` }, range.now, formatSpan(span)),
      ),
  ]
}

/** Returns the local start times of a weekly window, also one week before the range, as it may last into the range. */
function listWallStarts({ from }: WeeklySpan, range: CalendarRange): number[] {
  const [first, last] = [toWallTime(range.zone, range.from), toWallTime(range.zone, range.to)]
  const monday = first - ((((first - firstMonday) % weekMs) + weekMs) % weekMs)
  const wallTimes: number[] = []
  for (let wall = monday - weekMs + from * minuteMs; wall < last; wall += weekMs) wallTimes.push(wall)
  return wallTimes
}

/** Returns the periods in which the local time is in [wall, wall + length). */
const toInstantSpans = (wall: number, length: number, periods: readonly OffsetPeriod[]): Span[] =>
  mergeSpans(
    periods
      .map(({ start, end, offset }) => ({
        start: Math.max(wall - offset, start),
        end: Math.min(wall + length - offset, end),
      }))
      .filter(({ start, end }) => end > start),
  )

const formatSpan = ({ start, end }: Span) => [`DTSTART:${formatUtc(start)}`, `DTEND:${formatUtc(end)}`]

const formatEvent = (event: Omit<CalendarEvent, 'when'>, now: number, times: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${formatUtc(now)}`,
  ...times,
  `SUMMARY:${escapeContent(event.summary)}`,
  ...(event.description === '' ? [] : [`DESCRIPTION:${escapeContent(event.description)}`]),
  // A maintenance window does not make the owner of the calendar busy.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** Writes each clock change separately instead of as a rule, because the rules of time zones differ and are amended. */
function formatZone(zone: string, periods: readonly OffsetPeriod[]): string[] {
  const changes = periods.flatMap(({ start, offset }, index) => {
    const previousOffset = periods[index - 1]?.offset ?? offset
    const kind = offset > previousOffset ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${toDigits(start + previousOffset)}`,
      `TZOFFSETFROM:${formatOffset(previousOffset)}`,
      `TZOFFSETTO:${formatOffset(offset)}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...changes, 'END:VTIMEZONE']
}

function formatOffset(offset: number): string {
  const minutes = Math.abs(offset) / minuteMs
  const toTwoDigits = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${toTwoDigits(Math.floor(minutes / 60))}${toTwoDigits(minutes % 60)}`
}
