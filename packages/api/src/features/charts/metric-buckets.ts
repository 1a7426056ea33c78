import { getRollupBucketLengthMs, type RollupSize, toRollupBucket } from '@wachta/domain'
import type { Call, QueryParameter } from '@wachta/resource'
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { ChartedChecks, MeasuredBucket } from './response-times.ts'

export const metricParameter: QueryParameter = {
  name: 'metric_type_id',
  schema: Type.String({ pattern: '^[a-z][a-z0-9_]*$', maxLength: 64 }),
  description:
    'A metric of the checks in place of their response time, in its own unit, such as `largest_contentful_paint`; see the dictionary of metric types. ' +
    'Failed checks count too, because a page that exceeds its budget is a failed check. At most 31 days.',
}

/** Reads the metric of a chart; null means the response time. */
export const readMetric = (query: Readonly<Record<string, unknown>>): string | null =>
  query['metric_type_id'] === undefined ? null : String(query['metric_type_id'])

interface ChartedMetric extends ChartedChecks {
  readonly metric: string
  readonly size: RollupSize
}

/**
 * Loads the non-empty buckets of a metric, in order. Metrics are not rolled up: they come from the details of checks.
 */
export function loadMetricBuckets(
  { service, sensor, range, metric, size }: ChartedMetric,
  db: Call['db'],
): Promise<MeasuredBucket[]> {
  const from = new Date(toRollupBucket(range.from.getTime(), size).start)
  const length = getRollupBucketLengthMs(size) / 1000
  // Analyses with custom settings (kind `c`) do not belong to the history of the service.
  return db.query(sql<MeasuredBucket>`select (extract(epoch from bucket) * 1000)::float8 as start, count(*)::int as count, sum(value) as sum,
  min(value) as minimum, max(value) as maximum, percentile_disc(0.5) within group (order by value) as p50,
  percentile_disc(0.95) within group (order by value) as p95
from (select date_bin(make_interval(secs => ${length}), d.time, 'epoch'::timestamptz) as bucket, (d.metrics ->> ${metric})::float8 as value
  from check_detail d where d.service_id = ${service} and d.time >= ${from} and d.time < ${range.to} and d.metrics ? ${metric}
  and exists (select from analysis a where a.service_id = d.service_id and a.time = d.time and a.kind <> 'c')
  ${sensor === 0 ? sql`` : sql`and d.sensor_id = ${sensor}`}) m
group by bucket order by bucket`)
}
