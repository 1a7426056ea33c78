import { type EvenPiece, evenPieces, toWallTime } from '../../app/i18n/zone.ts'
import { escapeContent, folded, instant, toDigits } from './content-line.ts'
import { isWeekly, joined, type Span, type WeeklySpan } from './windows.ts'

export interface CalendarEvent {
  readonly uid: string
  readonly summary: string
  readonly description: string
  readonly when: Span | WeeklySpan
}

interface WeeklyEvent extends CalendarEvent {
  readonly when: WeeklySpan
}

/** What a calendar contains: everything in [from, to), by the clock of a zone. */
export interface CalendarRange {
  readonly zone: string
  readonly from: number
  readonly to: number
  readonly now: number
}

const minute = 60_000
const day = 1440 * minute
const week = 7 * day
const firstMonday = 4 * day

/** A calendar as programs exchange them, by RFC 5545. */
export function toIcal(events: readonly CalendarEvent[], range: CalendarRange): string {
  const pieces = evenPieces(range.zone, range.from - 2 * week, range.to + 2 * week)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Wachta//Maintenance//EN',
    'CALSCALE:GREGORIAN',
    ...zoneLines(range.zone, pieces),
    ...events.flatMap(({ when, ...event }) =>
      isWeekly(when) ? weeklyLines({ ...event, when }, range, pieces) : eventLines(event, range.now, spanLines(when)),
    ),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/**
 * A rule for the weeks in which the clocks run evenly. Programs disagree about what a rule means in the night in which
 * they change, so what is within a day of it is excluded and listed on its own.
 */
function weeklyLines(event: WeeklyEvent, range: CalendarRange, pieces: readonly EvenPiece[]): string[] {
  const { when } = event
  const length = (when.to > when.from ? when.to - when.from : when.to - when.from + week / minute) * minute
  const walls = openings(when, range)
  const isEven = (wall: number) =>
    pieces.some(({ start, end, offset }) => start + day <= wall - offset && wall - offset + length + day <= end)
  const odd = walls.filter((wall) => !isEven(wall))
  const start = walls.find(isEven) ?? 0
  const taken = odd.filter((wall) => wall > start).map(toDigits)
  return [
    ...eventLines(event, range.now, [
      `DTSTART;TZID=${range.zone}:${toDigits(start)}`,
      `DURATION:PT${length / minute}M`,
      `RRULE:FREQ=WEEKLY;UNTIL=${instant(range.to)}`,
      ...(taken.length > 0 ? [`EXDATE;TZID=${range.zone}:${taken.join(',')}`] : []),
    ]),
    ...odd
      .flatMap((wall) => heldFrom(wall, length, pieces))
      .flatMap((span) =>
        eventLines({ ...event, uid: `${instant(span.start)}-${event.uid}` }, range.now, spanLines(span)),
      ),
  ]
}

/** What the clock shows whenever it opens, from the one that may still last at the beginning. */
function openings({ from }: WeeklySpan, range: CalendarRange): number[] {
  const [first, last] = [toWallTime(range.zone, range.from), toWallTime(range.zone, range.to)]
  const monday = first - ((((first - firstMonday) % week) + week) % week)
  const walls: number[] = []
  for (let wall = monday - week + from * minute; wall < last; wall += week) walls.push(wall)
  return walls
}

/** The instants at which the clock shows a time of [wall, wall + length). */
const heldFrom = (wall: number, length: number, pieces: readonly EvenPiece[]): Span[] =>
  joined(
    pieces
      .map(({ start, end, offset }) => ({
        start: Math.max(wall - offset, start),
        end: Math.min(wall + length - offset, end),
      }))
      .filter(({ start, end }) => end > start),
  )

const spanLines = ({ start, end }: Span) => [`DTSTART:${instant(start)}`, `DTEND:${instant(end)}`]

const eventLines = (event: Omit<CalendarEvent, 'when'>, now: number, times: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${instant(now)}`,
  ...times,
  `SUMMARY:${escapeContent(event.summary)}`,
  ...(event.description === '' ? [] : [`DESCRIPTION:${escapeContent(event.description)}`]),
  // Nobody is busy because a service is left alone.
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

/** Every change of the clocks by itself: rules of zones differ, and change. */
function zoneLines(zone: string, pieces: readonly EvenPiece[]): string[] {
  const changes = pieces.flatMap(({ start, offset }, place) => {
    const before = pieces[place - 1]?.offset ?? offset
    const kind = offset > before ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${toDigits(start + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(offset)}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...changes, 'END:VTIMEZONE']
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / minute
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}
