const minDelayMs = 1_000
const maxDelayMs = 30_000

/** After this time of stable running, earlier failures of a process no longer count. */
export const backoffResetMs = 60_000

export interface ProcessExit {
  /** The number of consecutive failures before this exit. */
  readonly failures: number
  /** How long the process was ready; zero if it never was. */
  readonly workedMs: number
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: number
}

/**
 * Computes the delay before a process is restarted: doubled after each failure, and randomised so that processes do not
 * restart at the same time.
 */
export function computeRestart({ failures, workedMs, random }: ProcessExit): { failures: number; waitMs: number } {
  const currentFailures = (workedMs >= backoffResetMs ? 0 : failures) + 1
  const maxWaitMs = Math.min(maxDelayMs, minDelayMs * 2 ** (currentFailures - 1))
  return { failures: currentFailures, waitMs: Math.round(maxWaitMs * (0.5 + random / 2)) }
}
