const first_ms = 1_000
const most_ms = 30_000

/** A role that has worked for so long is well: what went wrong before is forgotten. */
export const backoffResetMs = 60_000

export interface ProcessExit {
  /** How many times in a row it ended before. */
  readonly failures: number
  /** For how long it did its work: zero where it never came to it. */
  readonly worked_ms: number
  /** Anything from 0 up to 1. */
  readonly random: number
}

/** How long to wait before a role that ended is started again: doubled each time, and never the same for two of them. */
export function afterEnding({ failures, worked_ms, random }: ProcessExit): { failures: number; wait_ms: number } {
  const now = (worked_ms >= backoffResetMs ? 0 : failures) + 1
  const longest = Math.min(most_ms, first_ms * 2 ** (now - 1))
  return { failures: now, wait_ms: Math.round(longest * (0.5 + random / 2)) }
}
