import { createHistogram } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from '@prometheus-io/client'
import { watchHeapLimit } from './process-metrics.ts'

/**
 * How often the delay of the event loop is sampled. The library's own histogram would wake every process 100 times a
 * second.
 */
const sampleMs = 1_000
const never = 2 ** 31 - 1

type LagHistogram = ReturnType<typeof createHistogram>

const gauges: Readonly<Record<string, (lags: LagHistogram) => number>> = {
  min: ({ min }) => min,
  max: ({ max }) => max,
  mean: ({ mean }) => mean,
  stddev: ({ stddev }) => stddev,
  p50: (lags) => lags.percentile(50),
  p90: (lags) => lags.percentile(90),
  p99: (lags) => lags.percentile(99),
}

/** Registers what the library measures of every process, with the lag of the event loop since the scrape before. */
export function registerDefaultMetrics(register: Registry): Disposable {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: never })
  watchHeapLimit(register)
  const lags = createHistogram()
  let due = performance.now() + sampleMs
  const timer = setInterval(() => {
    const now = performance.now()
    // In nanoseconds; the histogram takes whole numbers from 1.
    lags.record(Math.max(1, Math.round((now - due) * 1e6)))
    due = now + sampleMs
  }, sampleMs).unref()
  for (const [name, read] of Object.entries(gauges)) {
    const metric = `nodejs_eventloop_lag_${name}_seconds`
    register.removeSingleMetric(metric)
    new Gauge({
      name: metric,
      help: `The ${name} of how late the event loop was since the scrape before, sampled once a second.`,
      registers: [register],
      collect() {
        this.set(lags.count === 0 ? 0 : read(lags) / 1e9)
        if (name === lastGauge) lags.reset()
      },
    })
  }
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

const lastGauge = Object.keys(gauges).at(-1)
