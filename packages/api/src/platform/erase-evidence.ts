import type { Transaction } from '@wachta/database'
import type { ObjectStore } from '@wachta/objects'
import { sql } from 'kysely'

/**
 * Deletes the artifacts and details of all checks of an account, because they can contain personal data. Objects are
 * deleted before their rows: a row without an object is harmless, but an object without a row could never be found.
 */
export async function eraseEvidence(tx: Transaction, objects: ObjectStore, accountId: number): Promise<void> {
  const days = await tx.query(sql<{ day: string }>`select right(c.relname, 8) as day from pg_inherits i
join pg_class c on c.oid = i.inhrelid where i.inhparent = 'artifact'::regclass order by 1`)
  for (const { day } of days) await objects.remove(`${day}/${accountId}/`)
  // Deleted services are only known from their revisions.
  const services = sql`select id from service where owner_id = ${accountId}
union select service_id from service_revision where owner_id = ${accountId}`
  for (const table of ['artifact', 'check_detail'])
    await tx.query(sql`delete from ${sql.table(table)} where service_id in (${services})`)
}
