import type { Outgoing } from './outgoing.ts'
import type { ResultSource } from './spool/result-source.ts'

/** What sending results takes. */
export interface SendingContext {
  readonly spool: ResultSource
  readonly now: () => number
  /** Rejects where the broker did not take it. */
  readonly publish: (outgoing: Outgoing) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
}

/** Results older than this no longer decide anything in time. */
export const freshMs = 60_000
