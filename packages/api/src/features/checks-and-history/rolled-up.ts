import { getRollupBucketLengthMs, type RollupSize } from '@wachta/domain'
import type { Call } from '@wachta/resource'
import { sql } from 'kysely'
import { maxListRangeMs, type Range } from '../../platform/range.ts'

/** The codes of rollup sizes in the database. */
export const sizeCodes: Readonly<Record<RollupSize, string>> = { five_minutes: 'm', hour: 'h', day: 'd' }

/** Returns the time up to which rollups of the size exist; null if there are none. */
export async function loadRolledUpTo(db: Call['db'], size: RollupSize): Promise<number | null> {
  const [found] = await db.query(
    sql<{ done_to: Date }>`select done_to from rollup_progress where size = ${sizeCodes[size]}`,
  )
  return found?.done_to.getTime() ?? null
}

/** A range split into the part that rollups cover, and the rest that is read from analyses. */
export interface RollupSplit {
  readonly rolled: Range | null
  readonly raw: readonly Range[]
}

/**
 * Splits a range, which must not end in the future, into the whole buckets that rollups cover, and the rest before and
 * after them.
 */
export async function splitRolledUp(db: Call['db'], { from, to }: Range, size: RollupSize): Promise<RollupSplit> {
  const rolledUpTo = await loadRolledUpTo(db, size)
  const length = getRollupBucketLengthMs(size)
  const start = Math.ceil(from.getTime() / length) * length
  const end = Math.floor(Math.min(to.getTime(), rolledUpTo ?? 0) / length) * length
  if (end <= start) return { rolled: null, raw: limitToNewestPart({ from, to }) }
  const rolled = { from: new Date(start), to: new Date(end) }
  const remainders = [
    { from, to: rolled.from },
    { from: rolled.to, to },
  ]
  return { rolled, raw: remainders.filter((one) => one.from < one.to).flatMap(limitToNewestPart) }
}

/** Limits a range to its newest part, so that a backlog of rollups does not cause too many rows to be read. */
export function limitToNewestPart({ from, to }: Range): Range[] {
  return [{ from: new Date(Math.max(from.getTime(), to.getTime() - maxListRangeMs)), to }]
}
