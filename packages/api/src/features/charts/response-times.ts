import {
  type CheckRollup,
  computeRollup,
  type Interval,
  type Rollup,
  type RollupSize,
  readRollupInput,
  type StoredAnalysis,
  toRollupBucket,
} from '@wachta/domain'
import { type RecordSource, splitRange } from '@wachta/history'
import type { Call } from '@wachta/resource'
import { sql } from 'kysely'
import type { Range } from '../../platform/range.ts'
import { limitToNewestPart, loadRolledUpTo, sizeCodes } from '../checks-and-history/rolled-up.ts'
import { loadServiceAnalyses } from '../checks-and-history/stored-analyses.ts'

/** The measurements of one time bucket. */
export interface MeasuredBucket {
  readonly start: number
  readonly count: number
  readonly sum: number
  readonly minimum: number | null
  readonly maximum: number | null
  readonly p50: number | null
  readonly p95: number | null
}

/**
 * The counts and response times of the checks in one bucket. Response times are in milliseconds, of successful checks
 * only.
 */
export interface ResponseTimeBucket extends MeasuredBucket {
  readonly ok: number
  readonly error: number
  readonly unknown: number
}

/** The service, and optionally the sensor, whose checks a chart shows. */
export interface ChartedChecks {
  readonly service: number
  /** Zero for all sensors together. */
  readonly sensor: number
  readonly range: Range
}

interface BucketQuery extends ChartedChecks {
  readonly size: RollupSize
}

/**
 * Loads the non-empty buckets of a range in order; the range must not end in the future. Buckets are complete, so the
 * first may begin before the range. They are read from rollups where rollups exist, else computed from analyses.
 */
export async function loadBuckets(query: BucketQuery, source: RecordSource): Promise<ResponseTimeBucket[]> {
  const { db } = source
  const { service, sensor, range, size } = query
  const from = toRollupBucket(range.from.getTime(), size).start
  // Rollups of five minutes exist only for all sensors together: per sensor, there would be almost as many as checks.
  const rolledUpTo = size === 'five_minutes' && sensor !== 0 ? null : await loadRolledUpTo(db, size)
  const rollupEnd = Math.min(Math.max(rolledUpTo ?? from, from), range.to.getTime())
  // Rollups of five minutes are dropped together with their analyses. For older times, they are computed again from the
  // history.
  const { old, recent: recentInterval } =
    size === 'five_minutes'
      ? await splitRange(source, { start: from, end: rollupEnd })
      : { old: undefined, recent: { start: from, end: rollupEnd } }
  const oldAnalyses = old ? await loadServiceAnalyses(source, service, toRange(old.range)) : []
  const rollupBuckets =
    recentInterval && recentInterval.end > recentInterval.start
      ? await loadRolledUp(query, toRange(recentInterval), db)
      : []
  const remainingRanges =
    rollupEnd < range.to.getTime() ? limitToNewestPart({ from: new Date(rollupEnd), to: range.to }) : []
  const rawAnalyses = (
    await Promise.all(remainingRanges.map((part) => loadServiceAnalyses(source, service, part)))
  ).flat()
  return [...computeBuckets(oldAnalyses, sensor, size), ...rollupBuckets, ...computeBuckets(rawAnalyses, sensor, size)]
}

const toRange = ({ start, end }: Interval): Range => ({ from: new Date(start), to: new Date(end) })

/** Computes the non-empty buckets from analyses. */
function computeBuckets(analyses: readonly StoredAnalysis[], sensor: number, size: RollupSize): ResponseTimeBucket[] {
  const groups = Map.groupBy(analyses, ({ time }) => toRollupBucket(time, size).start)
  return [...groups].flatMap(([start, bucketAnalyses]) =>
    toSensorBucket(computeRollup({ start, size }, readRollupInput(bucketAnalyses)), sensor),
  )
}

function toSensorBucket(rollup: Rollup, sensor: number): ResponseTimeBucket[] {
  const chosen: CheckRollup | undefined =
    sensor === 0 ? rollup : rollup.by_sensor.find(({ sensor_id }) => sensor_id === sensor)
  if (!chosen) return []
  const { count, sum, minimum, maximum, p50, p95 } = chosen.response_time
  return [{ start: rollup.start, ...chosen.checks, count, sum, minimum, maximum, p50, p95 }]
}

function loadRolledUp(
  { service, sensor, size }: BucketQuery,
  { from, to }: Range,
  db: Call['db'],
): Promise<ResponseTimeBucket[]> {
  return db.query(sql<ResponseTimeBucket>`select (extract(epoch from start) * 1000)::float8 as start, ok_checks as ok, error_checks as error,
  unknown_checks as unknown, response_count as count, response_sum as sum, response_minimum as minimum,
  response_maximum as maximum, response_p50 as p50, response_p95 as p95
from rollup where service_id = ${service} and size = ${sizeCodes[size]} and sensor_id = ${sensor} and start >= ${from} and start < ${to}
order by start`)
}
