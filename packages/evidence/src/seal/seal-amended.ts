import type { Database, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { amendedTimes, clockToleranceMs, findUnexplained } from './amended.ts'
import { append, readLinks, sealedTo, takeSealLock } from './append.ts'
import { type SealedService, writeServices } from './content.ts'
import { computeSeal } from './digest.ts'
import { inForce } from './in-force.ts'
import type { SealLink } from './link.ts'
import { readStoredRecords, type SealedTable, sealedTables } from './records.ts'
import { type SealScope, sealWindowAt, windowLength } from './window.ts'

const atOnce = 1000

interface Changed {
  readonly service_id: number
  readonly start: Date
}

/** Asks for another seal of what changed after it was sealed; to be called in the transaction that learns of it. */
export async function markSeals(tx: Transaction, changed: readonly Changed[]): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map(({ service_id, start }) => ({
    service_id,
    at: new Date(sealWindowAt(start.getTime()).from),
  }))
  await tx.query(sql`insert into seal_due (service_id, window_start) select distinct service_id, at
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (service_id bigint, at timestamptz) order by 2, 1
on conflict (window_start, service_id) do update set service_id = excluded.service_id`)
}

/** Results are taken for a day; nobody amends an analysis that is older. */
const longestLate = 48 * 3_600_000

/**
 * Asks for another seal of all that was amended since the last link was made: a reporter of an older version, which may run
 * beside this one or in its place for a while, asks for none.
 */
export async function markAmended(tx: Transaction, sealedTo: number): Promise<void> {
  const [last] = await tx.query(sql<{ time: Date }>`select time from seal order by number desc limit 1`)
  if (!last) return
  const since = last.time.getTime()
  await tx.query(sql`insert into seal_due (service_id, window_start)
select distinct service_id, date_bin('15 minutes', time, 'epoch') as at from analysis_amendment
where amended_at >= ${new Date(since - clockToleranceMs)} and time >= ${new Date(since - longestLate)} and time < ${new Date(sealedTo)} order by 2, 1
on conflict (window_start, service_id) do update set service_id = excluded.service_id`)
}

/** A window that has to be looked into: something in it changed that nobody has amended. */
export interface Unexplained {
  readonly service_id: number
  readonly window_start: Date
}

export interface SealedAmended {
  readonly isDone: boolean
  readonly unexplained: readonly Unexplained[]
}

/**
 * Seals again what was amended, some of it. What differs from its seal in other ways than by an amendment keeps the seal that it
 * has: another one would pass off as recorded what somebody has changed.
 */
export async function sealAmended(database: Pick<Database, 'transaction'>, now: Date): Promise<SealedAmended> {
  return database.transaction(async (tx) => {
    if (!(await takeSealLock(tx))) return { isDone: true, unexplained: [] }
    const due = await tx.query(sql<{ service_id: number; window_start: Date }>`delete from seal_due
where (window_start, service_id) in (select window_start, service_id from seal_due order by window_start, service_id
  limit ${atOnce} for update skip locked) returning service_id, window_start`)
    const done = (await sealedTo(tx, windowLength)) ?? 0
    const doubtful: Unexplained[] = []
    // What is not sealed yet will be, from what is there by then.
    const sealed = due.filter(({ window_start }) => window_start.getTime() < done)
    for (const [from, own] of Map.groupBy(sealed, ({ window_start }) => window_start.getTime())) {
      const services = own.map(({ service_id }) => service_id).sort((one, other) => one - other)
      const window = { from, to: from + windowLength }
      const found = await sealAgain(tx, { services, window }, now)
      doubtful.push(...found.map((service_id) => ({ service_id, window_start: new Date(from) })))
    }
    return { isDone: due.length === 0, unexplained: doubtful }
  })
}

/** Those that were left as they were. */
async function sealAgain(tx: Transaction, scope: SealScope, now: Date): Promise<number[]> {
  const { from } = scope.window
  const links = await readLinks(tx, from)
  const doubtful = new Set<number>()
  for (const table of sealedTables) {
    const again = await renewed(tx, { ...scope, table, links, doubtful })
    if (again.length === 0) continue
    const content = writeServices(again, { isAmended: true })
    await append(tx, { kind: table.kind, window_start: new Date(from), content, time: now })
  }
  return [...doubtful]
}

interface Renewal extends SealScope {
  readonly table: SealedTable
  readonly links: readonly SealLink[]
  readonly doubtful: Set<number>
}

async function renewed(tx: Transaction, renewal: Renewal): Promise<SealedService[]> {
  const { table, links, services, doubtful } = renewal
  const known = inForce(links, table.kind)
  const records = await readStoredRecords(tx, table, renewal)
  const amended = await amendedTimes(tx, renewal)
  return services.flatMap((service_id) => {
    const own = records.get(service_id) ?? []
    const before = known.get(service_id)
    const after = computeSeal(service_id, own, before?.link.number ?? 0)
    if (before ? before.sealed.digest.equals(after.digest) : own.length === 0) return []
    const present = { records: own, amended: amended.get(service_id) }
    const isDoubtful = before && findUnexplained(table, before, present).length > 0
    if (isDoubtful) doubtful.add(service_id)
    return isDoubtful ? [] : [after]
  })
}
