import type { Queryable } from '@wachta/database'
import type { Interval } from '@wachta/domain'
import { sql } from 'kysely'
import type { ReportedIncident } from '../document.ts'

/** An incident of a service. Times are in epoch milliseconds, rounded down to whole seconds, as the API shows them. */
export interface LoadedIncident extends Omit<ReportedIncident, 'start_time' | 'end_time' | 'acknowledged_at'> {
  /** Null for an incident of a deleted service, whose kind was not kept. */
  readonly kind: string | null
  readonly start: number
  /** Null while it is open. */
  readonly end: number | null
  readonly acknowledged_at: number | null
}

/**
 * Loads the incidents of services, deleted ones included, that were open in the range, with the notifications that
 * their alerts caused. They are in chronological order.
 */
export async function loadIncidents(
  db: Queryable,
  ids: readonly number[],
  { start, end }: Interval,
): Promise<Map<number, LoadedIncident[]>> {
  const isWithin = sql`i.start_time < ${new Date(end)} and coalesce(i.end_time, 'infinity') >= ${new Date(start)}`
  const toEpochMs = (column: string) =>
    sql`(extract(epoch from date_trunc('second', ${sql.ref(`i.${column}`)})) * 1000)::float8`
  const times = sql`i.id, ${toEpochMs('start_time')} as start, ${toEpochMs('end_time')} as "end", ${toEpochMs('acknowledged_at')} as acknowledged_at`
  const rows = await db.query(sql<
    LoadedIncident & { readonly service_id: number }
  >`select i.service_id, ${times}, i.kind, n.*
from incident i cross join lateral incident_notifications(i.id) n
where i.service_id = any(${ids}::bigint[]) and i.sensor_id is null and ${isWithin}
union all select d.service_id, ${times}, null, i.escalation_steps, i.notifications_sent, i.notifications_failed, i.notifications_suppressed
from deleted_service d, jsonb_to_recordset(d.history -> 'incidents') as i(id bigint, start_time timestamptz, end_time timestamptz,
  acknowledged_at timestamptz, escalation_steps integer, notifications_sent integer, notifications_failed integer, notifications_suppressed integer)
where d.service_id = any(${ids}::bigint[]) and not exists (select from service s where s.id = d.service_id) and ${isWithin}
order by start, id`)
  return Map.groupBy(rows, ({ service_id }) => service_id)
}
