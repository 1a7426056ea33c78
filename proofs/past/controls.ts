import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** Breaks the property on purpose, in the database, so that ordinary writes rewrite the past. */
export type InjectedFault = (db: Database) => Promise<void>

/** Makes new versions valid from the beginning of time. */
const createAlwaysValidFault =
  (table: string): InjectedFault =>
  async (db) => {
    const name = sql.id(`sabotage_${table}`)
    await db.query(sql`create function ${name}() returns trigger language plpgsql as $$
begin
  new.valid_from := '-infinity';
  return new;
end
$$`)
    await db.query(
      sql`create trigger ${name} before insert on ${sql.table(table)} for each row execute function ${name}()`,
    )
  }

/** A change of a service deletes its recorded failures. */
const deleteFailures: InjectedFault = async (db) => {
  await db.query(sql`create function sabotage_raw() returns trigger language plpgsql security definer as $$
begin
  update status_change set status = 'ok' where service_id = new.id and status = 'failure';
  return null;
end
$$`)
  await db.query(
    sql`create trigger sabotage_raw after update of is_active, interval on service for each row execute function sabotage_raw()`,
  )
}

/** Deleting a suspension also deletes its past. */
const deleteWindowVersions: InjectedFault = async (db) => {
  await db.query(sql`create function sabotage_deletion() returns trigger language plpgsql security definer as $$
begin
  delete from suspension_version where suspension_id = old.id;
  return null;
end
$$`)
  await db.query(
    sql`create trigger z_sabotage_deletion after delete on suspension for each row execute function sabotage_deletion()`,
  )
}

export const injectedFaults: Readonly<Record<string, InjectedFault>> = {
  suspension: async (db) => {
    await createAlwaysValidFault('suspension_version')(db)
    await createAlwaysValidFault('weekly_suspension_version')(db)
  },
  deletion: deleteWindowVersions,
  zone: createAlwaysValidFault('account_time_zone_version'),
  raw: deleteFailures,
}
