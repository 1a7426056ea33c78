import { createHistogram } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from '@prometheus-io/client'
import { watchHeapLimit } from './process-metrics.ts'

/**
 * How often the delay of the event loop is sampled. The library's own histogram would wake every process 100 times a
 * second.
 */
const sampleIntervalMs = 1_000
const never = 2 ** 31 - 1

type LagHistogram = ReturnType<typeof createHistogram>

const lagStatistics: Readonly<Record<string, (lags: LagHistogram) => number>> = {
  min: ({ min }) => min,
  max: ({ max }) => max,
  mean: ({ mean }) => mean,
  stddev: ({ stddev }) => stddev,
  p50: (lags) => lags.percentile(50),
  p90: (lags) => lags.percentile(90),
  p99: (lags) => lags.percentile(99),
}

/** Registers the default process metrics of the library, and the event loop lag since the previous scrape. */
export function registerDefaultMetrics(register: Registry): Disposable {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: never })
  watchHeapLimit(register)
  const lags = createHistogram()
  let due = performance.now() + sampleIntervalMs
  const timer = setInterval(() => {
    const now = performance.now()
    // In nanoseconds; the histogram accepts integers from 1.
    lags.record(Math.max(1, Math.round((now - due) * 1e6)))
    due = now + sampleIntervalMs
  }, sampleIntervalMs).unref()
  for (const [name, read] of Object.entries(lagStatistics)) {
    const metric = `nodejs_eventloop_lag_${name}_seconds`
    register.removeSingleMetric(metric)
    new Gauge({
      name: metric,
      help: `Event loop lag since the previous scrape (${name}), sampled once a second.`,
      registers: [register],
      collect() {
        this.set(lags.count === 0 ? 0 : read(lags) / 1e9)
        if (name === lastGauge) lags.reset()
      },
    })
  }
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const lastGauge = Object.keys(lagStatistics).at(-1)
