const minDelay_ms = 1_000
const maxDelay_ms = 30_000

/** After this time of work, earlier failures of a process are forgotten. */
export const backoffResetMs = 60_000

export interface ProcessExit {
  /** How many times in a row it ended before. */
  readonly failures: number
  /** How long it was ready; zero if it never was. */
  readonly worked_ms: number
  /** Anything from 0 up to 1. */
  readonly random: number
}

/**
 * Computes the delay before a process is restarted: doubled after each failure, and randomised so that processes do not
 * restart at the same time.
 */
export function afterEnding({ failures, worked_ms, random }: ProcessExit): { failures: number; wait_ms: number } {
  const now = (worked_ms >= backoffResetMs ? 0 : failures) + 1
  const longest = Math.min(maxDelay_ms, minDelay_ms * 2 ** (now - 1))
  return { failures: now, wait_ms: Math.round(longest * (0.5 + random / 2)) }
}
