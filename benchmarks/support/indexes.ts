import type { Transaction } from '@wachta/database'
import { sql } from 'kysely'

/** Drops the indexes of a table except those of constraints. Returns a function that builds them again. */
export async function dropIndexes(tx: Transaction, table: string): Promise<() => Promise<void>> {
  const indexes = await tx.query(sql<{ name: string; definition: string }>`
select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
from pg_index i where i.indrelid = ${table}::regclass
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`)
  for (const { name } of indexes) await tx.query(sql`drop index ${sql.raw(name)}`)
  return async () => {
    for (const { definition } of indexes) await tx.query(sql.raw(definition))
  }
}
