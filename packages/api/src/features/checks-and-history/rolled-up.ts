import { bucketLength, type RollupSize } from '@wachta/domain'
import type { Call } from '@wachta/resource'
import { sql } from 'kysely'
import { longestList, type Range } from '../../platform/range.ts'

/** As sizes are written in the table. */
export const sizeCodes: Readonly<Record<RollupSize, string>> = { five_minutes: 'm', hour: 'h', day: 'd' }

/** Up to where buckets of the size are rolled up; null where none are. */
export async function rolledUpTo(db: Call['db'], size: RollupSize): Promise<number | null> {
  const [found] = await db.query(
    sql<{ done_to: Date }>`select done_to from rollup_progress where size = ${sizeCodes[size]}`,
  )
  return found?.done_to.getTime() ?? null
}

/** A range as whole buckets that are rolled up, and what of it has to be read row by row. */
export interface Parted {
  readonly rolled: Range | null
  readonly raw: readonly Range[]
}

/** Parts a range: the buckets in its middle, and its two ends. */
export async function parted(db: Call['db'], { from, to }: Range, size: RollupSize): Promise<Parted> {
  const done = await rolledUpTo(db, size)
  const length = bucketLength(size)
  const start = Math.ceil(from.getTime() / length) * length
  const end = Math.floor(Math.min(to.getTime(), done ?? 0) / length) * length
  if (end <= start) return { rolled: null, raw: recent({ from, to }) }
  const rolled = { from: new Date(start), to: new Date(end) }
  const ends = [
    { from, to: rolled.from },
    { from: rolled.to, to },
  ]
  return { rolled, raw: ends.filter((one) => one.from < one.to).flatMap(recent) }
}

/** However long nothing was rolled up, no more rows are read than a list of them may have. */
export function recent({ from, to }: Range): Range[] {
  return [{ from: new Date(Math.max(from.getTime(), to.getTime() - longestList)), to }]
}
