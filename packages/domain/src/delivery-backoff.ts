import { hourMs, minuteMs, secondMs } from './time-units.ts'

/** Short waits at first, for a brief problem, then long ones: requests do not help a provider that is down. */
const waits = [5 * secondMs, 15 * secondMs, 45 * secondMs, 2 * minuteMs, 5 * minuteMs]
const longestWait = 10 * minuteMs

/** The longest wait that a provider can ask for, because a recipient is waiting for the message. */
const longestRetryAfter = hourMs

/** The jitter of waits, so that messages that failed together are not retried together. */
const jitter = 0.2

/** After a day a notification is no longer useful; a code or a test is useful only while the person waits for it. */
const patience = { news: 24 * hourMs, trial: 10 * minuteMs } as const

export type MessageUrgency = keyof typeof patience

export interface RetryState {
  /** When the message was created, and the current time, in milliseconds since 1970. */
  readonly created_at: number
  readonly now: number
  readonly urgency: MessageUrgency
  /** The number of failed attempts, including the latest. */
  readonly failures: number
  /** How long the provider asked to wait. */
  readonly retryAfterMs?: number | undefined
  /** Anything from 0 up to 1. */
  readonly random: number
}

/** When a message is retried, in milliseconds since 1970; undefined if it is given up. */
export function nextAttempt({
  created_at,
  now,
  urgency,
  failures,
  retryAfterMs = 0,
  random,
}: RetryState): number | undefined {
  const wait = (waits[failures - 1] ?? longestWait) * (1 - jitter + 2 * jitter * random)
  const next = now + Math.max(wait, Math.min(retryAfterMs, longestRetryAfter))
  return next > computeGiveUpTime(created_at, urgency) ? undefined : Math.round(next)
}

/** When an undelivered message is given up. */
export function computeGiveUpTime(created_at: number, urgency: MessageUrgency): number {
  return created_at + patience[urgency]
}
