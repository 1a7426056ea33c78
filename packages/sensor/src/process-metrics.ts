import { Counter, Histogram } from '@prometheus-io/client'
import type { CheckReport } from '@wachta/bus'
import { checkTypes } from '@wachta/checks'
import { askedGauge, type Metrics, valueGauge } from '@wachta/runtime'
import type { Load } from './load.ts'
import type { SensorCore } from './sensor.ts'
import type { Spool } from './spool/spool.ts'

interface Measured {
  readonly sensor: SensorCore
  readonly spool: Spool
  readonly load: Load
  readonly link: { readonly isConnected: boolean; readonly evidence: { readonly dropped: number } }
}

/** Counts the checks and messages of a sensor for its process metrics. */
export interface SensorMetrics {
  reported(report: Pick<CheckReport, 'result' | 'reason'>, type_id: string): void
  started(lag_ms: number): void
  refused(): void
}

const known: ReadonlySet<string> = new Set(checkTypes.map(({ id }) => id))

/** Creates the counters. The label of a check type that this version does not know is `other`. */
export function createMetrics(metrics: Metrics): SensorMetrics {
  const registers = [metrics]
  const results = new Counter({
    name: 'wachta_sensor_results_total',
    help: 'Checks by type, result and, if the result is unknown, the reason.',
    labelNames: ['type', 'result', 'reason'] as const,
    registers,
  })
  const lag = new Histogram({
    name: 'wachta_sensor_slot_lag_seconds',
    help: 'How late scheduled checks started.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const refused = new Counter({
    name: 'wachta_sensor_publish_failures_total',
    help: 'Messages with results that the broker did not accept; they are sent again.',
    registers,
  })
  return {
    reported: ({ result, reason }, type_id) =>
      results.inc({ type: known.has(type_id) ? type_id : 'other', result, reason: reason ?? '' }),
    started: (lag_ms) => lag.observe(Math.max(0, lag_ms) / 1000),
    refused: () => refused.inc(),
  }
}

/** Registers gauges and counters that read the state of the sensor whenever the metrics are requested. */
export function watchSensor(metrics: Metrics, { sensor, spool, load, link }: Measured): void {
  const registers = [metrics]
  const gauge = (name: string, help: string, value: () => number) =>
    valueGauge(metrics, { name: `wachta_sensor_${name}`, help, value })
  const counter = (name: string, help: string, value: () => number) =>
    new Counter({
      name: `wachta_sensor_${name}_total`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(value())
      },
    })
  gauge('connected', 'Whether the broker is connected: 1 or 0.', () => Number(link.isConnected))
  gauge('slot_lag_p99_seconds', 'How late checks started, 99th percentile of the last 4,096.', () =>
    seconds(sensor.checker.lag.percentile(0.99)),
  )
  gauge('event_loop_delay_seconds', 'The worst delay within the last second.', () => seconds(load.delayMs))
  gauge('services', 'Assigned services.', () => sensor.assignments.size)
  gauge('running', 'Running checks.', () => sensor.checker.running)
  gauge('waiting', 'Checks that wait for a free slot of the capacity.', () => sensor.checker.waiting)
  gauge('clock_offset_seconds', 'How far the clock is ahead of the clock of the centre.', () =>
    seconds(sensor.clock.offset_ms ?? 0),
  )
  gauge('spooled_results', 'Results that the centre has not committed.', () => spool.held)
  gauge('spooled_bytes', 'The size of the spool in bytes.', () => spool.bytes)
  gauge('disk_fault', 'Whether the disk rejects results: 1 or 0.', () => Number(spool.hasFault))
  gauge(
    'volatile_results',
    'Results that are only in memory: the disk rejected them, and the centre has not committed them.',
    () => spool.memory.held,
  )
  askedGauge(metrics, {
    name: 'wachta_sensor_spool_age_seconds',
    help: 'The age of the oldest result that the centre has not committed; 0 if there is none.',
    ask: async () => [{ value: await ageOf(spool) }],
  })
  counter('dropped_results', 'Results that were dropped.', () => spool.dropped.results)
  counter('dropped_words', 'Segments of the spool whose texts were dropped.', () => spool.dropped.words)
  counter('dropped_artifacts', 'Artifacts that were dropped.', () => link.evidence.dropped)
}

async function ageOf(spool: Spool): Promise<number> {
  const oldest = await spool.oldest()
  return oldest === undefined ? 0 : Math.max(0, seconds(Date.now() - oldest))
}

const seconds = (milliseconds: number): number => milliseconds / 1000
