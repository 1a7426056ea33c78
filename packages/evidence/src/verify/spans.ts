import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import type { SealedTable } from '../seal/records.ts'
import { dayLength, partitionDay, type SealWindow, windowLength } from '../seal/window.ts'

/** So many bytes of seals are looked at together: of a small installation a whole day, of a large one a window. */
const maxSeals = 100_000

/** The days that lie in a range, the first and the last only as far as they do. */
export function* daysIn({ from, to }: SealWindow): Generator<SealWindow> {
  for (let start = from; start < to; ) {
    const end = Math.min((Math.floor(start / dayLength) + 1) * dayLength, to)
    yield { from: start, to: end }
    start = end
  }
}

/** A day in pieces of whole windows. */
export async function splitDay(db: Queryable, day: SealWindow): Promise<SealWindow[]> {
  const sizes = await db.query(sql<{
    start: Date
    size: number
  }>`select window_start as start, sum(length(content))::float8 as size
from seal where window_start >= ${new Date(day.from)} and window_start < ${new Date(day.to)} group by 1 order by 1`)
  const spans: SealWindow[] = []
  let [from, held] = [day.from, 0]
  for (const { start, size } of sizes) {
    if (held > 0 && held + size > maxSeals) {
      spans.push({ from, to: start.getTime() })
      from = start.getTime()
      held = 0
    }
    held += size
  }
  return [...spans, { from, to: day.to }]
}

/** How many records there are in any span of the day. */
export async function countRecords(
  db: Queryable,
  { table }: SealedTable,
  day: SealWindow,
): Promise<(span: SealWindow) => number> {
  const rows = await db.query(sql<{ start: number; count: number }>`select
  (floor(extract(epoch from time) * 1000 / ${windowLength}) * ${windowLength})::bigint as start, count(*) as count
from ${sql.table(table)} where time >= ${new Date(day.from)} and time < ${new Date(day.to)} group by 1`)
  return ({ from, to }) =>
    rows.filter(({ start }) => start >= from && start < to).reduce((sum, { count }) => sum + count, 0)
}

export type DayState = 'there' | 'expired' | 'missing'

/** Days go by dropping their partitions, the oldest first: one that lacks between others was not dropped for its age. */
export async function dayStates(db: Queryable, { table }: SealedTable): Promise<(day: SealWindow) => DayState> {
  const rows = await db.query(sql<{ day: string }>`select right(c.relname, 8) as day from pg_inherits i
  join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass order by 1`)
  const days = new Set(rows.map(({ day }) => day))
  const oldest = rows[0]?.day ?? '99999999'
  return ({ from }) => {
    const day = partitionDay(from)
    if (days.has(day)) return 'there'
    return day < oldest ? 'expired' : 'missing'
  }
}

/** How many windows of whole length a range has. */
export const windowsIn = ({ from, to }: SealWindow): number[] =>
  Array.from({ length: Math.max(0, Math.round((to - from) / windowLength)) }, (_, index) => from + index * windowLength)
