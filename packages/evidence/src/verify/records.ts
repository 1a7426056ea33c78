import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { loadSealedTo } from '../seal/append.ts'
import type { SealedTable } from '../seal/records.ts'
import { findSealWindow, type SealWindow, windowLengthMs } from '../seal/window.ts'
import { readSnapshot } from './read-snapshot.ts'
import { type SpanCounts, verifySpan } from './span.ts'
import { countRecords, loadDayStates, splitDay, splitDays } from './spans.ts'
import type { RecordCounts, Verification } from './verification.ts'

/** Compares all records of a table with their seals, day by day. */
export async function verifyRecords(
  verification: Verification,
  table: SealedTable,
  brokenWindows: ReadonlySet<number>,
): Promise<RecordCounts> {
  const { database, options, faults } = verification
  const range = await findSealedRange(verification)
  const services = await findAccountServices(verification)
  const getDayState = await loadDayStates(database, table)
  const counts = { checked: 0, pending: 0, expiredDays: 0, unprovable: 0, erased: 0 }
  const add = ({ checked, pending, unprovable, erased }: SpanCounts) => {
    counts.checked += checked
    counts.pending += pending
    counts.unprovable += unprovable
    counts.erased += erased
  }
  for (const day of range ? splitDays(range) : []) {
    const state = getDayState(day)
    if (state === 'expired') counts.expiredDays += 1
    if (state === 'missing')
      faults.add({ table: table.table, fault: 'day_missing', day: new Date(day.from).toISOString().slice(0, 10) })
    if (state !== 'present') continue
    const countInSpan = await readSnapshot(database, (tx) => countRecords(tx, table, day))
    for (const span of await splitDay(database, day)) {
      options.signal?.throwIfAborted()
      add(await verifySpan(verification, { table, span, services, brokenWindows, presentCount: countInSpan(span) }))
      options.onProgress?.({ stage: 'records', count: counts.checked, at: new Date(span.to) })
    }
  }
  return { ...counts, unsealed: await countUnsealed(verification, table, services) }
}

/** Returns the sealed range in whole windows, limited to the requested time range. */
export async function findSealedRange({
  database,
  options: { from, to },
}: Verification): Promise<SealWindow | undefined> {
  const end = await loadSealedTo(database, windowLengthMs)
  const [first] = await database.query(sql<{ first: Date | null }>`select min(window_start) as first from seal`)
  if (end === undefined || !first?.first) return undefined
  const start = Math.max(first.first.getTime(), from ? findSealWindow(from.getTime()).from : 0)
  const stop = Math.min(end, to ? findSealWindow(to.getTime() + windowLengthMs - 1).from : end)
  return stop > start ? { from: start, to: stop } : undefined
}

/** Returns the services of the requested account, including deleted ones; undefined means all services. */
export async function findAccountServices({
  database,
  options: { account },
}: Verification): Promise<number[] | undefined> {
  if (account === undefined) return undefined
  const rows = await database.query(sql<{ id: number }>`select id from service where owner_id = ${account}
union select service_id from service_revision where owner_id = ${account} order by 1`)
  return rows.map(({ id }) => id)
}

/** Whether the account exists, or existed and had services. */
export async function isAccount(database: Pick<Database, 'query'>, account: number): Promise<boolean> {
  const rows = await database.query(sql`select from account where id = ${account}
union all (select from service_revision where owner_id = ${account} limit 1)`)
  return rows.length > 0
}

/** Counts the requested records after the last sealed window; all requested records if nothing is sealed. */
async function countUnsealed(
  { database, options: { from, to } }: Verification,
  { table }: SealedTable,
  services: readonly number[] | undefined,
): Promise<number> {
  const end = new Date((await loadSealedTo(database, windowLengthMs)) ?? 0)
  const start = from && from > end ? from : end
  const until = to ? sql`and time < ${to}` : sql``
  const serviceCondition = services ? sql`and service_id = any(${services}::bigint[])` : sql``
  const [found] = await readSnapshot(database, (tx) =>
    tx.query(
      sql<{
        count: number
      }>`select count(*) as count from ${sql.table(table)} where time >= ${start} ${until} ${serviceCondition}`,
    ),
  )
  return found?.count ?? 0
}
