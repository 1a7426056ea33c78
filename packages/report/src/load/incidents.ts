import type { Queryable } from '@wachta/database'
import type { Interval } from '@wachta/domain'
import { sql } from 'kysely'
import type { IncidentFigures } from '../document.ts'

/** The incidents of one service. */
export interface LoadedIncidents {
  readonly figures: IncidentFigures
  /** In order of time; those that began before the range and were open in it are here too. */
  readonly spans: readonly (Interval & { readonly id: number })[]
}

const none: IncidentFigures = {
  count: 0,
  acknowledged: 0,
  mean_seconds_to_acknowledge: null,
  escalation_steps: 0,
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
): Promise<(id: number) => LoadedIncidents> {
  const rows = await db.query(sql<IncidentFigures & { service_id: number }>`select i.service_id, count(*)::int as count,
  count(i.acknowledged_at)::int as acknowledged,
  avg(greatest(extract(epoch from date_trunc('second', i.acknowledged_at) - date_trunc('second', i.start_time)), 0))
    filter (where i.acknowledged_at is not null)::float8 as mean_seconds_to_acknowledge,
  coalesce(sum(n.steps), 0)::int as escalation_steps, coalesce(sum(n.sent), 0)::int as notifications_sent, coalesce(sum(n.failed), 0)::int as notifications_failed,
  coalesce(sum(n.suppressed), 0)::int as notifications_suppressed
from incident i, lateral (select count(*) filter (where n.status = 'sent') as sent, count(*) filter (where n.status = 'failed') as failed,
    count(distinct (o.id, n.escalation_id)) filter (where n.status = 'sent' and n.escalation_id is not null) as steps,
    count(*) filter (where n.status = 'suppressed') as suppressed
  from occurrence o join notification n on n.occurrence_id = o.id where o.incident_id = i.id) n
where i.service_id = any(${ids}::bigint[]) and i.sensor_id is null and i.start_time >= ${new Date(start)} and i.start_time < ${new Date(end)}
group by i.service_id`)
  const found = new Map(rows.map(({ service_id, ...figures }) => [service_id, figures]))
  const spans = await loadSpans(db, ids, { start, end })
  return (id) => ({ figures: found.get(id) ?? none, spans: spans.get(id) ?? [] })
}

async function loadSpans(db: Queryable, ids: readonly number[], { start, end }: Interval) {
  type Row = LoadedIncidents['spans'][number] & { readonly service_id: number }
  const rows =
    await db.query(sql<Row>`select i.service_id, i.id, (extract(epoch from date_trunc('second', i.start_time)) * 1000)::float8 as start,
  (extract(epoch from date_trunc('second', least(i.end_time, ${new Date(end)}))) * 1000)::float8 as "end"
from incident i where i.service_id = any(${ids}::bigint[]) and i.sensor_id is null and i.start_time < ${new Date(end)}
  and coalesce(i.end_time, 'infinity') > ${new Date(start)} order by start, id`)
  return Map.groupBy(rows, ({ service_id }) => service_id)
}
