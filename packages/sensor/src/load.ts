import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measures whether this process was too busy for reliable measurements. */
export interface Load {
  /** The largest recent delay of the event loop, in milliseconds. */
  readonly delayMs: number
  /** Takes the delay since the last sample. */
  sample(now: number): void
  wasOverloadedSince(instant: number): boolean
}

/** A delay this large distorts every response time. */
const overloadedAboveMs = 500

/** `delay` returns the largest delay since its last call. */
export function createLoad(delay: () => number = createDelayMeter()): Load {
  let last = Number.NEGATIVE_INFINITY
  let delayMs = 0
  return {
    get delayMs() {
      return delayMs
    },
    sample(now) {
      delayMs = delay()
      if (delayMs > overloadedAboveMs) last = now
    },
    wasOverloadedSince: (instant) => last >= instant,
  }
}

function createDelayMeter(): () => number {
  const resolution = 20
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  return () => {
    const worst = histogram.count === 0 ? 0 : Math.max(0, histogram.max / 1e6 - resolution)
    histogram.reset()
    return worst
  }
}
