import type { Database } from '@wachta/database'
import type { JobName } from '@wachta/queue'
import { loadJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'

export interface NewAlert {
  readonly service: number
  /** Undefined for legacy notifications. */
  readonly event?: number
  readonly start?: Date
  readonly end?: Date
  readonly errorType?: number
  readonly status?: 'inactive' | 'active' | 'disabled'
  readonly sensor?: number
}

/** Adds an alert of a service with the rows that the analyst would write, and returns its id. */
export async function addAlert(db: Database, alert: NewAlert): Promise<number> {
  const { service, event = null, start = new Date(Date.now() - 60_000), end = null, sensor = null } = alert
  const { status = end ? 'inactive' : 'active', errorType = null } = alert
  const [row] = await db.query(sql<{
    id: number
  }>`insert into occurrence (service_id, event_id, sensor_id, owner_id, start_time, end_time,
  end_reason, analysis_time, error_type_id)
select v.id, ${event}, ${sensor}, v.owner_id, ${start}, ${end}, ${end ? 'recovered' : null}, ${start}, ${errorType} from service v where v.id = ${service}
returning id`)
  const id = row?.id ?? 0
  await db.query(sql`insert into event_status (service_id, event_id, sensor_id, owner_id, status, since, analysis_time, signal, signal_since,
  occurrence_id)
select v.id, ${event}, ${sensor}, v.owner_id, ${status}, ${end ?? start}, ${end ?? start}, ${end === null}, ${end ?? start}, ${id} from service v where v.id = ${service}
on conflict (service_id, event_id, sensor_id) do update set status = excluded.status, since = excluded.since,
  analysis_time = excluded.analysis_time, occurrence_id = excluded.occurrence_id`)
  if (event !== null)
    await db.query(sql`insert into event_status_change (service_id, event_id, status, start_time, end_time, analysis_time)
values (${service}, ${event}, 'active', ${start}, ${end}, ${start}) on conflict do nothing`)
  return id
}

/** Acknowledges the incident of an alert; of the alerts of the incident, only this one is marked. */
export async function acknowledgeAlert(
  db: Database,
  alert: number,
  { by, note = '', at = new Date() }: { readonly by: string; readonly note?: string; readonly at?: Date },
): Promise<void> {
  const [row] = await db.query(sql<{ incident_id: number }>`update occurrence
set acknowledged_at = ${at}, acknowledged_by = ${by}, note = ${note} where id = ${alert} returning incident_id`)
  await db.query(sql`with taken as (
  update incident set acknowledged_at = ${at}, acknowledged_by = ${by} where id = ${row?.incident_id} returning id, owner_id)
insert into incident_entry (incident_id, owner_id, kind, author, text, created_at)
select id, owner_id, 'acknowledged', ${by}, ${note}, ${at} from taken`)
}

/** Adds a notification as the notifier would record it; by default, it was sent to a contact. */
export async function addNotification(
  db: Database,
  account: number,
  columns: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const all = {
    account_id: account,
    // To a contact.
    style: 'c',
    kind: 'start',
    channel_id: 'email',
    address: 'night@example.com',
    language_id: 'en',
    status: 'sent',
    step: `start:${Math.random()}`,
    ...columns,
  }
  const names = sql.join(Object.keys(all).map((name) => sql.id(name)))
  const [row] = await db.query(
    sql<{ id: number }>`insert into notification (${names}) values (${sql.join(Object.values(all))}) returning id`,
  )
  return row?.id ?? 0
}

/** Returns the payloads of the waiting jobs of one name. */
export async function readJobPayloads(db: Database, name: JobName): Promise<Record<string, number[]>[]> {
  const rows = await loadJobs<Record<string, number[]>>(db, name)
  return rows.map(({ payload }) => payload)
}

/** Marks an address as verified. */
export const verifyAddress = (db: Database, account: number, address: string, channel = 'sms') =>
  db.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
values (${account}, ${channel}, ${address}, now())`)

/** Marks all e-mail addresses as verified. */
export async function verifyEmails(db: Database): Promise<void> {
  await db.query(sql`insert into verified_address (account_id, channel_id, address, verified_at)
select owner_id, 'email', address, now() from contact_address where channel_id like 'email%'
union select owner_id, 'email', address, now() from notification_address where notification_channel_id like 'email%'
on conflict do nothing`)
}
