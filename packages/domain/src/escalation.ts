import { type Interval, mergeIntervals } from './interval.ts'

/** When an escalation tells: all in seconds. */
export interface EscalationTiming {
  /** From the start of what is told to the first message. */
  readonly delay: number
  /** Between messages while it lasts; 0 is one message and no more. */
  readonly repeat_interval: number
  /** Messages after the first one; 0 is as long as it lasts. */
  readonly maximum_repeats: number
}

/** Whatever lasts for weeks must not send for weeks: so many repeats, and it is quiet. */
export const maxRepeats = 1000

/**
 * When the first message is due: so long after the start, or, where it is held back then, so long after what held it
 * ended. Without the second part, the end of a long hold would call the whole ladder at once, the last resort included.
 */
export function firstDue({ delay }: EscalationTiming, start: number, holds: readonly Interval[]): number {
  let due = start + delay * 1000
  for (const hold of mergeIntervals(holds)) {
    if (hold.start <= due && due < hold.end) due = hold.end + delay * 1000
  }
  return due
}

export interface Repeats {
  /** The number of the newest message that is due: 0 is the first one, and none is -1. */
  readonly newest: number
  /** When that one was due, or the first one will be. */
  readonly time: number
  /** When the one after it is due; undefined where there is none. */
  readonly next: number | undefined
}

/** How far messages are due, counted from the time of the first one. */
export function repeatsDue(timing: EscalationTiming, first: number, instant: number): Repeats {
  if (instant < first) return { newest: -1, time: first, next: first }
  const last = lastRepeat(timing)
  if (last === 0) return { newest: 0, time: first, next: undefined }
  const interval = timing.repeat_interval * 1000
  const newest = Math.min(last, Math.floor((instant - first) / interval))
  const time = first + newest * interval
  return { newest, time, next: newest < last ? time + interval : undefined }
}

function lastRepeat({ repeat_interval, maximum_repeats }: EscalationTiming): number {
  if (repeat_interval === 0) return 0
  return maximum_repeats === 0 ? maxRepeats : Math.min(maximum_repeats, maxRepeats)
}
