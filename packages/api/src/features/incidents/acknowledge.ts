import { addJobs, notifyJobs } from '@wachta/queue'
import type { StatementRunner } from '@wachta/resource'
import { sql } from 'kysely'

export interface Acknowledgement {
  readonly occurrenceIds: readonly number[]
  /** The name of the contact or account that acknowledges. */
  readonly by: string
  readonly note: string
  readonly now: Date
}

interface AcknowledgedAlert {
  readonly id: number
  readonly service_id: number
  readonly event_id: number | null
  readonly owner_id: number
}

/**
 * Acknowledges alerts: their event statuses are disabled until the alerts end, and their escalations stop. Returns the
 * alerts that were acknowledged now, without those that have ended or were already acknowledged.
 */
export async function acknowledge(
  db: StatementRunner,
  { occurrenceIds, by, note, now }: Acknowledgement,
): Promise<AcknowledgedAlert[]> {
  // Statuses are locked before occurrences, each by its key, because the analyst writes in this order.
  await db.query(sql`select from event_status s where ${isOf(occurrenceIds)} order by s.id for update`)
  await db.query(sql`select from occurrence where id = any(${occurrenceIds}) order by id for update`)
  const taken = await db.query(sql<AcknowledgedAlert>`update occurrence
set acknowledged_at = ${now}, acknowledged_by = left(${by}, 255), note = ${note}
where id = any(${occurrenceIds}) and end_time is null and acknowledged_at is null
returning id, service_id, event_id, owner_id`)
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id).sort((one, other) => one - other)
  await db.query(sql`update event_status s set status = 'disabled', since = ${now}, note = ${note}, analysis_time = null
where ${isOf(ids)} and s.status = 'active'`)
  await noteChange(db, { occurrenceIds: ids, note, now })
  await addJobs(db, notifyJobs(ids))
  return taken
}

/** Selects the statuses of alerts; the condition on the service lets PostgreSQL use an index. */
const isOf = (ids: readonly number[]) => sql`s.occurrence_id = any(${ids})
  and s.service_id in (select o.service_id from occurrence o where o.id = any(${ids}))`

/** Adds the acknowledgement to the history. The previous period ends after its start even if clocks differ. */
async function noteChange(
  db: StatementRunner,
  { occurrenceIds: ids, note, now }: Omit<Acknowledgement, 'by'>,
): Promise<void> {
  await db.query(sql`with pair as (
  select distinct o.service_id, o.event_id from occurrence o where o.id = any(${ids}) and o.event_id is not null
), ended as (
  update event_status_change c set end_time = greatest(${now}::timestamptz, c.start_time + interval '1 microsecond')
  from pair where c.service_id = pair.service_id and c.event_id = pair.event_id and c.end_time is null
  returning c.service_id, c.event_id, c.end_time
)
insert into event_status_change (service_id, event_id, status, start_time, note)
select pair.service_id, pair.event_id, 'disabled', coalesce(max(ended.end_time), ${now}), ${note}
from pair left join ended on ended.service_id = pair.service_id and ended.event_id = pair.event_id group by 1, 2
on conflict (service_id, event_id, start_time) do update set status = excluded.status, note = excluded.note`)
}
