import type { Queryable } from '@wachta/database'
import { dayMs, type Interval } from '@wachta/domain'
import { sql } from 'kysely'
import type { CountedAnalysis, FullAnalysis, History } from './history.ts'

/** The databases that hold the record. */
export interface RecordSource {
  readonly db: Queryable
  /** Undefined in an installation without a history, whose record is only in PostgreSQL. */
  readonly history: History | undefined
}

interface SplitRange {
  /** The part that the history answers; undefined if there is none. */
  readonly old: { readonly history: History; readonly range: Interval } | undefined
  /** The part that PostgreSQL answers; undefined if there is none. */
  readonly recent: Interval | undefined
}

/** Splits a range where PostgreSQL takes over from the history. */
export async function splitRange({ db, history }: RecordSource, range: Interval): Promise<SplitRange> {
  if (range.end <= range.start) return { old: undefined, recent: undefined }
  const boundary = history && (await findBoundary(db))
  if (!history || boundary === undefined || boundary <= range.start) return { old: undefined, recent: range }
  const end = Math.min(range.end, boundary)
  return {
    old: { history, range: { start: range.start, end } },
    recent: end < range.end ? { start: end, end: range.end } : undefined,
  }
}

/**
 * Returns the time from which PostgreSQL is read; undefined if it holds the whole record. The oldest day in PostgreSQL
 * is read from the history if it was copied, because PostgreSQL may drop this day at any moment.
 */
export async function findBoundary(db: Queryable): Promise<number | undefined> {
  const [found] = await db.query(sql<{ copied_to: Date; oldest: Date | null }>`select p.copied_to,
  (select to_date(min(right(c.relname, 8)), 'YYYYMMDD')::timestamp at time zone 'UTC' from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = 'analysis'::regclass) as oldest
from history_progress p`)
  if (!found) return undefined
  const copiedTo = found.copied_to.getTime()
  return found.oldest === null ? copiedTo : Math.min(copiedTo, found.oldest.getTime() + dayMs)
}

/** Loads the analyses of services in a range, in order, without those with custom settings. */
export async function loadAnalyses(
  source: RecordSource,
  services: readonly number[],
  range: Interval,
): Promise<Map<number, FullAnalysis[]>> {
  if (services.length === 0) return new Map()
  const { old, recent } = await splitRange(source, range)
  const found = [
    ...(old ? (await old.history.readAnalyses({ services, ...old.range })).filter(({ kind }) => kind !== 'c') : []),
    ...(recent ? await readRecent(source.db, services, recent) : []),
  ]
  return Map.groupBy(found, ({ service_id }) => service_id)
}

/**
 * Loads the analyses of a service at times that are in order, without those with custom settings. Day by day, so that
 * only the analyses of one day are read at once.
 */
export async function loadAnalysesAt(
  source: RecordSource,
  service: number,
  times: readonly number[],
): Promise<FullAnalysis[]> {
  const found: FullAnalysis[] = []
  for (const dayTimes of Map.groupBy(times, (time) => Math.floor(time / dayMs)).values()) {
    const [start = 0, wanted] = [dayTimes[0], new Set(dayTimes)]
    const analyses = await loadAnalyses(source, [service], { start, end: (dayTimes.at(-1) ?? start) + 1 })
    found.push(...(analyses.get(service) ?? []).filter(({ time }) => wanted.has(time)))
  }
  return found
}

/** Loads the analysis of a service at a time, of any kind. */
export async function loadAnalysis(
  source: RecordSource,
  service: number,
  time: number,
): Promise<FullAnalysis | undefined> {
  const { old } = await splitRange(source, { start: time, end: time + 1 })
  if (old) return (await old.history.readAnalyses({ services: [service], ...old.range }))[0]
  const [row] = await source.db.query(
    sql<RecordedRow>`${selectRecorded} where a.service_id = ${service} and a.time = ${new Date(time)}`,
  )
  return row && toRecorded(row)
}

/** Loads the analyses of a service in a range without their checks, in order, without those with custom settings. */
export async function loadCountedAnalyses(
  source: RecordSource,
  service: number,
  range: Interval,
): Promise<CountedAnalysis[]> {
  const { old, recent } = await splitRange(source, range)
  const counted = old ? await old.history.readCountedAnalyses({ services: [service], ...old.range }) : []
  if (!recent) return counted
  const rows = await source.db.query(sql<Omit<CountedAnalysis, 'time'> & { readonly time: Date }>`select time, failure,
  ok_checks_count, error_checks_count, unknown_checks_count from analysis
where service_id = ${service} and time >= ${new Date(recent.start)} and time < ${new Date(recent.end)} and kind <> 'c' order by time`)
  return [...counted, ...rows.map((row) => ({ ...row, time: row.time.getTime() }))]
}

type RecordedRow = Omit<FullAnalysis, 'time'> & { readonly time: Date }

const toRecorded = (row: RecordedRow): FullAnalysis => ({ ...row, time: row.time.getTime() })

/**
 * Selects analyses with the sensors that were expected to check. Scheduled analyses have the kind `s`; only the others
 * can have a row in `forced_analysis`. The sensors of an analysis with custom settings (kind `c`) need not be those of
 * the service, and are known only as long as that row is kept.
 */
export const selectRecorded = sql`select a.service_id, a.time, a.revision, a.error_tolerance, a.ok_checks_count, a.error_checks_count,
  a.unknown_checks_count, a.failure, a.kind, a.checks,
  case when a.kind = 'c' then f.sensor_ids else coalesce(f.sensor_ids, r.sensor_ids) end as sensor_ids
from analysis a
  left join service_revision r on r.service_id = a.service_id and r.revision = a.revision
  left join forced_analysis f on f.service_id = a.service_id and f.time = a.time and a.kind <> 's'`

async function readRecent(db: Queryable, services: readonly number[], { start, end }: Interval) {
  const rows = await db.query(sql<RecordedRow>`${selectRecorded}
where a.service_id = any(${services}::bigint[]) and a.time >= ${new Date(start)} and a.time < ${new Date(end)} and a.kind <> 'c'
order by a.service_id, a.time`)
  return rows.map(toRecorded)
}
