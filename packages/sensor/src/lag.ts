/** The recent delays with which checks started. */
export interface Lag {
  record(lag_ms: number): void
  /** Returns the delay that the given share of checks did not exceed; 0 if there were none. */
  getPercentile(part: number): number
}

const kept = 4_096

export function createLag(): Lag {
  const ring = new Float64Array(kept)
  let count = 0
  return {
    record(lag_ms) {
      ring[count % kept] = Math.max(0, lag_ms)
      count += 1
    },
    getPercentile(part) {
      const seen = ring.slice(0, Math.min(count, kept)).sort()
      return Math.round(seen[Math.min(seen.length - 1, Math.floor(seen.length * part))] ?? 0)
    },
  }
}
