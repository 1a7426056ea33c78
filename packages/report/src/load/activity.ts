import type { Queryable } from '@wachta/database'
import {
  type CheckCounts,
  type CheckRollup,
  type Distribution,
  dayMs,
  hourMs,
  type Interval,
  mergeCheckRollups,
  minuteMs,
  recordedIn,
  rollup,
  type StoredAnalysis,
  summarizeChecks,
  toBucket,
} from '@wachta/domain'
import { sql } from 'kysely'

/** What was measured in one hour or five minutes. */
export interface ActivityBucket {
  readonly start: number
  readonly analyses: number
  readonly failures: number
  readonly below_quorum: number
  readonly checks: CheckCounts
  readonly response: Pick<Distribution, 'count' | 'sum' | 'minimum' | 'maximum'>
}

/** What was measured of one service in the period. */
export interface Activity {
  readonly buckets: readonly ActivityBucket[]
  /** By sensor. */
  readonly sensors: ReadonlyMap<number, CheckRollup>
}

interface ActivityQuery {
  readonly ids: readonly number[]
  readonly range: Interval
  /** Zones off the whole hour need buckets of five minutes. */
  readonly size: 'five_minutes' | 'hour'
}

/**
 * Loads rollups as far as they exist, and computes the rest from analyses: the last minutes before now, and the parts of
 * UTC days at both ends of the range, which have no histogram of their own.
 */
export async function loadActivity(db: Queryable, query: ActivityQuery): Promise<Map<number, Activity>> {
  const { ids, range, size } = query
  const bucketMs = size === 'hour' ? hourMs : 5 * minuteMs
  const [rolled] = await db.query(sql<{ days: number; buckets: number }>`select
  coalesce((extract(epoch from max(done_to) filter (where size = 'd')) * 1000)::float8, 0) as days,
  coalesce((extract(epoch from max(done_to) filter (where size = ${size === 'hour' ? 'h' : 'm'})) * 1000)::float8, 0) as buckets
from rollup_progress`)
  const days = {
    start: Math.ceil(range.start / dayMs) * dayMs,
    end: Math.floor(Math.min(range.end, rolled?.days ?? 0) / dayMs) * dayMs,
  }
  const whole = days.end > days.start ? days : { start: range.end, end: range.end }
  const bucketsEnd = Math.max(Math.min(range.end, rolled?.buckets ?? 0), range.start)
  const analysed = await Promise.all([
    loadAnalyses(db, ids, { start: range.start, end: Math.min(whole.start, range.end) }),
    loadAnalyses(db, ids, { start: Math.max(whole.end, range.start), end: range.end }),
    loadAnalyses(db, ids, { start: bucketsEnd, end: range.end }),
  ])
  const buckets = await loadBuckets(db, query, bucketsEnd)
  const sensors = await loadDays(db, ids, whole)
  return new Map(
    ids.map((id) => {
      const [before, after, tail] = analysed.map((each) => each.get(id) ?? [])
      const edges = whole.start >= range.end ? [before ?? []] : [before ?? [], after ?? []]
      return [
        id,
        {
          buckets: [...(buckets.get(id) ?? []), ...bucketsOf(tail ?? [], size, bucketMs)],
          sensors: bySensor([...(sensors.get(id) ?? []), ...edges.flatMap(sensorsOf)]),
        },
      ]
    }),
  )
}

type SensorRollup = readonly [sensor_id: number, summary: CheckRollup]

const bySensor = (parts: readonly SensorRollup[]): Map<number, CheckRollup> =>
  new Map(
    [...Map.groupBy(parts, ([sensor]) => sensor)].map(([sensor, own]) => [
      sensor,
      mergeCheckRollups(own.map(([, summary]) => summary)),
    ]),
  )

const sensorsOf = (analyses: readonly StoredAnalysis[]): SensorRollup[] =>
  [...Map.groupBy(recordedIn(analyses).checks, ({ sensor_id }) => sensor_id)].map(([sensor, checks]) => [
    sensor,
    summarizeChecks(checks),
  ])

function bucketsOf(
  analyses: readonly StoredAnalysis[],
  size: ActivityQuery['size'],
  bucketMs: number,
): ActivityBucket[] {
  const groups = Map.groupBy(analyses, ({ time }) => Math.floor(time / bucketMs) * bucketMs)
  return [...groups].map(([start, own]) => {
    const {
      analyses: count,
      failures,
      below_quorum,
      checks,
      response_time,
    } = rollup(toBucket(start, size), recordedIn(own))
    return { start, analyses: count, failures, below_quorum, checks, response: response_time }
  })
}

async function loadBuckets(db: Queryable, { ids, range, size }: ActivityQuery, end: number) {
  type Row = { service_id: number; start: number } & Record<
    'analyses' | 'failures' | 'below_quorum' | 'ok' | 'error' | 'unknown' | 'count' | 'sum',
    number
  > & { minimum: number | null; maximum: number | null }
  const rows =
    await db.query(sql<Row>`select service_id, (extract(epoch from start) * 1000)::float8 as start, analyses, failures, below_quorum,
  ok_checks as ok, error_checks as error, unknown_checks as unknown, response_count as count, response_sum as sum,
  response_minimum as minimum, response_maximum as maximum
from rollup where service_id = any(${ids}::bigint[]) and size = ${size === 'hour' ? 'h' : 'm'} and sensor_id = 0
  and start >= ${new Date(range.start)} and start < ${new Date(end)}`)
  return Map.groupBy(
    rows.map(({ ok, error, unknown, count, sum, minimum, maximum, ...row }) => ({
      ...row,
      checks: { ok, error, unknown },
      response: { count, sum: Number(sum), minimum, maximum },
    })),
    ({ service_id }) => service_id,
  )
}

async function loadDays(db: Queryable, ids: readonly number[], { start, end }: Interval) {
  type Parts = { errors: CheckRollup['errors']; response_time: Distribution['histogram']; data_size: Distribution }
  type Row = { service_id: number; sensor_id: number; ok: number; error: number; unknown: number; sum: number } & {
    minimum: number | null
    maximum: number | null
    parts: Parts
  }
  const columns = sql`sensor_id, ok_checks as ok, error_checks as error, unknown_checks as unknown, response_sum as sum,
  response_minimum as minimum, response_maximum as maximum, parts`
  const within = sql`size = 'd' and sensor_id <> 0 and start >= ${new Date(start)} and start < ${new Date(end)}`
  const rows =
    await db.query(sql<Row>`select service_id, ${columns} from rollup where service_id = any(${ids}::bigint[]) and ${within}
union all select d.service_id, ${columns} from deleted_service d, jsonb_populate_recordset(null::rollup, d.history -> 'rollups') r
where d.service_id = any(${ids}::bigint[]) and ${within}`)
  return new Map(
    [...Map.groupBy(rows, ({ service_id }) => service_id)].map(([id, own]) => [
      id,
      own.map(
        ({ sensor_id, ok, error, unknown, sum, minimum, maximum, parts }): SensorRollup => [
          sensor_id,
          {
            checks: { ok, error, unknown },
            errors: parts.errors,
            response_time: {
              count: parts.response_time.reduce((total, [, inBin]) => total + inBin, 0),
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

/** Loads the analyses of services in a range, in order, without those with custom settings. */
export async function loadAnalyses(
  db: Queryable,
  ids: readonly number[],
  { start, end }: Interval,
): Promise<Map<number, StoredAnalysis[]>> {
  if (end <= start) return new Map()
  type Row = Omit<StoredAnalysis, 'time'> & { readonly service_id: number; readonly time: Date }
  const rows = await db.query(sql<Row>`select a.service_id, a.time, a.failure, a.ok_checks_count, a.error_checks_count,
  a.unknown_checks_count, a.checks, coalesce(f.sensor_ids, r.sensor_ids) as sensor_ids
from analysis a
  left join service_revision r on r.service_id = a.service_id and r.revision = a.revision
  left join forced_analysis f on f.service_id = a.service_id and f.time = a.time and a.kind <> 's'
where a.service_id = any(${ids}::bigint[]) and a.time >= ${new Date(start)} and a.time < ${new Date(end)} and a.kind <> 'c'
order by a.service_id, a.time`)
  return Map.groupBy(
    rows.map((row) => ({ ...row, time: row.time.getTime() })),
    ({ service_id }) => service_id,
  )
}
