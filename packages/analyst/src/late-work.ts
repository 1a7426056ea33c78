/** Shares out the time for what came late, so that fresh results never wait for more than one portion. */
export interface LateWork {
  /** Runs a portion of at most the given cost, if it is time for one; says whether it was. */
  run(portion: (most: number) => Promise<void>): Promise<boolean>
}

const firstCost = 1_000
// A commit has its price however little it holds: on a slow machine smaller portions would only make more of them.
const [leastCost, maxCost] = [250, 20_000]
const [quick_ms, slow_ms] = [100, 250]
const pausePerPortion = 3

/**
 * One portion at a time for all shards of the process: it takes a quarter of the time, and leaves the rest to what is
 * fresh.
 */
export function createLateWork(now: () => number = () => performance.now()): LateWork {
  let [cost, isBusy, notBefore] = [firstCost, false, Number.NEGATIVE_INFINITY]
  return {
    async run(portion) {
      if (isBusy || now() < notBefore) return false
      isBusy = true
      const began = now()
      try {
        await portion(cost)
      } finally {
        const took = now() - began
        isBusy = false
        notBefore = now() + took * pausePerPortion
        cost = nextCost(cost, took)
      }
      return true
    },
  }
}

/** Portions grow while they are quick, and shrink as soon as one was slow. */
export function nextCost(cost: number, took_ms: number): number {
  if (took_ms > slow_ms) return Math.max(leastCost, Math.floor(cost / 2))
  return took_ms < quick_ms ? Math.min(maxCost, Math.ceil(cost * 1.5)) : cost
}
