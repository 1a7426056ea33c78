import type { Transaction } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'

/**
 * Takes out what checks of an account's services brought home: pages, headers and messages can hold anything. Objects go
 * first, because a row without its object is harmless and an object without its row is found by nobody.
 */
export async function eraseEvidence(tx: Transaction, objects: ObjectStore, accountId: number): Promise<void> {
  const days = await tx.query(sql<{ day: string }>`select right(c.relname, 8) as day from pg_inherits i
join pg_class c on c.oid = i.inhrelid where i.inhparent = 'artifact'::regclass order by 1`)
  for (const { day } of days) await objects.remove(`${day}/${accountId}/`)
  // Services that were deleted before are known by what was watched of them.
  const services = sql`select id from service where owner_id = ${accountId}
union select service_id from service_revision where owner_id = ${accountId}`
  for (const table of ['artifact', 'check_detail'])
    await tx.query(sql`delete from ${sql.table(table)} where service_id in (${services})`)
}
