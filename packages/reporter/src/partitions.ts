import type { Queryable } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { sql } from 'kysely'

/** Results can arrive a day late, and the reporter may be down for a week. */
const [daysBehind, daysAhead] = [1, 7]

/** Creates missing partitions from yesterday to a week ahead, in UTC. */
export async function ensurePartitions(db: Queryable, now: Date): Promise<void> {
  const days = Array.from({ length: daysBehind + 1 + daysAhead }, (_, index) =>
    getPartitionDayAfter(now, index - daysBehind),
  )
  const [found] = await db.query(sql<{ missing: string[] }>`select array(select d::text from unnest(${days}::date[]) d
where to_regclass('analysis_' || to_char(d, 'YYYYMMDD')) is null) as missing`)
  // `partition_days` waits for all writers of analyses, so it is called only if partitions are missing.
  if (found && found.missing.length > 0) await db.query(sql`select partition_days(${found.missing}::date[])`)
}

/** Retention in days, by kind of data. */
export interface Retention {
  readonly analyses: number
  readonly details: number
  readonly artifacts: number
}

/**
 * Deletes the objects of a day (YYYYMMDD), because artifacts consist of rows in the database and objects in the store.
 */
export type DeleteObjects = (day: string) => Promise<unknown>

interface DropPartitionsOptions {
  readonly retention: Retention
  readonly deleteObjects?: DeleteObjects
}

/** Drops the partitions of days that are past their retention; returns the number of dropped partitions. */
export async function dropPartitions(
  db: Queryable,
  { retention, deleteObjects }: DropPartitionsOptions,
  now: Date,
): Promise<number> {
  const drop = async (parent: string, days: number) => {
    const [dropped] = await db.query(
      sql<{ count: number }>`select drop_partitions(${parent}, ${getPartitionDayAfter(now, -days)}::date) as count`,
    )
    return dropped?.count ?? 0
  }
  // Objects are deleted first: without its row, an object could no longer be found.
  for (const day of await listArtifactDays(db, getPartitionDayAfter(now, -retention.artifacts)))
    await deleteObjects?.(day)
  return (
    (await drop('artifact', retention.artifacts)) +
    (await drop('check_detail', retention.details)) +
    (await drop('analysis', retention.analyses)) +
    (await drop('analysis_amendment', retention.analyses)) +
    (await drop('rollup_five_minutes', retention.analyses))
  )
}

async function listArtifactDays(db: Queryable, before: string): Promise<string[]> {
  const partitions = await db.query(sql<{
    day: string
  }>`select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'artifact'::regclass and right(c.relname, 8) < to_char(${before}::date, 'YYYYMMDD') order by 1`)
  return partitions.map(({ day }) => day)
}

export function getPartitionDayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
}
