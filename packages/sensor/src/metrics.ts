import { Counter, Gauge } from '@prometheus-io/client'
import type { CheckReport } from '@wachta/bus'
import type { Load } from './load.ts'
import type { Sensor } from './sensor.ts'
import type { Spool } from './spool/spool.ts'

interface Measured {
  readonly sensor: Sensor
  readonly spool: Spool
  readonly load: Load
  readonly droppedArtifacts: () => number
}

/** What operators see of a sensor. */
export function registerMetrics({ sensor, spool, load, droppedArtifacts }: Measured): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: `wachta_sensor_${name}`,
      help,
      collect() {
        this.set(value())
      },
    })
  gauge('slot_lag_milliseconds', 'How late checks begin, 99th percentile.', () => sensor.checker.lag.percentile(0.99))
  gauge('event_loop_delay_milliseconds', 'The worst delay within the last second.', () => load.delay_ms)
  gauge('services', 'Services that are assigned.', () => sensor.assignments.size)
  gauge('running', 'Checks that run.', () => sensor.checker.running)
  gauge('waiting', 'Checks that wait for a place.', () => sensor.checker.waiting)
  gauge('clock_offset_milliseconds', "How far the clock is ahead of the centre's.", () => sensor.clock.offset_ms ?? 0)
  gauge('spooled_results', 'Results that the centre does not have for good.', () => spool.held)
  gauge('spooled_bytes', 'Bytes of the spool.', () => spool.bytes)
  gauge('dropped_results', 'Results that were given up.', () => spool.dropped.results)
  gauge('dropped_words', 'Segments of the spool that gave up their words.', () => spool.dropped.words)
  gauge('dropped_artifacts', 'Artifacts that were given up.', droppedArtifacts)
}

/** Counts results by what they say. */
export function countResults(): (report: CheckReport) => void {
  const results = new Counter({
    name: 'wachta_sensor_results_total',
    help: 'Results by what they say.',
    labelNames: ['result', 'reason'],
  })
  return ({ result, reason }) => results.inc({ result, reason: reason ?? '' })
}
