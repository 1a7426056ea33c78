/** One time request: when it was sent and answered, by the local monotonic clock, and the time in the answer. */
export interface ClockSample {
  readonly sent: number
  readonly received: number
  readonly reference: number
}

/** The offset from the monotonic clock to the reference clock, and its maximum error. */
export interface ClockEstimate {
  readonly aheadMs: number
  readonly errorMs: number
}

/** The maximum drift between monotonic clocks. */
const maxDrift = 0.0005

/** The reference time was read between request and answer, so the error is at most half of that interval. */
function toEstimate({ sent, received, reference }: ClockSample): ClockEstimate {
  return { aheadMs: reference - (sent + received) / 2, errorMs: (received - sent) / 2 }
}

/**
 * Returns the estimate with the smallest error at a time of the monotonic clock; the error grows with the age of the
 * sample. A sample that contradicts the newest one is ignored: it comes from another clock, for example before a
 * failover.
 */
export function chooseBestEstimate(samples: readonly ClockSample[], now: number): ClockEstimate | undefined {
  const newest = samples.at(-1)
  if (newest === undefined) return undefined
  const ageEstimate = (sample: ClockSample): ClockEstimate => {
    const { aheadMs, errorMs } = toEstimate(sample)
    return { aheadMs, errorMs: errorMs + Math.max(0, now - sample.received) * maxDrift }
  }
  const last = ageEstimate(newest)
  return samples
    .map(ageEstimate)
    .filter(({ aheadMs, errorMs }) => Math.abs(aheadMs - last.aheadMs) <= errorMs + last.errorMs)
    .reduce((best, one) => (one.errorMs < best.errorMs ? one : best), last)
}
