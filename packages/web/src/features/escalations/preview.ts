import { isInside, minuteOfWeek, type Window } from '../contacts/quiet-hours.ts'
import { type Address, contactsOf, type Group, type Reached, reachedBy } from './reach.ts'
import type { Step } from './steps.ts'

/** What is known of those who may be told. */
export interface Audience {
  readonly groups: readonly Group[]
  readonly addressesOf: (contact: number) => readonly Address[]
  readonly quietOf: (contact: number) => readonly Window[]
  /** The clocks that quiet hours go by. */
  readonly timeZone: string
}

export interface Told extends Reached {
  readonly contact: number
  /** Left in peace then: the message waits for the end of the quiet hours. */
  readonly isQuiet: boolean
}

/** One moment at which a step tells people. */
export interface Moment {
  readonly at: number
  readonly step: string
  /** 0 for the first message. */
  readonly repeat: number
  readonly told: readonly Told[]
}

export interface Preview {
  readonly moments: readonly Moment[]
  /** Whether it would go on. */
  readonly goesOn: boolean
}

/** The interface stops there, whatever a step says. */
const mostRepeats = 1000

/** Who would be told when, of something that starts at an instant and does not end; the first so many moments of it. */
export function previewOf(steps: readonly Step[], start: number, audience: Audience, most: number): Preview {
  const due = steps
    .filter(({ is_active, delay }) => is_active && Number.isFinite(delay))
    .flatMap((step) => timesOf(step, most + 1).map((after, repeat) => ({ step, at: start + after * 1000, repeat })))
    .toSorted((one, other) => one.at - other.at)
  const moments = due.slice(0, most).map(({ step, at, repeat }) => ({
    at,
    step: step.key,
    repeat,
    told: contactsOf(step, audience.groups).map((contact) => ({
      contact,
      ...reachedBy(step, audience.addressesOf(contact)),
      isQuiet: isQuietAt(audience.quietOf(contact), at, audience.timeZone),
    })),
  }))
  return { moments, goesOn: due.length > most }
}

/** Seconds from the start to each message of a step, at most so many. */
function timesOf({ delay, repeat_interval, maximum_repeats }: Step, most: number): number[] {
  const repeats = repeat_interval > 0 ? (maximum_repeats > 0 ? Math.min(maximum_repeats, mostRepeats) : mostRepeats) : 0
  return Array.from({ length: Math.min(repeats + 1, most) }, (_, repeat) => delay + repeat * (repeat_interval || 0))
}

function isQuietAt(windows: readonly Window[], at: number, timeZone: string): boolean {
  if (windows.length === 0) return false
  const minute = minuteOfWeek(at, timeZone)
  return windows.some((window) => isInside(window, minute))
}
