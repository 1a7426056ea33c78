import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import { getPartitionDayAfter } from './partitions.ts'
import { listRollupServices } from './rollup-store.ts'

const batchSize = 200

/**
 * Deletes old five-minute rollups from the partition in which an older version stored all rollups; hours and days are
 * kept. Newer five-minute rollups have a partition for each day, which is dropped with the analyses of the day.
 */
export async function deleteOldFiveMinuteRollups(db: Queryable, days: number, now: Date): Promise<number> {
  const [oldPartition] = await db.query(
    sql<{ exists: boolean }>`select to_regclass('rollup_before') is not null as exists`,
  )
  if (!oldPartition?.exists) return 0
  const before = new Date(`${getPartitionDayAfter(now, -days)}T00:00:00Z`)
  let count = 0
  let services = await listRollupServices(db, 0, batchSize)
  while (services.length > 0) {
    const [deleted] = await db.query(sql<{
      count: number
    }>`with gone as (delete from rollup where service_id = any(${services}::bigint[])
  and size = 'm' and sensor_id = 0 and start < ${before} returning 1) select count(*) from gone`)
    count += deleted?.count ?? 0
    services = await listRollupServices(db, services.at(-1) ?? 0, batchSize)
  }
  return count
}
