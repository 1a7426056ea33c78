import { type Interval, mergeIntervals } from './interval.ts'

/** The timing of an escalation step, in seconds. */
export interface EscalationTiming {
  /** From the start of the alert to the first notification. */
  readonly delay: number
  /** Between repeats; 0 means no repeats. */
  readonly repeat_interval: number
  /** The number of repeats; 0 means as long as the alert lasts. */
  readonly maximum_repeats: number
}

/** The limit of repeats, so that an alert of weeks does not notify for weeks. */
export const maxRepeats = 1000

/**
 * When the first notification is due: `delay` after the start or, if it is suppressed then, `delay` after the
 * suppression ended. Without the second delay, the end of a long maintenance window would trigger all steps at once.
 */
export function computeFirstDueTime(
  { delay }: EscalationTiming,
  start: number,
  suppressedPeriods: readonly Interval[],
): number {
  let due = start + delay * 1000
  for (const period of mergeIntervals(suppressedPeriods)) {
    if (period.start <= due && due < period.end) due = period.end + delay * 1000
  }
  return due
}

export interface RepeatState {
  /** The number of the newest notification that is due: 0 for the first one, -1 for none. */
  readonly newest: number
  /** When it was due, or when the first one will be. */
  readonly time: number
  /** When the next one is due; undefined if there is none. */
  readonly next: number | undefined
}

/** Computes which repeats are due, counted from the time of the first notification. */
export function computeRepeatState(timing: EscalationTiming, first: number, instant: number): RepeatState {
  if (instant < first) return { newest: -1, time: first, next: first }
  const last = getLastRepeat(timing)
  if (last === 0) return { newest: 0, time: first, next: undefined }
  const interval = timing.repeat_interval * 1000
  const newest = Math.min(last, Math.floor((instant - first) / interval))
  const time = first + newest * interval
  return { newest, time, next: newest < last ? time + interval : undefined }
}

function getLastRepeat({ repeat_interval, maximum_repeats }: EscalationTiming): number {
  if (repeat_interval === 0) return 0
  return maximum_repeats === 0 ? maxRepeats : Math.min(maximum_repeats, maxRepeats)
}
