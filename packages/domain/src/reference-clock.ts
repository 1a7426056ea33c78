/** One question for the time, by the monotonic clock of whoever asked: when it went out, when the answer came, and what it said. */
export interface ClockSample {
  readonly sent: number
  readonly received: number
  readonly reference: number
}

/** What a monotonic clock must be added to give the reference, and by how much that may be wrong. */
export interface ClockEstimate {
  readonly ahead_ms: number
  readonly error_ms: number
}

/** Monotonic clocks of machines differ by less than this. */
const drift = 0.0005

/** The answer was given at some time between question and answer: half of that is the bound of what can be wrong. */
function estimateOf({ sent, received, reference }: ClockSample): ClockEstimate {
  return { ahead_ms: reference - (sent + received) / 2, error_ms: (received - sent) / 2 }
}

/**
 * The estimate that the samples agree on, as of a time of the monotonic clock: the one with the smallest bound, which grows
 * with its age. A sample that the newest one contradicts was of another clock, as before a failover: it does not count.
 */
export function bestEstimate(samples: readonly ClockSample[], now: number): ClockEstimate | undefined {
  const newest = samples.at(-1)
  if (newest === undefined) return undefined
  const aged = (sample: ClockSample): ClockEstimate => {
    const { ahead_ms, error_ms } = estimateOf(sample)
    return { ahead_ms, error_ms: error_ms + Math.max(0, now - sample.received) * drift }
  }
  const last = aged(newest)
  return samples
    .map(aged)
    .filter(({ ahead_ms, error_ms }) => Math.abs(ahead_ms - last.ahead_ms) <= error_ms + last.error_ms)
    .reduce((best, one) => (one.error_ms < best.error_ms ? one : best), last)
}
