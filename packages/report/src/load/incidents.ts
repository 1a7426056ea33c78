import type { Queryable } from '@wachta/database'
import type { Interval } from '@wachta/domain'
import { sql } from 'kysely'
import type { IncidentFigures } from '../document.ts'

const none: IncidentFigures = {
  count: 0,
  acknowledged: 0,
  mean_seconds_to_acknowledge: null,
  notifications_sent: 0,
  notifications_failed: 0,
  notifications_suppressed: 0,
}

/**
 * Loads the incidents of services that started in the range, and how many notifications their alerts caused. Times are in
 * whole seconds, as the API shows them. Those of a deleted service are gone with it.
 */
export async function loadIncidents(
  db: Queryable,
  ids: readonly number[],
  { start, end }: Interval,
): Promise<(id: number) => IncidentFigures> {
  const rows = await db.query(sql<IncidentFigures & { service_id: number }>`select i.service_id, count(*)::int as count,
  count(i.acknowledged_at)::int as acknowledged,
  avg(greatest(extract(epoch from date_trunc('second', i.acknowledged_at) - date_trunc('second', i.start_time)), 0))
    filter (where i.acknowledged_at is not null)::float8 as mean_seconds_to_acknowledge,
  coalesce(sum(n.sent), 0)::int as notifications_sent, coalesce(sum(n.failed), 0)::int as notifications_failed,
  coalesce(sum(n.suppressed), 0)::int as notifications_suppressed
from incident i, lateral (select count(*) filter (where n.status = 'sent') as sent, count(*) filter (where n.status = 'failed') as failed,
    count(*) filter (where n.status = 'suppressed') as suppressed
  from occurrence o join notification n on n.occurrence_id = o.id where o.incident_id = i.id) n
where i.service_id = any(${ids}::bigint[]) and i.sensor_id is null and i.start_time >= ${new Date(start)} and i.start_time < ${new Date(end)}
group by i.service_id`)
  const found = new Map(rows.map(({ service_id, ...figures }) => [service_id, figures]))
  return (id) => found.get(id) ?? none
}
