import { hourMs, minuteMs, secondMs } from './time-units.ts'

/** Short waits at first, for a brief problem, then long ones: requests do not help a provider that is down. */
const waitsMs = [5 * secondMs, 15 * secondMs, 45 * secondMs, 2 * minuteMs, 5 * minuteMs]
const maxWaitMs = 10 * minuteMs

/** The longest wait that a provider can ask for, because a recipient is waiting for the message. */
const maxRetryAfterMs = hourMs

/** The jitter of waits, so that messages that failed together are not retried together. */
const jitter = 0.2

/** After a day `news` is no longer useful; a `trial`, such as a code or a test, only while the person waits for it. */
const lifetimeMs = { news: 24 * hourMs, trial: 10 * minuteMs } as const

export type MessageUrgency = keyof typeof lifetimeMs

export interface RetryState {
  /** When the message was created, and the current time, in milliseconds since 1970. */
  readonly created_at: number
  readonly now: number
  readonly urgency: MessageUrgency
  /** The number of failed attempts, including the latest. */
  readonly failures: number
  /** How long the provider asked to wait. */
  readonly retryAfterMs?: number | undefined
  /** From 0 up to 1, exclusive. */
  readonly random: number
}

/** When a message is retried, in milliseconds since 1970; undefined if it is given up. */
export function computeNextAttempt({
  created_at,
  now,
  urgency,
  failures,
  retryAfterMs = 0,
  random,
}: RetryState): number | undefined {
  const wait = (waitsMs[failures - 1] ?? maxWaitMs) * (1 - jitter + 2 * jitter * random)
  const next = now + Math.max(wait, Math.min(retryAfterMs, maxRetryAfterMs))
  return next > computeGiveUpTime(created_at, urgency) ? undefined : Math.round(next)
}

/** When an undelivered message is given up. */
export function computeGiveUpTime(created_at: number, urgency: MessageUrgency): number {
  return created_at + lifetimeMs[urgency]
}
