const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Close together while it is likely a hiccup, then slowly: a provider that is down is not helped by being asked. */
const waits = [5 * second, 15 * second, 45 * second, 2 * minute, 5 * minute]
const longestWait = 10 * minute

/** A provider may ask for patience, but somebody is waiting for the message. */
const longestRetryAfter = hour

/** By how much a wait is longer or shorter, so that what failed together does not come back together. */
const jitter = 0.2

/** After a day nobody is helped by the message any more; a code or a test is waited for by somebody who sits there. */
const patience = { news: 24 * hour, trial: 10 * minute } as const

export type MessageUrgency = keyof typeof patience

export interface Tried {
  /** When the message was made and what time it is, in milliseconds since 1970. */
  readonly created_at: number
  readonly now: number
  readonly urgency: MessageUrgency
  /** How many attempts have failed, with the latest. */
  readonly failures: number
  /** How long the provider asked us to wait. */
  readonly retryAfterMs?: number | undefined
  /** Anything from 0 up to 1. */
  readonly random: number
}

/** When a message is tried again, in milliseconds since 1970; undefined where it is given up. */
export function nextAttempt({
  created_at,
  now,
  urgency,
  failures,
  retryAfterMs = 0,
  random,
}: Tried): number | undefined {
  const wait = (waits[failures - 1] ?? longestWait) * (1 - jitter + 2 * jitter * random)
  const next = now + Math.max(wait, Math.min(retryAfterMs, longestRetryAfter))
  return next > givenUpAt(created_at, urgency) ? undefined : Math.round(next)
}

/** When a message that could not be delivered is not worth delivering any more. */
export function givenUpAt(created_at: number, urgency: MessageUrgency): number {
  return created_at + patience[urgency]
}
