/** One question for the time, by the monotonic clock of whoever asked: when it went out, when the answer came, and what it said. */
export interface ClockSample {
  readonly sent: number
  readonly received: number
  readonly reference: number
}

/** What a monotonic clock must be added to give the reference, and by how much that may be wrong. */
export interface ClockEstimate {
  readonly aheadMs: number
  readonly errorMs: number
}

/** Monotonic clocks of machines differ by less than this. */
const drift = 0.0005

/** The answer was given at some time between question and answer: half of that is the bound of what can be wrong. */
function toEstimate({ sent, received, reference }: ClockSample): ClockEstimate {
  return { aheadMs: reference - (sent + received) / 2, errorMs: (received - sent) / 2 }
}

/**
 * The estimate that the samples agree on, as of a time of the monotonic clock: the one with the smallest bound, which grows
 * with its age. A sample that the newest one contradicts was of another clock, as before a failover: it does not count.
 */
export function bestEstimate(samples: readonly ClockSample[], now: number): ClockEstimate | undefined {
  const newest = samples.at(-1)
  if (newest === undefined) return undefined
  const aged = (sample: ClockSample): ClockEstimate => {
    const { aheadMs, errorMs } = toEstimate(sample)
    return { aheadMs, errorMs: errorMs + Math.max(0, now - sample.received) * drift }
  }
  const last = aged(newest)
  return samples
    .map(aged)
    .filter(({ aheadMs, errorMs }) => Math.abs(aheadMs - last.aheadMs) <= errorMs + last.errorMs)
    .reduce((best, one) => (one.errorMs < best.errorMs ? one : best), last)
}
