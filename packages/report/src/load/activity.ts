import type { Queryable } from '@wachta/database'
import {
  type CheckCounts,
  type CheckRollup,
  computeRollup,
  type Distribution,
  dayMs,
  hourMs,
  type Interval,
  mergeCheckRollups,
  minuteMs,
  readRollupInput,
  type StoredAnalysis,
  summarizeChecks,
  toRollupBucket,
} from '@wachta/domain'
import { loadAnalyses, type RecordSource, splitRange } from '@wachta/history'
import { type RawBuilder, sql } from 'kysely'
import type { ScopedService } from './services.ts'

/** The measurements of one hour or of five minutes. */
export interface ActivityBucket {
  readonly start: number
  readonly analyses: number
  readonly failures: number
  readonly below_quorum: number
  readonly checks: CheckCounts
  readonly response: Pick<Distribution, 'count' | 'sum' | 'minimum' | 'maximum'>
}

/** The measurements of one service in the period. */
export interface Activity {
  readonly buckets: readonly ActivityBucket[]
  /** The measurements by sensor id. */
  readonly sensors: ReadonlyMap<number, CheckRollup>
}

interface ActivityQuery {
  readonly services: readonly Pick<ScopedService, 'id' | 'deleted_at'>[]
  readonly range: Interval
  /** Time zones with an offset that is not a whole hour need buckets of five minutes. */
  readonly size: BucketSize
}

type BucketSize = 'five_minutes' | 'hour'

/**
 * Returns the bucket size that fits the hours of a range. The first hour is ignored, because it may be a partial hour
 * in any time zone.
 */
export const chooseBucketSize = (cells: readonly Interval[]): BucketSize =>
  cells.slice(1).every(({ start }) => start % hourMs === 0) ? 'hour' : 'five_minutes'

const bucketMs: Readonly<Record<BucketSize, number>> = { five_minutes: 5 * minuteMs, hour: hourMs }
/** The codes of bucket sizes in the columns `rollup.size` and `rollup_progress.size`; rollups of a day have `d`. */
const sizeCodes: Readonly<Record<BucketSize, string>> = { five_minutes: 'm', hour: 'h' }

/**
 * Loads the measurements of services in a range. Rollups are deleted with their service, so those of deleted services
 * are computed from analyses, as far as these still exist.
 */
export async function loadActivity(source: RecordSource, query: ActivityQuery): Promise<Map<number, Activity>> {
  const [live, deleted] = [true, false].map((isLive) =>
    query.services.filter(({ deleted_at }) => (deleted_at === null) === isLive),
  )
  const activities = await loadLive(
    source,
    (live ?? []).map(({ id }) => id),
    query,
  )
  for (const { id, deleted_at } of deleted ?? []) {
    const end = Math.min(query.range.end, Math.floor((deleted_at ?? 0) / 1000) * 1000)
    activities.set(id, await loadDeleted(source, id, { range: { start: query.range.start, end }, size: query.size }))
  }
  return activities
}

type RangeQuery = Omit<ActivityQuery, 'services'>

/**
 * Loads rollups where they exist, and computes the rest from analyses: the last minutes before now, partial hours at
 * both ends of the range, and partial UTC days, because only whole days have a histogram.
 */
async function loadLive(
  source: RecordSource,
  ids: readonly number[],
  query: RangeQuery,
): Promise<Map<number, Activity>> {
  const { range, size } = query
  const { db } = source
  const [rollupProgress] = await db.query(sql<{ days: number; buckets: number }>`select
  coalesce((extract(epoch from max(done_to) filter (where size = 'd')) * 1000)::float8, 0) as days,
  coalesce((extract(epoch from max(done_to) filter (where size = ${sizeCodes[size]})) * 1000)::float8, 0) as buckets
from rollup_progress`)
  const wholeDays = findRolledUpPart(range, rollupProgress?.days ?? 0, dayMs)
  const wholeBuckets = findRolledUpPart(range, rollupProgress?.buckets ?? 0, bucketMs[size])
  const load = (start: number, end: number) => loadAnalyses(source, ids, { start, end })
  const partialDays = [await load(range.start, wholeDays.start), await load(wholeDays.end, range.end)]
  const partialBuckets = [await load(range.start, wholeBuckets.start), await load(wholeBuckets.end, range.end)]
  const buckets = await loadBuckets(source, ids, { range: wholeBuckets, size })
  const sensors = await loadDailyRollups(db, ids, wholeDays)
  return new Map(
    ids.map((id) => [
      id,
      {
        buckets: [...(buckets.get(id) ?? []), ...partialBuckets.flatMap((part) => toBuckets(part.get(id) ?? [], size))],
        sensors: mergeBySensor([
          ...(sensors.get(id) ?? []),
          ...partialDays.flatMap((part) => toSensorRollups(part.get(id) ?? [])),
        ]),
      },
    ]),
  )
}

/**
 * Returns the part of the range that consists of whole buckets and is rolled up; if there is none, an empty range at
 * its end.
 */
function findRolledUpPart(range: Interval, doneUntil: number, sizeMs: number): Interval {
  const start = Math.ceil(range.start / sizeMs) * sizeMs
  const end = Math.floor(Math.min(range.end, doneUntil) / sizeMs) * sizeMs
  return end > start ? { start, end } : { start: range.end, end: range.end }
}

/**
 * Loads the measurements of a deleted service day by day, so that the analyses of a year are never in memory at once.
 * Days whose analyses were dropped use the rollups that were kept when the service was deleted.
 */
async function loadDeleted(source: RecordSource, id: number, { range, size }: RangeQuery): Promise<Activity> {
  const buckets: ActivityBucket[] = []
  const sensors: SensorRollup[] = []
  for (let start = range.start; start < range.end; ) {
    const end = Math.min((Math.floor(start / dayMs) + 1) * dayMs, range.end)
    const analyses = (await loadAnalyses(source, [id], { start, end })).get(id) ?? []
    buckets.push(...toBuckets(analyses, size))
    const usesKeptRollups = analyses.length === 0 && end - start === dayMs
    sensors.push(
      ...(usesKeptRollups
        ? ((await loadDailyRollups(source.db, [id], { start, end, table: keptRollups })).get(id) ?? [])
        : toSensorRollups(analyses)),
    )
    start = end
  }
  return { buckets, sensors: mergeBySensor(sensors) }
}

type SensorRollup = readonly [sensor_id: number, summary: CheckRollup]

const mergeBySensor = (parts: readonly SensorRollup[]): Map<number, CheckRollup> =>
  new Map(
    [...Map.groupBy(parts, ([sensor]) => sensor)].map(([sensor, sensorParts]) => [
      sensor,
      mergeCheckRollups(sensorParts.map(([, summary]) => summary)),
    ]),
  )

const toSensorRollups = (analyses: readonly StoredAnalysis[]): SensorRollup[] =>
  [...Map.groupBy(readRollupInput(analyses).checks, ({ sensor_id }) => sensor_id)].map(([sensor, checks]) => [
    sensor,
    summarizeChecks(checks),
  ])

function toBuckets(analyses: readonly StoredAnalysis[], size: BucketSize): ActivityBucket[] {
  const groups = Map.groupBy(analyses, ({ time }) => Math.floor(time / bucketMs[size]) * bucketMs[size])
  return [...groups].map(([start, bucketAnalyses]) => {
    const {
      analyses: count,
      failures,
      below_quorum,
      checks,
      response_time,
    } = computeRollup(toRollupBucket(start, size), readRollupInput(bucketAnalyses))
    return { start, analyses: count, failures, below_quorum, checks, response: response_time }
  })
}

/**
 * Loads rollups. Those of five minutes are dropped with their analyses, so older ones are computed again from the
 * analyses in the history.
 */
async function loadBuckets(source: RecordSource, ids: readonly number[], { range, size }: RangeQuery) {
  const { old, recent } = size === 'hour' ? { old: undefined, recent: range } : await splitRange(source, range)
  const rolledUp = recent
    ? await loadRolledUp(source.db, ids, { range: recent, size })
    : new Map<number, ActivityBucket[]>()
  if (!old) return rolledUp
  const buckets = new Map<number, ActivityBucket[]>()
  // Day by day, so that the analyses of a year are never in memory at once.
  for (let start = old.range.start; start < old.range.end; start += dayMs) {
    const analyses = await loadAnalyses(source, ids, { start, end: Math.min(start + dayMs, old.range.end) })
    for (const [id, serviceAnalyses] of analyses)
      buckets.set(id, [...(buckets.get(id) ?? []), ...toBuckets(serviceAnalyses, size)])
  }
  for (const [id, serviceBuckets] of rolledUp) buckets.set(id, [...(buckets.get(id) ?? []), ...serviceBuckets])
  return buckets
}

/** Loads rollups of whole services, which have the sensor id 0. */
async function loadRolledUp(
  db: Queryable,
  ids: readonly number[],
  { range, size }: RangeQuery,
): Promise<Map<number, ActivityBucket[]>> {
  type Row = { service_id: number; start: number } & Record<
    'analyses' | 'failures' | 'below_quorum' | 'ok' | 'error' | 'unknown' | 'count' | 'sum',
    number
  > & { minimum: number | null; maximum: number | null }
  const rows =
    await db.query(sql<Row>`select service_id, (extract(epoch from start) * 1000)::float8 as start, analyses, failures, below_quorum,
  ok_checks as ok, error_checks as error, unknown_checks as unknown, response_count as count, response_sum as sum,
  response_minimum as minimum, response_maximum as maximum
from rollup where service_id = any(${ids}::bigint[]) and size = ${sizeCodes[size]} and sensor_id = 0
  and start >= ${new Date(range.start)} and start < ${new Date(range.end)}`)
  return Map.groupBy(
    rows.map(({ ok, error, unknown, count, sum, minimum, maximum, ...row }) => ({
      ...row,
      checks: { ok, error, unknown },
      response: { count, sum: Number(sum), minimum, maximum },
    })),
    ({ service_id }) => service_id,
  )
}

const keptRollups = sql`(select d.service_id, r.size, r.start, r.sensor_id, r.ok_checks, r.error_checks, r.unknown_checks, r.response_sum,
  r.response_minimum, r.response_maximum, r.parts
from deleted_service d, jsonb_populate_recordset(null::rollup, d.history -> 'rollups') r)`

/** Loads the daily rollups of each sensor of the services. */
async function loadDailyRollups(
  db: Queryable,
  ids: readonly number[],
  { start, end, table = sql`rollup` }: Interval & { readonly table?: RawBuilder<unknown> },
) {
  type ActivityParts = {
    errors: CheckRollup['errors']
    response_time: Distribution['histogram']
    data_size: Distribution
  }
  type Row = { service_id: number; sensor_id: number; ok: number; error: number; unknown: number; sum: number } & {
    minimum: number | null
    maximum: number | null
    parts: ActivityParts
  }
  const rows =
    await db.query(sql<Row>`select service_id, sensor_id, ok_checks as ok, error_checks as error, unknown_checks as unknown, response_sum as sum,
  response_minimum as minimum, response_maximum as maximum, parts
from ${table} r where service_id = any(${ids}::bigint[]) and size = 'd' and sensor_id <> 0
  and start >= ${new Date(start)} and start < ${new Date(end)}`)
  return new Map(
    [...Map.groupBy(rows, ({ service_id }) => service_id)].map(([id, serviceRows]) => [
      id,
      serviceRows.map(
        ({ sensor_id, ok, error, unknown, sum, minimum, maximum, parts }): SensorRollup => [
          sensor_id,
          {
            checks: { ok, error, unknown },
            errors: parts.errors,
            response_time: {
              count: parts.response_time.reduce((total, [, binCount]) => total + binCount, 0),
              sum: Number(sum),
              minimum,
              maximum,
              p50: null,
              p95: null,
              histogram: parts.response_time,
            },
            data_size: parts.data_size,
          },
        ],
      ),
    ]),
  )
}
