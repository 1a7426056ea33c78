import { addJobs, makeNotifyJobs } from '@wachta/queue'
import type { StatementRunner } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { selectIncidentState } from './incident.ts'

export interface Acknowledgement {
  readonly incidentIds: readonly number[]
  /** The name of the contact or account that acknowledges. */
  readonly by: string
  readonly note: string
  readonly now: Date
}

/** An incident that was changed, with the state that it had before. */
export interface ChangedIncident {
  readonly id: number
  readonly owner_id: number
  readonly state_before: string
}

/**
 * Acknowledges open incidents: the event statuses of all their alerts are disabled until the alerts end, and the
 * escalations stop. Acknowledging an acknowledged incident takes it over. Returns the incidents that changed.
 */
export function acknowledge(db: StatementRunner, given: Acknowledgement): Promise<ChangedIncident[]> {
  const name = given.by.slice(0, 255)
  const set = sql`acknowledged_at = coalesce(x.acknowledged_at, ${given.now}), acknowledged_by = ${name}`
  return changeIncidents(db, given, {
    kind: 'acknowledged',
    isNew: sql`b.acknowledged_by is distinct from ${name}`,
    set,
    statuses: { from: 'active', to: 'disabled', note: given.note },
  })
}

/**
 * Undoes the acknowledgement of open incidents: their alerts are active again, and their escalations go on. Returns the
 * incidents that changed.
 */
export function unacknowledge(db: StatementRunner, given: Acknowledgement): Promise<ChangedIncident[]> {
  return changeIncidents(db, given, {
    kind: 'unacknowledged',
    isNew: sql`b.acknowledged_by is not null`,
    set: sql`acknowledged_at = null, acknowledged_by = null`,
    statuses: { from: 'disabled', to: 'active', note: '' },
  })
}

/** A change of the acknowledgement of incidents. */
interface AcknowledgementChange {
  readonly kind: 'acknowledged' | 'unacknowledged'
  /** SQL condition: whether the change affects an incident, whose previous row is `b`. */
  readonly isNew: RawBuilder<unknown>
  /** SQL assignments of columns that incidents and their alerts have in common; the row is `x`. */
  readonly set: RawBuilder<unknown>
  readonly statuses: Omit<StatusTransition, 'now'>
}

async function changeIncidents(
  db: StatementRunner,
  { incidentIds, by, note, now }: Acknowledgement,
  { kind, isNew, set, statuses }: AcknowledgementChange,
): Promise<ChangedIncident[]> {
  const alerts = await lockOpenAlerts(db, incidentIds)
  const changed = await db.query(sql<ChangedIncident>`update incident x set ${set}
from (select id, acknowledged_by, acknowledged_at, is_flapping, end_time from incident where id = any(${incidentIds}) order by id for no key update) b
where x.id = b.id and x.end_time is null and ${isNew}
returning x.id, x.owner_id, ${selectIncidentState((column) => sql.ref(`b.${column}`))} as state_before`)
  if (changed.length === 0) return []
  await addEntries(db, changed, { kind, author: by.slice(0, 255), text: note, now })
  const changedAlerts = await db.query(sql<{ id: number }>`update occurrence x set ${set}, note = ${statuses.note}
where x.id = any(${alerts}) and x.incident_id = any(${changed.map(({ id }) => id)}) returning x.id`)
  await setStatuses(
    db,
    changedAlerts.map(({ id }) => id),
    { ...statuses, now },
  )
  return changed
}

/**
 * Locks everything that a change of incidents touches, in the order of all other writers: accounts, services, event
 * statuses, alerts. While the services are locked, no alert starts or ends. Returns the ids of the open alerts.
 */
async function lockOpenAlerts(db: StatementRunner, incidentIds: readonly number[]): Promise<number[]> {
  await db.query(sql`select from account
where id in (select owner_id from incident where id = any(${incidentIds})) order by id for no key update`)
  await db.query(sql`select from service where id in (select service_id from incident where id = any(${incidentIds})
  union select service_id from occurrence where incident_id = any(${incidentIds}) and end_time is null)
order by id for no key update`)
  const rows = await db.query(sql<{ id: number }>`select id from occurrence
where incident_id = any(${incidentIds}) and end_time is null order by id`)
  const ids = rows.map(({ id }) => id)
  await db.query(sql`select from event_status s where ${selectStatuses(ids)} order by s.id for update`)
  await db.query(sql`select from occurrence where id = any(${ids}) order by id for update`)
  return ids
}

/** Selects the statuses of alerts; the condition on the service lets PostgreSQL use an index. */
const selectStatuses = (ids: readonly number[]) => sql`s.occurrence_id = any(${ids})
  and s.service_id in (select o.service_id from occurrence o where o.id = any(${ids}))`

interface EntryContent {
  readonly kind: 'acknowledged' | 'unacknowledged' | 'note'
  readonly author: string
  readonly text: string
  readonly now: Date
}

export async function addEntries(
  db: StatementRunner,
  incidents: readonly Pick<ChangedIncident, 'id' | 'owner_id'>[],
  { kind, author, text, now }: EntryContent,
): Promise<void> {
  await db.query(sql`insert into incident_entry (incident_id, owner_id, kind, author, text, created_at)
select id, owner_id, ${kind}, ${author}, ${text}, ${now}
from unnest(${incidents.map(({ id }) => id)}::int8[], ${incidents.map((each) => each.owner_id)}::int8[]) n (id, owner_id)`)
}

interface StatusTransition {
  readonly from: 'active' | 'disabled'
  readonly to: 'active' | 'disabled'
  readonly note: string
  readonly now: Date
}

/** Changes the event statuses of alerts, records the change in their history, and queues notifications. */
async function setStatuses(
  db: StatementRunner,
  occurrenceIds: readonly number[],
  { from, to, note, now }: StatusTransition,
): Promise<void> {
  if (occurrenceIds.length === 0) return
  const ids = occurrenceIds.toSorted((one, other) => one - other)
  // The previous period ends after its start even if clocks differ. `distinct`, because a rule about lost sensors can
  // have several alerts on one service.
  await db.query(sql`with changed as (
  update event_status s set status = ${to}, since = ${now}, note = ${note}, analysis_time = null
  where ${selectStatuses(ids)} and s.status = ${from} returning s.service_id, s.event_id
), pair as (
  select distinct service_id, event_id from changed where event_id is not null
), ended as (
  update event_status_change c set end_time = greatest(${now}::timestamptz, c.start_time + interval '1 microsecond')
  from pair where c.service_id = pair.service_id and c.event_id = pair.event_id and c.end_time is null
  returning c.service_id, c.event_id, c.end_time
)
insert into event_status_change (service_id, event_id, status, start_time, note)
select pair.service_id, pair.event_id, ${to}, coalesce(max(ended.end_time), ${now}), ${note}
from pair left join ended on ended.service_id = pair.service_id and ended.event_id = pair.event_id group by 1, 2
on conflict (service_id, event_id, start_time) do update set status = excluded.status, note = excluded.note`)
  await addJobs(db, makeNotifyJobs(ids))
}
