import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import { compareWithSeal, type SealDifference } from './compare.ts'
import type { StoredRecord } from './digest.ts'
import type { SealInForce } from './in-force.ts'
import type { SealedTable } from './records.ts'
import type { SealScope } from './window.ts'

/** The time of the last amendment, by service and by the time of the analysis; times in epoch milliseconds. */
export type AmendedTimes = ReadonlyMap<number, ReadonlyMap<number, number>>

export async function loadAmendedTimes(
  db: Queryable,
  { services, window: { from, to } }: SealScope,
): Promise<AmendedTimes> {
  const rows = await db.query(sql<{
    service_id: number
    time: Date
    amended_at: Date
  }>`select service_id, time, amended_at from analysis_amendment
where service_id = any(${services}::bigint[]) and time >= ${new Date(from)} and time < ${new Date(to)}`)
  const byService = Map.groupBy(rows, ({ service_id }) => service_id)
  return new Map(
    [...byService].map(([service_id, amendments]) => [
      service_id,
      new Map(amendments.map(({ time, amended_at }) => [time.getTime(), amended_at.getTime()])),
    ]),
  )
}

/** An amendment up to this long before a seal counts as later: clocks may differ, and a commit takes time. */
export const clockToleranceMs = 600_000

/** The records of one service that are stored now. */
interface PresentRecords {
  readonly records: readonly StoredRecord[]
  /** The time of the last amendment, by the time of the analysis. */
  readonly amended?: ReadonlyMap<number, number> | undefined
}

/**
 * Returns the differences from a seal that neither an amendment nor a late result explains. An amended analysis
 * explains the change of one sealed analysis and no other. Check details are never amended; they can only arrive late.
 */
export function findUnexplained(
  { kind }: Pick<SealedTable, 'kind'>,
  { sealed, link }: SealInForce,
  { records, amended }: PresentRecords,
): SealDifference[] {
  const isAmended = ({ time }: StoredRecord) => (amended?.get(time) ?? 0) >= link.time.getTime() - clockToleranceMs
  const differences = compareWithSeal(sealed, records, kind === 'analyses' ? isAmended : undefined)
  return differences.filter(({ fault }) => fault !== 'added')
}
