import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measures whether this process was too busy for reliable measurements. */
export interface LoadMeter {
  /** The largest recent delay of the event loop, in milliseconds. */
  readonly delayMs: number
  /** Takes the delay since the last sample. */
  sample(now: number): void
  wasOverloadedSince(instant: number): boolean
}

/** A delay this large distorts every response time. */
const overloadThresholdMs = 500

/** `delay` returns the largest delay since its last call. */
export function createLoadMeter(delay: () => number = createDelayMeter()): LoadMeter {
  let lastOverloadAt = Number.NEGATIVE_INFINITY
  let delayMs = 0
  return {
    get delayMs() {
      return delayMs
    },
    sample(now) {
      delayMs = delay()
      // After the clock was set back, the last overload would otherwise count until the clock has caught up.
      lastOverloadAt = Math.min(lastOverloadAt, now)
      if (delayMs > overloadThresholdMs) lastOverloadAt = now
    },
    wasOverloadedSince: (instant) => lastOverloadAt >= instant,
  }
}

function createDelayMeter(): () => number {
  const resolutionMs = 20
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  return () => {
    const worst = histogram.count === 0 ? 0 : Math.max(0, histogram.max / 1e6 - resolutionMs)
    histogram.reset()
    return worst
  }
}
