import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'

/**
 * Adds what analyses and the planner store: the state of each service that was ever analysed, the maintenance windows
 * of some, and the open revision of the failing ones, which is read together with their status.
 */
export async function loadServiceStates(tx: Transaction): Promise<void> {
  const tables = ['service_state', 'service_revision', 'weekly_suspension', 'suspension']
  // The services exist and have owners, so the triggers have nothing to add.
  for (const table of tables) await tx.query(sql`alter table ${sql.table(table)} disable trigger all`)
  for (const statement of [states, revisions, weeklySuspensions, suspensions]) await tx.query(statement)
  for (const table of tables) await tx.query(sql`alter table ${sql.table(table)} enable trigger all`)
}

/** Paused services were up before their pause. */
const states = sql`insert into service_state (service_id, status, since, last_time, last_ok_time, last_error_time, response_time,
  failing_sensor_ids, error_type_id)
select id, case status when 'paused' then 'ok' else status end, status_since, timestamptz '2026-11-02',
  case status when 'failure' then status_since else timestamptz '2026-11-02' end,
  case status when 'failure' then timestamptz '2026-11-02' end, id % 900,
  case status when 'failure' then '{1,2}' else '{}' end::bigint[], case status when 'failure' then 7 end
from service where status <> 'unknown'`

const revisions = sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, 1, owner_id, group_id, type_id, created_at, true, "interval" * 1000, 0, 10000, 0, 50, '{1,2,3}', step_count, '{}'
from service where status = 'failure'`

const weeklySuspensions = sql`insert into weekly_suspension (service_id, owner_id, start_minute, end_minute, only_notifications)
select id, owner_id, 60 + day * 1440, 120 + day * 1440, id % 3 = 0
from service, generate_series(0, 6, 3) day where id % 20 = 0`

/** Windows that are open now, and future windows of every fiftieth service. */
const suspensions = sql`insert into suspension (service_id, owner_id, start_time, end_time)
select id, owner_id, timestamptz '2026-11-01', timestamptz '2027-11-01' from service where is_suspended
union all select id, owner_id, timestamptz '2027-01-01', timestamptz '2027-01-02' from service where id % 50 = 0`
