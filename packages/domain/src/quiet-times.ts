import type { Interval } from './interval.ts'
import { findNextBoundary, isWithin, listWeeklyIntervals, type WeeklyWindow } from './window.ts'

/**
 * The maintenance windows of a service or escalation, or the quiet hours of a contact, which suppress notifications.
 */
export interface QuietTimes {
  readonly oneOff: readonly Interval[]
  readonly weekly: readonly WeeklyWindow[]
}

export const noQuietTimes: QuietTimes = { oneOff: [], weekly: [] }

export interface QuietTime {
  /** When the current quiet time ends; undefined if a window is the whole week. Another quiet time may begin then. */
  readonly until: number | undefined
}

/** Returns the quiet time at the instant, or undefined if there is none. */
export function findQuietTime(times: QuietTimes, zone: string, instant: number): QuietTime | undefined {
  if (times.oneOff.length + times.weekly.length === 0) return undefined
  const last = lastAnswers.get(times)
  if (last?.zone === zone && last.instant === instant) return last.quiet
  const quiet = findQuiet(times, zone, instant)
  lastAnswers.set(times, { zone, instant, quiet })
  return quiet
}

/** A cache: the same contacts are often notified of many alerts at one instant, and calendar arithmetic is slow. */
const lastAnswers = new WeakMap<QuietTimes, { zone: string; instant: number; quiet: QuietTime | undefined }>()

function findQuiet({ oneOff, weekly }: QuietTimes, zone: string, instant: number): QuietTime | undefined {
  const ends = [
    ...oneOff.filter(({ start, end }) => start <= instant && instant < end).map(({ end }) => end),
    ...weekly
      .filter((window) => isWithin(window, zone, instant))
      .map((window) => findNextBoundary(window, zone, instant) ?? Number.POSITIVE_INFINITY),
  ]
  if (ends.length === 0) return undefined
  const until = Math.max(...ends)
  return { until: Number.isFinite(until) ? until : undefined }
}

/** Returns the quiet times in a range. */
export function listQuietIntervals({ oneOff, weekly }: QuietTimes, zone: string, range: Interval): Interval[] {
  return [...oneOff, ...weekly.flatMap((window) => listWeeklyIntervals(window, zone, range))]
}
