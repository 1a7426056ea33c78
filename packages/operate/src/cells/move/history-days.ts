import { listPartitionDays, type Queryable } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { sql } from 'kysely'
import type { MoveContext } from './move-context.ts'
import type { HistoryTable } from './tree-tables.ts'

/** The range that is copied of one table, in epoch milliseconds; `to` is exclusive. */
export interface HistorySpan {
  readonly from: number
  readonly to: number
  /**
   * The time from which the destination has partitions. Of earlier times, it takes only rows that need no partition:
   * rollups of hours and days.
   */
  readonly partitionedFrom: number
}

/** Creates the partitions that the destination needs, and returns the days to copy. */
export async function prepareDays(
  { source, destination, tree }: MoveContext,
  { table, time, partitioned }: HistoryTable,
): Promise<HistorySpan> {
  const present = await listDays(destination.database, partitioned)
  const cutOff = await findCutOff(destination.database, present)
  const days = (await listDays(source.database, partitioned)).filter((day) => day >= cutOff)
  const missing = days.filter((day) => !present.includes(day)).map((day) => new Date(day).toISOString().slice(0, 10))
  await destination.database.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('wachta partitions'))`)
    await tx.query(sql`select add_partition(${partitioned}, day) from unnest(${missing}::date[]) day`)
  })
  const [oldest] = await source.database.query(sql<{ first: Date | null }>`select min((select min(${sql.ref(time)})
  from ${sql.table(table)} t where t.service_id = s.id)) as first from unnest(${tree.services}::bigint[]) s (id)`)
  const to = (days.at(-1) ?? -dayMs) + dayMs
  const partitionedFrom = days[0] ?? to
  const first = Math.floor((oldest?.first?.getTime() ?? to) / dayMs) * dayMs
  return { from: table === partitioned ? Math.max(first, partitionedFrom) : first, to, partitionedFrom }
}

/**
 * Returns the first day that the destination takes. Days that it has dropped stay dropped: if they had a partition
 * again, its own records that were sealed in them would count as missing. A destination that still has the first day
 * that it sealed has dropped none.
 */
async function findCutOff(db: Queryable, [oldest]: readonly number[]): Promise<number> {
  const [sealed] = await db.query(sql<{ first: Date | null }>`select min(window_start) as first from seal`)
  return oldest !== undefined && sealed?.first && sealed.first.getTime() < oldest ? oldest : Number.NEGATIVE_INFINITY
}

const listDays = async (db: Queryable, table: string): Promise<number[]> =>
  (await listPartitionDays(db, table)).map((day) => day.getTime())
