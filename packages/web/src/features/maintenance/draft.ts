import { parseLooseFieldTime, parseMinutes, toClockText, toFieldText } from '../../app/i18n/wall-time.ts'
import { toInstant, toWallTime } from '../../app/i18n/zone.ts'
import { minuteMs } from '../../ui/time-units.ts'
import type { SuspensionPlan } from './plan-suspension.ts'
import { isWeekly, type MaintenanceWindow, type Span, type TargetKind, type WeeklySpan } from './windows.ts'

const weekMinutes = 10_080

/** The fields of the form, as they were entered. */
export interface WindowDraft {
  readonly targetKind: TargetKind
  readonly targets: readonly string[]
  readonly isWeekly: boolean
  readonly start: string
  readonly end: string
  readonly fromDay: number
  readonly fromTime: string
  readonly toDay: number
  readonly toTime: string
  readonly onlyNotifications: boolean
  readonly description: string
}

/** Returns the draft of a new window, with the times both of a single and of a weekly window filled in. */
export const createWindowDraft = (zone: string, { start, end }: Span): WindowDraft => ({
  targetKind: 'service',
  targets: [],
  onlyNotifications: false,
  description: '',
  ...spanFields(zone, { start, end }),
  ...weeklyFields({ from: toWeekMinute(zone, start), to: toWeekMinute(zone, end) }),
  isWeekly: false,
})

/** Returns the draft of an existing window. */
export function toWindowDraft(
  zone: string,
  { targetKind, rows, onlyNotifications, description, when }: MaintenanceWindow,
): WindowDraft {
  const span = isWeekly(when) ? { start: 0, end: 0 } : when
  return {
    targetKind,
    targets: rows.map(({ target }) => String(target.id)),
    onlyNotifications,
    description,
    isWeekly: isWeekly(when),
    ...spanFields(zone, span),
    ...weeklyFields(isWeekly(when) ? when : { from: 0, to: 0 }),
  }
}

const spanFields = (zone: string, { start, end }: Span) => ({
  start: toFieldText(zone, start),
  end: toFieldText(zone, end),
})

const weeklyFields = ({ from, to }: WeeklySpan) => ({
  fromDay: Math.floor(from / 1440),
  fromTime: toClockText(from % 1440),
  toDay: Math.floor(to / 1440),
  toTime: toClockText(to % 1440),
})

const toWeekMinute = (zone: string, instant: number): number => {
  const wall = new Date(toWallTime(zone, instant))
  return (((wall.getUTCDay() + 6) % 7) * 24 + wall.getUTCHours()) * 60 + wall.getUTCMinutes()
}

/**
 * Returns the plan of a draft; null if its times are invalid. A time that was not edited keeps its exact instant, with
 * its seconds and, in a repeated hour, the right one of the two instants.
 */
export function toSuspensionPlan(
  zone: string,
  draft: WindowDraft,
  former?: MaintenanceWindow['when'],
): SuspensionPlan | null {
  const when = draft.isWeekly ? readWeeklySpan(draft) : readSpan(zone, draft, former)
  const { targetKind, description, onlyNotifications } = draft
  return when && { targetKind, description, onlyNotifications: targetKind !== 'service' || onlyNotifications, when }
}

function readWeeklySpan({ fromDay, fromTime, toDay, toTime }: WindowDraft): WeeklySpan | null {
  const [from, to] = [parseMinutes(fromTime), parseMinutes(toTime)]
  return from === undefined || to === undefined ? null : { from: fromDay * 1440 + from, to: toDay * 1440 + to }
}

function readSpan(zone: string, draft: WindowDraft, former: MaintenanceWindow['when'] | undefined): Span | null {
  const formerSpan = former && !isWeekly(former) ? former : undefined
  const parseInstant = (as: 'start' | 'end') =>
    formerSpan && toFieldText(zone, formerSpan[as]) === draft[as]
      ? formerSpan[as]
      : parseLooseFieldTime(zone, draft[as], as)?.instant
  const [start, end] = [parseInstant('start'), parseInstant('end')]
  return start === undefined || end === undefined ? null : { start, end }
}

/** The shift of start and end, in minutes of local time. */
export interface Move {
  readonly start: number
  readonly end: number
}

/** Moves a window in local time, so that a window at ten is also at ten on a day with another UTC offset. */
export function moveWindow(zone: string, when: Span | WeeklySpan, shift: Move): Span | WeeklySpan {
  if (isWeekly(when)) return { from: wrapWeek(when.from + shift.start), to: wrapWeek(when.to + shift.end) }
  const shiftBy = (instant: number, minutes: number) =>
    minutes === 0 ? instant : toInstant(zone, toWallTime(zone, instant) + minutes * minuteMs)
  return { start: shiftBy(when.start, shift.start), end: shiftBy(when.end, shift.end) }
}

const wrapWeek = (minutes: number): number => ((minutes % weekMinutes) + weekMinutes) % weekMinutes
