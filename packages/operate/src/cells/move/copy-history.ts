import type { Database } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import { type RawBuilder, sql } from 'kysely'
import { type HistorySpan, prepareDays } from './history-days.ts'
import type { MoveContext } from './move-context.ts'
import { digestExpression, readRows, runCopyTransaction, writeRows } from './rows.ts'
import { type HistoryTable, treeHistoryTables } from './tree-tables.ts'

/** The number of days that are compared at once. */
const daysPerPart = 7
/** Rows that are at most this many days older than a copy may have changed after it. */
const recentDays = 3

/**
 * The day from which the second copy, for which customers wait, compares the rows. It is counted from the first copy,
 * not from now, because an interrupted move may continue days later.
 */
export const getRecentStart = (firstCopy: Date): Date => new Date(toDayStart(firstCopy) - recentDays * dayMs)

/** The start of the UTC day, in epoch milliseconds. */
export const toDayStart = (time: Date): number => Math.floor(time.getTime() / dayMs) * dayMs

/**
 * Makes the record of the tree in the destination equal to that in the source: compares each day of each service, and
 * replaces the days that differ. So it can be interrupted and repeated, and each run verifies the previous run. It
 * compares all days, or those from `firstDay` on. Returns the number of copied rows.
 */
export async function copyHistory(context: MoveContext, firstDay?: Date): Promise<number> {
  let copied = 0
  for (const history of treeHistoryTables) {
    const span = await prepareDays(context, history)
    const first = firstDay === undefined ? span.from : Math.max(span.from, firstDay.getTime())
    for (let from = first; from < span.to; from += daysPerPart * dayMs) {
      const part = { history, span: { ...span, from, to: Math.min(from + daysPerPart * dayMs, span.to) } }
      for (const [day, services] of await findDifferingDays(context, part)) {
        copied += await replaceDay(context, { ...part, span: { ...span, from: day, to: day + dayMs }, services })
      }
    }
  }
  return copied
}

interface HistoryPart {
  readonly history: HistoryTable
  readonly span: HistorySpan
}

/** Returns the services whose rows differ, by day. */
async function findDifferingDays(context: MoveContext, part: HistoryPart): Promise<Map<number, number[]>> {
  const [sourceDigests, destinationDigests] = await Promise.all([
    digestDays(context.source.database, context, part),
    digestDays(context.destination.database, context, part),
  ])
  const keys = [...new Set([...sourceDigests.keys(), ...destinationDigests.keys()])].filter(
    (key) => sourceDigests.get(key) !== destinationDigests.get(key),
  )
  const grouped = Map.groupBy(
    keys.map((key) => key.split(' ').map(Number) as [day: number, service: number]),
    ([day]) => day,
  )
  return new Map([...grouped].map(([day, dayKeys]) => [day, dayKeys.map(([, service]) => service)]))
}

/** Computes the digest of the rows of each day and service; the keys are `day service`. */
async function digestDays(database: Database, { tree }: MoveContext, part: HistoryPart): Promise<Map<string, string>> {
  const { table, time } = part.history
  const rows = await runCopyTransaction(database, (tx) =>
    tx.query(sql<{ service_id: number; day: number; digest: string }>`select service_id,
  (floor(extract(epoch from ${sql.ref(time)}) / 86400) * ${dayMs})::int8 as day, ${digestExpression} as digest from ${sql.table(table)} t
where ${toPartCondition(part, tree.services)} group by 1, 2`),
  )
  return new Map(rows.map(({ service_id, day, digest }) => [`${day} ${service_id}`, digest]))
}

function toPartCondition(
  { history: { table, time, partitioned }, span }: HistoryPart,
  services: readonly number[],
): RawBuilder<boolean> {
  const { from, to, partitionedFrom } = span
  // Rollups of five minutes have the size `m`; only these have a partition for each day.
  const partitionCondition =
    table === partitioned ? sql`true` : sql`(size <> 'm' or ${sql.ref(time)} >= ${new Date(partitionedFrom)})`
  return sql<boolean>`service_id = any(${services}::bigint[]) and ${sql.ref(time)} >= ${new Date(from)}
  and ${sql.ref(time)} < ${new Date(to)} and ${partitionCondition}`
}

/** Replaces the rows of one day, and returns the number of copied rows. */
async function replaceDay(
  { source, destination }: MoveContext,
  part: HistoryPart & { readonly services: readonly number[] },
): Promise<number> {
  const { table } = part.history
  const where = toPartCondition(part, part.services)
  return runCopyTransaction(destination.database, async (tx) => {
    let copied = 0
    await tx.query(sql`delete from ${sql.table(table)} where ${where}`)
    await runCopyTransaction(source.database, async (sourceTx) => {
      for await (const lines of readRows(sourceTx, { table, where })) {
        await writeRows(tx, table, lines)
        copied += lines.length
      }
    })
    return copied
  })
}
