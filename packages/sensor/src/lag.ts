/** The recent delays with which checks started. */
export interface Lag {
  record(lag_ms: number): void
  /** Returns the delay that the given share of checks (such as 0.99) did not exceed; 0 if there were no checks. */
  getPercentile(share: number): number
}

const maxSamples = 4_096

export function createLag(): Lag {
  const ring = new Float64Array(maxSamples)
  let count = 0
  return {
    record(lag_ms) {
      ring[count % maxSamples] = Math.max(0, lag_ms)
      count += 1
    },
    getPercentile(share) {
      const samples = ring.slice(0, Math.min(count, maxSamples)).sort()
      return Math.round(samples[Math.min(samples.length - 1, Math.floor(samples.length * share))] ?? 0)
    },
  }
}
