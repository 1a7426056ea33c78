import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import { compare, type SealDifference } from './compare.ts'
import type { StoredRecord } from './digest.ts'
import type { InForce } from './in-force.ts'
import type { SealedTable } from './records.ts'
import type { SealScope } from './window.ts'

/** When analyses were amended last, by service and by their own time, all in epoch milliseconds. */
export type AmendedTimes = ReadonlyMap<number, ReadonlyMap<number, number>>

export async function amendedTimes(
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
    [...byService].map(([service_id, own]) => [
      service_id,
      new Map(own.map(({ time, amended_at }) => [time.getTime(), amended_at.getTime()])),
    ]),
  )
}

/** The clocks of analyst and reporter may differ, and a commit may take its time: within this an amendment counts as later. */
export const clockToleranceMs = 600_000

/** What is stored of one service now. */
interface PresentRecords {
  readonly records: readonly StoredRecord[]
  /** When those of them that were amended were amended last. */
  readonly amended?: ReadonlyMap<number, number> | undefined
}

/**
 * What differs from a seal and is neither an amendment after it nor came in late. An analysis that was amended takes the place
 * of one that was sealed there, and excuses no other. Nobody amends the words about a check: they come late, and that is all.
 */
export function findUnexplained(
  { kind }: Pick<SealedTable, 'kind'>,
  { sealed, link }: InForce,
  { records, amended }: PresentRecords,
): SealDifference[] {
  const isAmended = ({ time }: StoredRecord) => (amended?.get(time) ?? 0) >= link.time.getTime() - clockToleranceMs
  const differences = compare(sealed, records, kind === 'analyses' ? isAmended : undefined)
  return differences.filter(({ fault }) => fault !== 'added')
}
