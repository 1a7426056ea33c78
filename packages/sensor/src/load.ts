import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Whether this process was too busy for its own measurements to be believed. */
export interface Load {
  /** The worst delay of the event loop lately, in milliseconds. */
  readonly delay_ms: number
  /** Looks at the delay since the last look. */
  sample(now: number): void
  wasOverloadedSince(instant: number): boolean
}

/** A delay like this shows in every response time. */
const tooLong_ms = 500

/** `delay` tells the worst delay since it was last asked. */
export function createLoad(delay: () => number = eventLoopDelay()): Load {
  let last = Number.NEGATIVE_INFINITY
  let delay_ms = 0
  return {
    get delay_ms() {
      return delay_ms
    },
    sample(now) {
      delay_ms = delay()
      if (delay_ms > tooLong_ms) last = now
    },
    wasOverloadedSince: (instant) => last >= instant,
  }
}

function eventLoopDelay(): () => number {
  const resolution = 20
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  return () => {
    const worst = histogram.count === 0 ? 0 : Math.max(0, histogram.max / 1e6 - resolution)
    histogram.reset()
    return worst
  }
}
