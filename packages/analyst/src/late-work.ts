/** Limits the time spent on late results, so that fresh results never wait for more than one portion of them. */
export interface LateWork {
  /** Runs a portion with the maximum cost that it may have, if it is time for one. Returns whether it ran. */
  run(portion: (maxCost: number) => Promise<void>): Promise<boolean>
}

const firstPortionCost = 1_000
// Every commit has a fixed cost, so on a slow machine smaller portions would only cause more commits.
const [minPortionCost, maxPortionCost] = [250, 20_000]
const [quickMs, slowMs] = [100, 250]
const pauseFactor = 3

/**
 * Runs one portion at a time for all shards of the process. Late results get a quarter of the time, fresh ones the
 * rest.
 */
export function createLateWork(now: () => number = () => performance.now()): LateWork {
  let [cost, isBusy, notBefore] = [firstPortionCost, false, Number.NEGATIVE_INFINITY]
  return {
    async run(portion) {
      if (isBusy || now() < notBefore) return false
      isBusy = true
      const startedAt = now()
      try {
        await portion(cost)
      } finally {
        const tookMs = now() - startedAt
        isBusy = false
        notBefore = now() + tookMs * pauseFactor
        cost = computeNextCost(cost, tookMs)
      }
      return true
    },
  }
}

/** Returns the cost of the next portion: larger after a quick one, smaller after a slow one. */
export function computeNextCost(cost: number, tookMs: number): number {
  if (tookMs > slowMs) return Math.max(minPortionCost, Math.floor(cost / 2))
  return tookMs < quickMs ? Math.min(maxPortionCost, Math.ceil(cost * 1.5)) : cost
}
