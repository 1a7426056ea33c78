import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import { getPartitionDayAfter } from './partitions.ts'
import { listRollupServices } from './rollup-store.ts'

const servicesAtOnce = 200

/**
 * Deletes old five-minute rollups from the partition of all rollups that an older version made; hours and days stay. Newer
 * ones have a partition for each day, which is dropped with the analyses of the day.
 */
export async function forgetSmallest(db: Queryable, days: number, now: Date): Promise<number> {
  const [former] = await db.query(sql<{ exists: boolean }>`select to_regclass('rollup_before') is not null as exists`)
  if (!former?.exists) return 0
  const before = new Date(`${getPartitionDayAfter(now, -days)}T00:00:00Z`)
  let count = 0
  let services = await listRollupServices(db, 0, servicesAtOnce)
  while (services.length > 0) {
    const [gone] = await db.query(sql<{
      count: number
    }>`with gone as (delete from rollup where service_id = any(${services}::bigint[])
  and size = 'm' and sensor_id = 0 and start < ${before} returning 1) select count(*) from gone`)
    count += gone?.count ?? 0
    services = await listRollupServices(db, services.at(-1) ?? 0, servicesAtOnce)
  }
  return count
}
