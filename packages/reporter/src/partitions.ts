import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'

const day = 86_400_000
/** Results may come a day late, and nobody may come to make partitions for a week. */
const [daysBehind, daysAhead] = [1, 7]

/** Makes a place for what will be recorded in the next days. Days are in UTC. */
export async function ensurePartitions(db: Queryable, now: Date): Promise<void> {
  const days = Array.from({ length: daysBehind + 1 + daysAhead }, (_, index) =>
    partitionDayAfter(now, index - daysBehind),
  )
  const [found] = await db.query(sql<{ missing: string[] }>`select array(select d::text from unnest(${days}::date[]) d
where to_regclass('analysis_' || to_char(d, 'YYYYMMDD')) is null) as missing`)
  // The function waits for everything that writes analyses, so it is called for what is missing only.
  if (found && found.missing.length > 0) await db.query(sql`select partition_days(${found.missing}::date[])`)
}

/** How many days each kind of thing is kept. */
export interface Retention {
  readonly analyses: number
  readonly details: number
  readonly artifacts: number
}

/** Artifacts are rows here and objects elsewhere: whoever keeps the objects is told which day may go, as YYYYMMDD. */
export type ForgetObjects = (day: string) => Promise<unknown>

/** How long things are kept, and who is told of what goes. */
interface Forgetting {
  readonly retention: Retention
  readonly forgetObjects?: ForgetObjects
}

/** Drops whole days of what has been kept for long enough; tells how many partitions went. */
export async function dropPartitions(
  db: Queryable,
  { retention, forgetObjects }: Forgetting,
  now: Date,
): Promise<number> {
  const drop = async (parent: string, days: number) => {
    const [dropped] = await db.query(
      sql<{ count: number }>`select drop_partitions(${parent}, ${partitionDayAfter(now, -days)}::date) as count`,
    )
    return dropped?.count ?? 0
  }
  // Objects first: a row without its object tells nobody anything, an object without its row is found by nobody.
  for (const old of await artifactDays(db, partitionDayAfter(now, -retention.artifacts))) await forgetObjects?.(old)
  return (
    (await drop('artifact', retention.artifacts)) +
    (await drop('check_detail', retention.details)) +
    (await drop('analysis', retention.analyses)) +
    (await drop('analysis_amendment', retention.analyses))
  )
}

async function artifactDays(db: Queryable, before: string): Promise<string[]> {
  const partitions = await db.query(sql<{
    day: string
  }>`select right(c.relname, 8) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'artifact'::regclass and right(c.relname, 8) < to_char(${before}::date, 'YYYYMMDD') order by 1`)
  return partitions.map(({ day: old }) => old)
}

export function partitionDayAfter(now: Date, after: number): string {
  return new Date(now.getTime() + after * day).toISOString().slice(0, 10)
}
