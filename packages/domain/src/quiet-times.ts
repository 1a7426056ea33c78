import type { Interval } from './interval.ts'
import { isWithin, nextBoundary, type WeeklyWindow, weeklyWindows } from './window.ts'

/** Suspensions of a service, an escalation or a contact, as messages see them: each of them holds them back. */
export interface QuietTimes {
  readonly oneOff: readonly Interval[]
  readonly weekly: readonly WeeklyWindow[]
}

export const noQuietTimes: QuietTimes = { oneOff: [], weekly: [] }

export interface Quiet {
  /** When what holds now ends; undefined where a window is the whole week. Another one may hold from then on. */
  readonly until: number | undefined
}

/** Whether messages are held back at the instant; undefined where they are not. */
export function quietAt(times: QuietTimes, zone: string, instant: number): Quiet | undefined {
  if (times.oneOff.length + times.weekly.length === 0) return undefined
  const last = lastAnswers.get(times)
  if (last?.zone === zone && last.instant === instant) return last.quiet
  const quiet = findQuiet(times, zone, instant)
  lastAnswers.set(times, { zone, instant, quiet })
  return quiet
}

/** The same people are told of many things at one instant, and calendars are slow. */
const lastAnswers = new WeakMap<QuietTimes, { zone: string; instant: number; quiet: Quiet | undefined }>()

function findQuiet({ oneOff, weekly }: QuietTimes, zone: string, instant: number): Quiet | undefined {
  const ends = [
    ...oneOff.filter(({ start, end }) => start <= instant && instant < end).map(({ end }) => end),
    ...weekly
      .filter((window) => isWithin(window, zone, instant))
      .map((window) => nextBoundary(window, zone, instant) ?? Number.POSITIVE_INFINITY),
  ]
  if (ends.length === 0) return undefined
  const until = Math.max(...ends)
  return { until: Number.isFinite(until) ? until : undefined }
}

/** When messages were held back in a range. */
export function quietIntervals({ oneOff, weekly }: QuietTimes, zone: string, range: Interval): Interval[] {
  return [...oneOff, ...weekly.flatMap((window) => weeklyWindows(window, zone, range))]
}
