import { sql } from 'kysely'
import type { Queryable } from './database.ts'

/** Lists the days of the partitions of a table, the oldest first. */
export async function listPartitionDays(db: Pick<Queryable, 'query'>, table: string): Promise<Date[]> {
  const rows = await db.query(sql<{
    day: Date
  }>`select to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC' as day
from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass order by 1`)
  return rows.map(({ day }) => day)
}
