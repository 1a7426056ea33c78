import type { Queryable } from '@wachta/database'
import { sql } from 'kysely'
import type { SealedTable } from '../seal/records.ts'
import { dayLengthMs, type SealWindow, toPartitionDay, windowLengthMs } from '../seal/window.ts'

/** The maximum size in bytes of the seals of one span: a whole day of a small installation, a window of a large one. */
const maxSealBytes = 100_000

/** Splits a range at midnight UTC; the first and the last day may be partial. */
export function* splitDays({ from, to }: SealWindow): Generator<SealWindow> {
  for (let start = from; start < to; ) {
    const end = Math.min((Math.floor(start / dayLengthMs) + 1) * dayLengthMs, to)
    yield { from: start, to: end }
    start = end
  }
}

/** Splits a day into spans of whole windows by the size of their seals. */
export async function splitDay(db: Queryable, day: SealWindow): Promise<SealWindow[]> {
  const sizes = await db.query(sql<{
    start: Date
    size: number
  }>`select window_start as start, sum(length(content))::float8 as size
from seal where window_start >= ${new Date(day.from)} and window_start < ${new Date(day.to)} group by 1 order by 1`)
  const spans: SealWindow[] = []
  let [from, bytes] = [day.from, 0]
  for (const { start, size } of sizes) {
    if (bytes > 0 && bytes + size > maxSealBytes) {
      spans.push({ from, to: start.getTime() })
      from = start.getTime()
      bytes = 0
    }
    bytes += size
  }
  return [...spans, { from, to: day.to }]
}

/** Returns a function that counts the records in a span of the day. */
export async function countRecords(
  db: Queryable,
  { table }: SealedTable,
  day: SealWindow,
): Promise<(span: SealWindow) => number> {
  const rows = await db.query(sql<{ start: number; count: number }>`select
  (floor(extract(epoch from time) * 1000 / ${windowLengthMs}) * ${windowLengthMs})::bigint as start, count(*) as count
from ${sql.table(table)} where time >= ${new Date(day.from)} and time < ${new Date(day.to)} group by 1`)
  return ({ from, to }) =>
    rows.filter(({ start }) => start >= from && start < to).reduce((sum, { count }) => sum + count, 0)
}

export type DayState = 'present' | 'expired' | 'missing'

/**
 * Returns a function that tells the state of a day. Retention drops the partitions of the oldest days first, so an
 * absent day counts as missing if an older one is present.
 */
export async function loadDayStates(db: Queryable, { table }: SealedTable): Promise<(day: SealWindow) => DayState> {
  const rows = await db.query(sql<{ day: string }>`select right(c.relname, 8) as day from pg_inherits i
  join pg_class c on c.oid = i.inhrelid where i.inhparent = ${table}::regclass order by 1`)
  const days = new Set(rows.map(({ day }) => day))
  const oldest = rows[0]?.day ?? '99999999'
  return ({ from }) => {
    const day = toPartitionDay(from)
    if (days.has(day)) return 'present'
    return day < oldest ? 'expired' : 'missing'
  }
}

/** Returns the starts of the windows in a range. */
export const listWindows = ({ from, to }: SealWindow): number[] =>
  Array.from(
    { length: Math.max(0, Math.round((to - from) / windowLengthMs)) },
    (_, index) => from + index * windowLengthMs,
  )
