import type { CheckRollup, Distribution, Rollup, RollupSize } from '@wachta/domain'

/** The codes of the rollup sizes in the database. */
export const rollupSizeCodes: Readonly<Record<RollupSize, string>> = { five_minutes: 'm', hour: 'h', day: 'd' }

/**
 * Data that the columns do not contain: errors for hours and days, and histograms of days, from which those of months
 * are computed.
 */
interface RollupParts {
  readonly errors: CheckRollup['errors']
  readonly response_time?: Distribution['histogram']
  readonly data_size?: Distribution
}

/** A row of the rollup table, for one sensor or for all (0). */
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
 * Converts a rollup to rows. Only days have histograms, because those are many times larger than the other columns.
 * Five-minute rollups have only the row for all sensors: rows per sensor would hardly be fewer than the checks
 * themselves.
 */
export function toRollupRows(service_id: number, rollup: Rollup): RollupRow[] {
  const { start, size, analyses, failures, below_quorum } = rollup
  const toRow = (sensor_id: number, summary: CheckRollup): RollupRow => ({
    service_id,
    size: rollupSizeCodes[size],
    start,
    sensor_id,
    // Only the row for all sensors counts analyses; a single sensor has only checks.
    ...(sensor_id === 0 ? { analyses, failures, below_quorum } : { analyses: 0, failures: 0, below_quorum: 0 }),
    ok_checks: summary.checks.ok,
    error_checks: summary.checks.error,
    unknown_checks: summary.checks.unknown,
    response_count: summary.response_time.count,
    response_sum: summary.response_time.sum,
    response_minimum: summary.response_time.minimum,
    response_maximum: summary.response_time.maximum,
    response_p50: summary.response_time.p50,
    response_p95: summary.response_time.p95,
    parts: toParts(summary, size),
  })
  const bySensor = size === 'five_minutes' ? [] : rollup.by_sensor
  return [toRow(0, rollup), ...bySensor.map(({ sensor_id, ...summary }) => toRow(sensor_id, summary))]
}

function toParts({ errors, response_time, data_size }: CheckRollup, size: RollupSize): RollupParts | null {
  if (size === 'day') return { errors, response_time: response_time.histogram, data_size }
  return size === 'hour' && errors.length > 0 ? { errors } : null
}
