import type { Database } from '@wachta/database'
import { judgeSlot, type PackedCheck, packChecks, readRollupInput, type StoredAnalysis } from '@wachta/domain'
import fc from 'fast-check'
import { sql } from 'kysely'

/** An analysis to store, with the results of the expected sensors. */
export interface PlannedAnalysis {
  readonly service_id: number
  readonly time: number
  readonly kind: 's' | 'c'
  readonly checks: readonly PackedCheck[]
}

/** The sensors that watch every service of the tests. */
const sensors = [1, 2, 3]

const check = (sensor_id: number): fc.Arbitrary<PackedCheck | null> => {
  const base = { sensor_id, started: 0, path_step: null, timings: {}, error_type_id: null, reason: null }
  const size = fc.option(fc.nat(100_000))
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record({ response_time: fc.nat(60_000), data_size: size })
        .map((of) => ({ ...base, ...of, result: 'ok' as const })),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({
          response_time: fc.option(fc.nat(60_000)),
          data_size: size,
          error_type_id: fc.integer({ min: 1, max: 3 }),
        })
        .map((of) => ({ ...base, ...of, result: 'error' as const })),
    },
    fc.constant({
      ...base,
      response_time: null,
      data_size: null,
      result: 'unknown' as const,
      reason: 'clock' as const,
    }),
    // No result.
    fc.constant(null),
  )
}

/** Analyses of these services at random times within a range. */
export const histories = (services: readonly number[], from: number, to: number): fc.Arbitrary<PlannedAnalysis[]> =>
  fc.uniqueArray(
    fc.record({
      service_id: fc.constantFrom(...services),
      time: fc.integer({ min: from, max: to - 1 }),
      kind: fc.constantFrom('s' as const, 's' as const, 's' as const, 's' as const, 'c' as const),
      checks: fc.tuple(...sensors.map(check)).map((all) => all.filter((one) => one !== null)),
    }),
    { maxLength: 120, size: 'max', selector: ({ service_id, time }) => `${service_id} ${time}` },
  )

/** Converts an analysis to the stored form. */
function storedOf({ time, checks }: PlannedAnalysis): StoredAnalysis {
  const results = new Map(checks.map(({ sensor_id, result }) => [sensor_id, result]))
  const { failure, ok_checks_count, error_checks_count, unknown_checks_count } = judgeSlot({
    expected: sensors,
    results,
    error_tolerance: 51,
  })
  return {
    time,
    failure,
    ok_checks_count,
    error_checks_count,
    unknown_checks_count,
    checks: packChecks(checks),
    sensor_ids: sensors,
  }
}

export async function store(db: Database, planned: readonly PlannedAnalysis[]): Promise<void> {
  const days = [...new Set(planned.map(({ time }) => new Date(time).toISOString().slice(0, 10)))]
  await db.query(sql`select partition_days(${days}::date[])`)
  if (planned.length === 0) return
  const rows = planned.map((one) => {
    const of = storedOf(one)
    return sql`(${one.service_id}::bigint, ${new Date(one.time)}::timestamptz, 1, 51, ${of.ok_checks_count}::int, ${of.error_checks_count}::int,
  ${of.unknown_checks_count}::int, ${of.failure}::boolean, ${one.kind}::"char", ${Buffer.from(of.checks)}::bytea)`
  })
  await db.query(sql`insert into analysis (service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count,
  unknown_checks_count, failure, kind, checks) values ${sql.join(rows)}
on conflict (service_id, time) do update set checks = excluded.checks, failure = excluded.failure, ok_checks_count = excluded.ok_checks_count,
  error_checks_count = excluded.error_checks_count, unknown_checks_count = excluded.unknown_checks_count`)
}

/** Returns the input of a rollup, directly from the planned analyses. */
export const recorded = (planned: readonly PlannedAnalysis[]) => readRollupInput(planned.map(storedOf))

/** Adds services that are assigned to the sensors, without anything else. */
export async function addServices(db: Database, count: number): Promise<number[]> {
  await db.query(sql`insert into service_type (id, position, is_runnable, name, description, category_id, address_format, default_interval, supports_steps, artifact_type_ids)
values ('http', 1, true, '{}', '{}', 'default', '{}', 60, false, '{}') on conflict do nothing`)
  const [owner] = await db.query(sql<{ id: number }>`with p as (
  insert into package (name) values ('Basic') returning id
), a as (insert into account (name, username, package_id, email_address) select 'Owner', 'owner', id, 'owner@example.com' from p returning id)
select id from a`)
  const rows = await db.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval)
select g.owner_id, g.id, 'http', 'Service ' || n, 'http://example.com/', 60
from service_group g, generate_series(1, ${count}::int) n where g.owner_id = ${owner?.id ?? 0} order by n returning id`)
  await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count)
select v.id, 1, v.owner_id, v.group_id, v.type_id, '2020-01-01', true, 60000, 0, 10000, 10000, 51, ${sensors}, 1 from service v`)
  return rows.map(({ id }) => id)
}
