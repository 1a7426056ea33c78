import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { clockToleranceMs, findUnexplained, loadAmendedTimes } from './amended.ts'
import { appendLink, loadSealedTo, readLinks, takeSealLock } from './append.ts'
import { type SealedService, writeServices } from './content.ts'
import { computeSeal } from './digest.ts'
import { findSealsInForce } from './in-force.ts'
import type { SealLink } from './link.ts'
import { readStoredRecords, type SealedTable, sealedTables } from './records.ts'
import { findSealWindow, type SealScope, windowLengthMs } from './window.ts'

const windowsPerRun = 1000

/** A service and the time of one of its records that changed. */
interface ChangedRecord {
  readonly service_id: number
  readonly start: Date
}

/** Marks changed windows to be sealed again; to be called in the transaction that makes the change known. */
export async function markSeals(tx: Transaction, changed: readonly ChangedRecord[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ service_id, start }) => ({
    service_id,
    at: new Date(findSealWindow(start.getTime()).from),
  }))
  await tx.query(sql`insert into seal_due (service_id, window_start) select distinct service_id, at
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, at timestamptz) order by 2, 1
on conflict (window_start, service_id) do update set service_id = excluded.service_id`)
}

/** The maximum age of an analysis that can still be amended, with a margin: results are accepted for a day. */
const maxAmendmentAgeMs = 48 * 3_600_000

/**
 * Marks all windows that were amended since the last link to be sealed again. A reporter of an older version, which may
 * run at the same time or instead for a while, does not mark them.
 */
export async function markAmended(tx: Transaction, sealedTo: number): Promise<void> {
  const [last] = await tx.query(sql<{ time: Date }>`select time from seal order by number desc limit 1`)
  if (!last) return
  const since = last.time.getTime()
  await tx.query(sql`insert into seal_due (service_id, window_start)
select distinct service_id, date_bin('15 minutes', time, 'epoch') as at from analysis_amendment
where amended_at >= ${new Date(since - clockToleranceMs)} and time >= ${new Date(since - maxAmendmentAgeMs)} and time < ${new Date(sealedTo)} order by 2, 1
on conflict (window_start, service_id) do update set service_id = excluded.service_id`)
}

/** A window with a change that no amendment explains; the operator must investigate it. */
export interface UnexplainedChange {
  readonly service_id: number
  readonly window_start: Date
}

export interface SealAmendedResult {
  /** Whether no window was due, or another process is sealing. */
  readonly isDone: boolean
  readonly unexplained: readonly UnexplainedChange[]
}

/**
 * Seals a batch of amended windows again. A window with differences that no amendment explains keeps its old seal: a
 * new one would make manipulated records look genuine.
 */
export async function sealAmended(database: Pick<Database, 'transaction'>, now: Date): Promise<SealAmendedResult> {
  return database.transaction(async (tx) => {
    if (!(await takeSealLock(tx))) return { isDone: true, unexplained: [] }
    const due = await tx.query(sql<{ service_id: number; window_start: Date }>`delete from seal_due
where (window_start, service_id) in (select window_start, service_id from seal_due order by window_start, service_id
  limit ${windowsPerRun} for update skip locked) returning service_id, window_start`)
    const sealedUntil = (await loadSealedTo(tx, windowLengthMs)) ?? 0
    const unexplained: UnexplainedChange[] = []
    // Windows that are not sealed yet will include the change when they are.
    const dueInSealed = due.filter(({ window_start }) => window_start.getTime() < sealedUntil)
    for (const [from, dueInWindow] of Map.groupBy(dueInSealed, ({ window_start }) => window_start.getTime())) {
      const services = dueInWindow.map(({ service_id }) => service_id).sort((one, other) => one - other)
      const window = { from, to: from + windowLengthMs }
      const unexplainedServices = await resealWindow(tx, { services, window }, now)
      unexplained.push(...unexplainedServices.map((service_id) => ({ service_id, window_start: new Date(from) })))
    }
    return { isDone: due.length === 0, unexplained }
  })
}

/** Seals a window of some services again and returns the services that keep their old seal. */
async function resealWindow(tx: Transaction, scope: SealScope, now: Date): Promise<number[]> {
  const { from } = scope.window
  const links = await readLinks(tx, from)
  const unexplained = new Set<number>()
  for (const table of sealedTables) {
    const renewedSeals = await computeRenewedSeals(tx, { ...scope, table, links, unexplained })
    if (renewedSeals.length === 0) continue
    const content = writeServices(renewedSeals, { isAmended: true })
    await appendLink(tx, { kind: table.kind, window_start: new Date(from), content, time: now })
  }
  return [...unexplained]
}

interface Renewal extends SealScope {
  readonly table: SealedTable
  readonly links: readonly SealLink[]
  readonly unexplained: Set<number>
}

async function computeRenewedSeals(tx: Transaction, renewal: Renewal): Promise<SealedService[]> {
  const { table, links, services, unexplained } = renewal
  const sealsInForce = findSealsInForce(links, table.kind)
  const records = await readStoredRecords(tx, table, renewal)
  const amended = await loadAmendedTimes(tx, renewal)
  return services.flatMap((service_id) => {
    const serviceRecords = records.get(service_id) ?? []
    const before = sealsInForce.get(service_id)
    const after = computeSeal(service_id, serviceRecords, before?.link.number ?? 0)
    if (before ? before.sealed.digest.equals(after.digest) : serviceRecords.length === 0) return []
    const present = { records: serviceRecords, amended: amended.get(service_id) }
    const isUnexplained = before && findUnexplained(table, before, present).length > 0
    if (isUnexplained) unexplained.add(service_id)
    return isUnexplained ? [] : [after]
  })
}
