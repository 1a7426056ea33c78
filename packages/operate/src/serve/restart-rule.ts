const minDelayMs = 1_000
const maxDelayMs = 30_000

/** After this time of work, earlier failures of a process are forgotten. */
export const backoffResetMs = 60_000

export interface ProcessExit {
  /** How many times in a row it ended before. */
  readonly failures: number
  /** How long it was ready; zero if it never was. */
  readonly workedMs: number
  /** Anything from 0 up to 1. */
  readonly random: number
}

/**
 * Computes the delay before a process is restarted: doubled after each failure, and randomised so that processes do not
 * restart at the same time.
 */
export function computeRestart({ failures, workedMs, random }: ProcessExit): { failures: number; waitMs: number } {
  const now = (workedMs >= backoffResetMs ? 0 : failures) + 1
  const longest = Math.min(maxDelayMs, minDelayMs * 2 ** (now - 1))
  return { failures: now, waitMs: Math.round(longest * (0.5 + random / 2)) }
}
