import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export const brokenProperties = ['split', 'merge', 'views'] as const
export type BrokenProperty = (typeof brokenProperties)[number]

const statements: Readonly<Record<BrokenProperty, readonly string[]>> = {
  // Every alert opens an incident of its own.
  split: [
    'drop index incident_open_service',
    `create or replace function add_to_incident() returns trigger language plpgsql as $$
declare opened bigint;
begin
  insert into incident (service_id, owner_id, kind, start_time, end_time) values (new.service_id, new.owner_id, 'failure', new.start_time, new.end_time)
  returning id into opened;
  update occurrence set incident_id = opened where id = new.id;
  return null;
end $$`,
  ],
  // An incident never ends, so that later outages join it.
  merge: ['drop trigger occurrence_ended on occurrence'],
  // Alerts do not follow the acknowledgement of their incident.
  views: [
    `create function keep_alert() returns trigger language plpgsql as $$
begin
  new.acknowledged_at := old.acknowledged_at; new.acknowledged_by := old.acknowledged_by;
  return new;
end $$`,
    'create trigger keep_alert before update of acknowledged_at on occurrence for each row execute function keep_alert()',
  ],
}

/** Breaks one property of incidents in the database on purpose: the proof must then find it. */
export async function breakProperty(owner: Database, property: BrokenProperty): Promise<void> {
  for (const statement of statements[property]) await owner.query(sql.raw(statement))
}
