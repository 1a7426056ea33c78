import type { Database } from '@wachta/database'
import { type RollupSize, rollupSizes } from '@wachta/domain'
import { markSeals } from '@wachta/evidence'
import { sql } from 'kysely'
import { type RollupWindow, readRollupProgress, tryLockRollups } from './rollup-store.ts'
import { computeServiceRollups, findBucketAround } from './rollups.ts'

const batchSize = 500

interface DueRollup {
  readonly service_id: number
  readonly start: Date
}

/**
 * Computes rollups again for a batch of analyses that changed after they were rolled up. Returns false if there was
 * nothing to do or another reporter is working. Each change of an analysis upserts a row in `rollup_due`; the rows of
 * uncommitted changes are locked, so they are skipped until later.
 */
export async function recomputeAmendedRollups(database: Pick<Database, 'transaction'>): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await tryLockRollups(tx))) return false
    // Takes due rows in the order of services, so that few hours and days of a service are computed several times.
    const due = await tx.query(sql<DueRollup>`delete from rollup_due where (service_id, start) in
  (select service_id, start from rollup_due order by service_id, start limit ${batchSize} for update skip locked) returning service_id, start`)
    await markSeals(tx, due)
    const progress = await readRollupProgress(tx)
    for (const size of rollupSizes)
      for (const { services, window } of groupByWindow(due, size, progress[size] ?? 0))
        await computeServiceRollups(tx, services, { size, ...window })
    return due.length > 0
  })
}

/** Returns the range of changed buckets of each service, with services that have the same range grouped together. */
function groupByWindow(
  due: readonly DueRollup[],
  size: RollupSize,
  doneUntil: number,
): { services: number[]; window: RollupWindow }[] {
  const windows = new Map<number, RollupWindow>()
  for (const { service_id, start } of due) {
    const { from, to } = findBucketAround(start.getTime(), size)
    // Buckets that are not rolled up yet will include the change.
    if (from >= doneUntil) continue
    const known = windows.get(service_id) ?? { from, to }
    windows.set(service_id, { from: Math.min(known.from, from), to: Math.max(known.to, to) })
  }
  const windowGroups = Map.groupBy(windows, ([, { from, to }]) => `${from} ${to}`)
  return [...windowGroups.values()].flatMap((members) => {
    const [first] = members
    return first ? [{ services: members.map(([service_id]) => service_id), window: first[1] }] : []
  })
}
