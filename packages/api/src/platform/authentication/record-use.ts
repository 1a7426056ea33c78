import type { Database } from '@wachta/database'
import { shouldRecordUse } from '@wachta/domain'
import { sql } from 'kysely'

/** Something that is used in place of a password, and shows its holder when it was used last. */
interface UsedCredential {
  readonly table: 'api_key' | 'application_grant'
  readonly id: number
  readonly lastUsedAt: Date | null
}

/** Notes that a credential was used; not with every request, because each read would then be a write. */
export async function recordUse(
  database: Database,
  { table, id, lastUsedAt }: UsedCredential,
  now: Date,
): Promise<void> {
  if (!shouldRecordUse(lastUsedAt, now)) return
  await database.query(
    sql`update ${sql.table(table)} set last_used_at = ${now} where id = ${id} and coalesce(last_used_at < ${now}, true)`,
  )
}
