import type { CheckRollup, Distribution, Rollup, RollupSize } from '@wachta/domain'

/** The codes of sizes in the table. */
export const rollupSizeCodes: Readonly<Record<RollupSize, string>> = { five_minutes: 'm', hour: 'h', day: 'd' }

/**
 * Data that the columns do not contain: errors for hours and days, and histograms of days, which months are computed
 * from.
 */
interface RollupParts {
  readonly errors: CheckRollup['errors']
  readonly response_time?: Distribution['histogram']
  readonly data_size?: Distribution
}

/** A row of the table of rollups: of one sensor, or of all (0). */
export interface RollupRow {
  readonly service_id: number
  readonly size: string
  /** Epoch milliseconds. */
  readonly start: number
  readonly sensor_id: number
  readonly analyses: number
  readonly failures: number
  readonly below_quorum: number
  readonly ok_checks: number
  readonly error_checks: number
  readonly unknown_checks: number
  readonly response_count: number
  readonly response_sum: number
  readonly response_minimum: number | null
  readonly response_maximum: number | null
  readonly response_p50: number | null
  readonly response_p95: number | null
  readonly parts: RollupParts | null
}

/**
 * Converts a rollup to rows. Only days have histograms, because those are many times larger than the figures.
 * Five-minute rollups have only the row of all sensors: rows per sensor would be hardly fewer than its checks.
 */
export function toRollupRows(service_id: number, rollup: Rollup): RollupRow[] {
  const { start, size, analyses, failures, below_quorum } = rollup
  const row = (sensor_id: number, of: CheckRollup): RollupRow => ({
    service_id,
    size: rollupSizeCodes[size],
    start,
    sensor_id,
    // Only the row of all sensors counts analyses; a single sensor has checks only.
    ...(sensor_id === 0 ? { analyses, failures, below_quorum } : { analyses: 0, failures: 0, below_quorum: 0 }),
    ok_checks: of.checks.ok,
    error_checks: of.checks.error,
    unknown_checks: of.checks.unknown,
    response_count: of.response_time.count,
    response_sum: of.response_time.sum,
    response_minimum: of.response_time.minimum,
    response_maximum: of.response_time.maximum,
    response_p50: of.response_time.p50,
    response_p95: of.response_time.p95,
    parts: toParts(of, size),
  })
  const bySensor = size === 'five_minutes' ? [] : rollup.by_sensor
  return [row(0, rollup), ...bySensor.map(({ sensor_id, ...of }) => row(sensor_id, of))]
}

function toParts({ errors, response_time, data_size }: CheckRollup, size: RollupSize): RollupParts | null {
  if (size === 'day') return { errors, response_time: response_time.histogram, data_size }
  return size === 'hour' && errors.length > 0 ? { errors } : null
}
