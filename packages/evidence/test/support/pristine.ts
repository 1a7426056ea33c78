import type { Database } from '@wachta/database'
import { sql } from 'kysely'

const tables = [
  'analysis',
  'check_detail',
  'analysis_amendment',
  'rollup_due',
  'seal',
  'seal_due',
  'seal_stamp',
  'audit',
  'audit_personal',
  'correction',
  'service',
  'service_revision',
]

/** Saves the current state of all tables and returns a function that restores it. */
export async function keepPristine(db: Database): Promise<() => Promise<void>> {
  await db.query(sql`create schema pristine`)
  for (const table of tables) await db.query(sql`create table pristine.${sql.id(table)} as table ${sql.id(table)}`)
  const columns = await db.query(sql<{
    table: string
    names: string[]
  }>`select table_name as table, array_agg(column_name::text) as names
from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`)
  const named = new Map(columns.map(({ table, names }) => [table, names]))
  return () =>
    db.transaction(async (tx) => {
      // Disables triggers and rules, as the owner of the database can.
      await tx.query(sql`set local session_replication_role = replica`)
      for (const table of tables) {
        const names = sql.join((named.get(table) ?? []).map((name) => sql.id(name)))
        await tx.query(sql`delete from ${sql.id(table)}`)
        await tx.query(
          sql`insert into ${sql.id(table)} (${names}) overriding system value select ${names} from pristine.${sql.id(table)}`,
        )
      }
    })
}
