import type { Database } from '@wachta/database'
import { judgeSlot, type PackedCheck, packChecks } from '@wachta/domain'
import { sql } from 'kysely'

/** Builds a good check with the given differences. */
export const buildCheck = (sensor_id: number, overrides: Partial<PackedCheck> = {}): PackedCheck => ({
  sensor_id,
  started: 0,
  result: 'ok',
  error_type_id: null,
  reason: null,
  path_step: null,
  response_time: 100,
  data_size: null,
  timings: {},
  ...overrides,
})

export interface HistoryAnalysis {
  readonly time: number
  readonly checks: readonly PackedCheck[]
  /** s: by the schedule, the default; f: forced; c: forced with custom settings. */
  readonly kind?: 's' | 'f' | 'c'
}

/** Adds a revision with which the sensors monitor a service from a time on. */
export async function addMonitoringRevision(
  db: Database,
  service: number,
  sensors: readonly number[],
  from: Date,
): Promise<void> {
  await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count)
select v.id, 1 + (select count(*) from service_revision r where r.service_id = v.id), v.owner_id, v.group_id, v.type_id, ${from}, true,
  60000, 0, 10000, 10000, 51, ${sensors}, 1 from service v where v.id = ${service}`)
}

/** Stores analyses of a service that the sensors monitor with its first revision. */
export async function storeAnalyses(
  db: Database,
  service: number,
  sensors: readonly number[],
  analyses: readonly HistoryAnalysis[],
): Promise<void> {
  const days = [...new Set(analyses.map(({ time }) => new Date(time).toISOString().slice(0, 10)))]
  await db.query(sql`select partition_days(${days}::date[])`)
  for (let first = 0; first < analyses.length; first += 1000) {
    const rows = analyses.slice(first, first + 1000).map(({ time, checks, kind = 's' }) => {
      const results = new Map(checks.map(({ sensor_id, result }) => [sensor_id, result]))
      const verdict = judgeSlot({ expected: sensors, results, error_tolerance: 51 })
      return {
        service_id: service,
        time: new Date(time),
        revision: 1,
        error_tolerance: 51,
        ok_checks_count: verdict.ok_checks_count,
        error_checks_count: verdict.error_checks_count,
        unknown_checks_count: verdict.unknown_checks_count,
        failure: verdict.failure,
        kind,
        checks: `\\x${Buffer.from(packChecks(checks)).toString('hex')}`,
      }
    })
    await db.query(
      sql`insert into analysis select * from json_populate_recordset(null::analysis, ${JSON.stringify(rows)}::json)`,
    )
  }
}

export interface StatusPeriod {
  readonly status: string
  readonly start: Date
  readonly end: Date | null
}

/** Adds status changes of a service; returns their ids in order. */
export async function addStatusChanges(
  db: Database,
  service: number,
  changes: readonly StatusPeriod[],
): Promise<number[]> {
  const ids: number[] = []
  for (const { status, start, end } of changes) {
    const [row] = await db.query(sql<{
      id: number
    }>`insert into status_change (service_id, status, start_time, end_time)
values (${service}, ${status}, ${start}, ${end}) returning id`)
    ids.push(row?.id ?? 0)
  }
  return ids
}

/** Adds public sensors; returns their ids in order. */
export async function addSensors(db: Database, count: number): Promise<number[]> {
  const rows = await db.query(
    sql<{
      id: number
    }>`insert into sensor (name) select 'Sensor ' || n from generate_series(1, ${count}::int) n order by n returning id`,
  )
  return rows.map(({ id }) => id)
}
