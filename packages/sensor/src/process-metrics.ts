import { Counter, Gauge, Histogram } from '@prometheus-io/client'
import type { CheckReport } from '@wachta/bus'
import { checkTypes } from '@wachta/checks'
import { createScrapedGauge, createValueGauge, type Metrics } from '@wachta/runtime'
import type { ConfiguredSensor } from './configured-sensors.ts'
import type { LoadMeter } from './load.ts'
import type { SensorCore } from './sensor.ts'
import type { Spool } from './spool/spool.ts'

/** The running sensors of a process. */
interface MeasuredSensors {
  readonly sensors: readonly ConfiguredSensor[]
  readonly started: ReadonlyMap<ConfiguredSensor, MeasuredSensor>
}

interface MeasuredSensor {
  readonly sensor: SensorCore
  readonly spool: Spool
  readonly link: { readonly isConnected: boolean; readonly evidence: { readonly dropped: number } }
}

/** Counts the checks and messages of one sensor for its process metrics. */
export interface CheckCounters {
  countReport(report: Pick<CheckReport, 'result' | 'reason'>, type_id: string): void
  observeLag(lag_ms: number): void
  countRejectedMessage(): void
}

export interface SensorMetrics {
  getCounters(sensor: ConfiguredSensor): CheckCounters
}

/** Labels metrics with the name of the sensor if the process runs several. */
const toLabels = ({ name, isAlone }: ConfiguredSensor): { readonly sensor?: string } =>
  isAlone ? {} : { sensor: name }

const knownTypeIds: ReadonlySet<string> = new Set(checkTypes.map(({ id }) => id))

/** Creates the counters. The label of a check type that this version does not know is `other`. */
export function createMetrics(metrics: Metrics): SensorMetrics {
  const registers = [metrics]
  const results = new Counter({
    name: 'wachta_sensor_results_total',
    help: 'Checks by type, result and, if the result is unknown, the reason.',
    labelNames: ['sensor', 'type', 'result', 'reason'] as const,
    registers,
  })
  const lag = new Histogram({
    name: 'wachta_sensor_slot_lag_seconds',
    help: 'How late scheduled checks started.',
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const publishFailures = new Counter({
    name: 'wachta_sensor_publish_failures_total',
    help: 'Messages with results that the broker did not accept; they are sent again.',
    labelNames,
    registers,
  })
  return {
    getCounters(sensor) {
      const labels = toLabels(sensor)
      lag.zero(labels)
      publishFailures.inc(labels, 0)
      return {
        countReport: ({ result, reason }, type_id) =>
          results.inc({ ...labels, type: knownTypeIds.has(type_id) ? type_id : 'other', result, reason: reason ?? '' }),
        observeLag: (lag_ms) => lag.observe(labels, Math.max(0, lag_ms) / 1000),
        countRejectedMessage: () => publishFailures.inc(labels),
      }
    },
  }
}

const labelNames = ['sensor'] as const

/** Registers how busy the process is. */
export const watchLoad = (metrics: Metrics, load: Pick<LoadMeter, 'delayMs'>): void =>
  createValueGauge(metrics, {
    name: 'wachta_sensor_event_loop_delay_seconds',
    help: 'The worst delay within the last second; all sensors of a process share it.',
    value: () => toSeconds(load.delayMs),
  })

/** Registers gauges and counters that read the state of the sensors whenever the metrics are requested. */
export function watchSensors(metrics: Metrics, { sensors, started }: MeasuredSensors): void {
  const registers = [metrics]
  const addGauge = (name: string, help: string, value: (one: MeasuredSensor) => number) =>
    new Gauge({
      name: `wachta_sensor_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        for (const [sensor, one] of started) this.set(toLabels(sensor), value(one))
      },
    })
  const addCounter = (name: string, help: string, value: (one: MeasuredSensor) => number) =>
    new Counter({
      name: `wachta_sensor_${name}_total`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset()
        for (const [sensor, one] of started) this.inc(toLabels(sensor), value(one))
      },
    })
  new Gauge({
    name: 'wachta_sensor_connected',
    help: 'Whether the broker is connected: 1 or 0; 0 also for a sensor that cannot be started.',
    labelNames,
    registers,
    collect() {
      for (const sensor of sensors) this.set(toLabels(sensor), Number(started.get(sensor)?.link.isConnected ?? false))
    },
  })
  addGauge('slot_lag_p99_seconds', 'How late checks started, 99th percentile of the last 4,096.', ({ sensor }) =>
    toSeconds(sensor.checker.lag.getPercentile(0.99)),
  )
  addGauge('services', 'Assigned services.', ({ sensor }) => sensor.assignments.size)
  addGauge('running', 'Running checks.', ({ sensor }) => sensor.checker.running)
  addGauge('waiting', 'Checks that wait for a free slot of the capacity.', ({ sensor }) => sensor.checker.waiting)
  addGauge('clock_offset_seconds', 'How far the clock is ahead of the clock of the centre.', ({ sensor }) =>
    toSeconds(sensor.clock.offset_ms ?? 0),
  )
  addGauge('spooled_results', 'Results that the centre has not committed.', ({ spool }) => spool.held)
  addGauge('spooled_bytes', 'The size of the spool in bytes.', ({ spool }) => spool.bytes)
  addGauge('disk_fault', 'Whether the disk rejects results: 1 or 0.', ({ spool }) => Number(spool.hasFault))
  addGauge(
    'volatile_results',
    'Results that are only in memory: the disk rejected them, and the centre has not committed them.',
    ({ spool }) => spool.memory.held,
  )
  createScrapedGauge(metrics, {
    name: 'wachta_sensor_spool_age_seconds',
    help: 'The age of the oldest result that the centre has not committed; 0 if there is none.',
    labelNames,
    read: () =>
      Promise.all(
        Array.from(started, async ([sensor, { spool }]) => ({
          labels: toLabels(sensor),
          value: await readAgeSeconds(spool),
        })),
      ),
  })
  addCounter('dropped_results', 'Results that were dropped.', ({ spool }) => spool.dropped.results)
  addCounter('dropped_words', 'Segments of the spool whose texts were dropped.', ({ spool }) => spool.dropped.words)
  addCounter('dropped_artifacts', 'Artifacts that were dropped.', ({ link }) => link.evidence.dropped)
}

async function readAgeSeconds(spool: Spool): Promise<number> {
  const oldest = await spool.oldest()
  return oldest === undefined ? 0 : Math.max(0, toSeconds(Date.now() - oldest))
}

const toSeconds = (milliseconds: number): number => milliseconds / 1000
