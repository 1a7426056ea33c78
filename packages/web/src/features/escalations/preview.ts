import { isInside, minuteOfWeek, type Window } from '../contacts/quiet-hours.ts'
import { type Address, contactsOf, type Group, type Reached, reachedBy } from './reach.ts'
import type { Step } from './steps.ts'

/** What the preview needs to know about contacts. */
export interface RecipientData {
  readonly groups: readonly Group[]
  readonly addressesOf: (contact: number) => readonly Address[]
  readonly quietOf: (contact: number) => readonly Window[]
  /** The clocks that quiet hours go by. */
  readonly timeZone: string
}

export interface Recipient extends Reached {
  readonly contact: number
  /** Left in peace then: the message waits for the end of the quiet hours. */
  readonly isQuiet: boolean
}

/** One time at which a step notifies contacts. */
export interface Moment {
  readonly at: number
  readonly step: string
  /** 0 for the first message. */
  readonly repeat: number
  readonly recipients: readonly Recipient[]
}

export interface Preview {
  readonly moments: readonly Moment[]
  /** Whether it would go on. */
  readonly goesOn: boolean
}

/** The interface stops there, whatever a step says. */
const mostRepeats = 1000

/** Who would be notified when, for an alert that opens at `start` and is never resolved; the first `most` times. */
export function previewOf(steps: readonly Step[], start: number, data: RecipientData, most: number): Preview {
  const due = steps
    .filter(({ is_active, delay }) => is_active && Number.isFinite(delay))
    .flatMap((step) => timesOf(step, most + 1).map((after, repeat) => ({ step, at: start + after * 1000, repeat })))
    .toSorted((one, other) => one.at - other.at)
  const moments = due.slice(0, most).map(({ step, at, repeat }) => ({
    at,
    step: step.key,
    repeat,
    recipients: contactsOf(step, data.groups).map((contact) => ({
      contact,
      ...reachedBy(step, data.addressesOf(contact)),
      isQuiet: isQuietAt(data.quietOf(contact), at, data.timeZone),
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
