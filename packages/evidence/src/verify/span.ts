import type { Queryable, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { type AmendedTimes, findUnexplained, loadAmendedTimes } from '../seal/amended.ts'
import { compareWithSeal, type SealDifference } from '../seal/compare.ts'
import { type StoredRecord, toStoredRecord } from '../seal/digest.ts'
import { findSealsInForce, type SealInForce } from '../seal/in-force.ts'
import type { SealLink } from '../seal/link.ts'
import { readStoredRecords, type SealedTable } from '../seal/records.ts'
import { findSealWindow, type SealScope, type SealWindow } from '../seal/window.ts'
import type { RecordFault } from './fault.ts'
import { readSnapshot } from './read-snapshot.ts'
import type { RecordArchive } from './record-archive.ts'
import { listWindows } from './spans.ts'
import type { Verification } from './verification.ts'

const servicesPerQuery = 1000
/** The maximum number of records without any seal that are reported per span. */
const maxUnsealedRecords = 1000

interface SpanScope {
  readonly table: SealedTable
  readonly span: SealWindow
  /** Undefined for all services. */
  readonly services: readonly number[] | undefined
  readonly brokenWindows: ReadonlySet<number>
  /** The number of records of all services in the span; not used with an archive. */
  readonly presentCount: number
  /** The records are read from this archive instead of the table. */
  readonly archive?: RecordArchive
}

export interface SpanCounts {
  readonly checked: number
  readonly pending: number
  readonly unprovable: number
  readonly erased: number
}

/** Compares the records of some windows with their seals, in one snapshot. */
export async function verifySpan(verification: Verification, scope: SpanScope): Promise<SpanCounts> {
  return readSnapshot(verification.database, async (tx) => {
    const state = await loadSpanVerification(tx, verification, scope)
    const known = new Set([...state.seals.values()].flatMap((seals) => [...seals.keys()]))
    for (const service of (await scope.archive?.listServices(scope.span)) ?? []) known.add(service)
    const serviceIds = scope.services ?? [...known].sort((one, other) => one - other)
    for (let first = 0; first < serviceIds.length; first += servicesPerQuery)
      await verifyServices(tx, state, serviceIds.slice(first, first + servicesPerQuery))
    // Searching for records without a seal reads the whole day, so do it only if the count shows that there are some.
    const hasUnsealed = !scope.archive && scope.presentCount > state.counts.checked + state.counts.unprovable
    if (!scope.services && hasUnsealed) await verifyUnsealedServices(tx, state, [...known])
    return state.counts
  })
}

interface SpanVerification extends SpanScope {
  readonly faults: Verification['faults']
  /** The valid seals by start of window and by service. */
  readonly seals: ReadonlyMap<number, ReadonlyMap<number, SealInForce>>
  /** Keys of services and windows that are to be sealed again, or whose analyses arrived late or were amended. */
  readonly due: ReadonlySet<string>
  /** Services whose account was deleted: their check details were erased with it. */
  readonly erasedServices: ReadonlySet<number>
  readonly counts: { checked: number; pending: number; unprovable: number; erased: number }
}

async function loadSpanVerification(
  tx: Transaction,
  { faults }: Verification,
  scope: SpanScope,
): Promise<SpanVerification> {
  const [from, to] = [new Date(scope.span.from), new Date(scope.span.to)]
  const links = await tx.query(sql<SealLink>`select * from seal
where window_start >= ${from} and window_start < ${to} and kind = ${scope.table.kind} order by number`)
  const byWindow = Map.groupBy(links, ({ window_start }) => window_start?.getTime() ?? 0)
  const intactWindows = listWindows(scope.span).filter((start) => !scope.brokenWindows.has(start))
  const seals = new Map(
    intactWindows.map((start) => [start, findSealsInForce(byWindow.get(start) ?? [], scope.table.kind)]),
  )
  // Windows amended after the last link are due even if they are not marked: a reporter of an older version does not
  // mark them.
  const due = await tx.query(sql<{
    service_id: number
    start: Date
  }>`select service_id, window_start as start from seal_due
where window_start >= ${from} and window_start < ${to}
union select service_id, start from rollup_due where start >= ${from} and start < ${to}
union select service_id, time from analysis_amendment where time >= ${from} and time < ${to}
  and amended_at > (select time from seal order by number desc limit 1)`)
  const keys = due.map(({ service_id, start }) => toKey(service_id, findSealWindow(start.getTime()).from))
  const erasedServices = scope.table.kind === 'details' ? await listServicesWithoutAccount(tx) : []
  const counts = { checked: 0, pending: 0, unprovable: 0, erased: 0 }
  return { ...scope, faults, seals, due: new Set(keys), erasedServices: new Set(erasedServices), counts }
}

async function listServicesWithoutAccount(db: Queryable): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`select distinct r.service_id as id from service_revision r
where not exists (select from account a where a.id = r.owner_id) and not exists (select from service v where v.id = r.service_id)`)
  return rows.map(({ id }) => id)
}

const toKey = (service_id: number, start: number): string => `${service_id} ${start}`

async function verifyServices(tx: Transaction, state: SpanVerification, services: readonly number[]): Promise<void> {
  const scope = { services, window: state.span }
  const records = state.archive
    ? await readArchived(state.archive, scope)
    : await readStoredRecords(tx, state.table, scope)
  const amended = state.due.size > 0 ? await loadAmendedTimes(tx, scope) : new Map()
  for (const service_id of services) {
    const recordsByWindow = Map.groupBy(records.get(service_id) ?? [], ({ time }) => findSealWindow(time).from)
    for (const start of listWindows(state.span))
      verifyWindow(state, { service_id, start, records: recordsByWindow.get(start) ?? [], amended })
  }
}

async function readArchived(archive: RecordArchive, scope: SealScope): Promise<Map<number, StoredRecord[]>> {
  const found = await archive.readRecords(scope)
  return new Map(
    [...found].map(([service, serviceRecords]) => [
      service,
      serviceRecords.map(({ time, record }) => toStoredRecord(time, record)),
    ]),
  )
}

interface WindowRecords {
  readonly service_id: number
  readonly start: number
  readonly records: readonly StoredRecord[]
  readonly amended: AmendedTimes
}

const emptySeal = { count: 0, digest: Buffer.alloc(0), leaves: Buffer.alloc(0) }

function verifyWindow(state: SpanVerification, { service_id, start, records, amended }: WindowRecords): void {
  const seals = state.seals.get(start)
  if (!seals) {
    state.counts.unprovable += records.length
    return
  }
  const seal = seals.get(service_id)
  if (!seal && records.length === 0) return
  // Erasure deletes all details of a service. If some are left, the others count as missing.
  if (seal && records.length === 0 && state.erasedServices.has(service_id)) {
    state.counts.erased += seal.sealed.count
    return
  }
  const isDue = state.due.has(toKey(service_id, start))
  const differences = compareWithSeal(seal?.sealed ?? emptySeal, records)
  const faults = isDue
    ? seal
      ? findUnexplained(state.table, seal, { records, amended: amended.get(service_id) })
      : []
    : differences
  state.counts.checked += records.length
  if (isDue && faults.length === 0) state.counts.pending += differences.length
  const common = {
    table: state.archive ? ('history' as const) : state.table.table,
    service_id,
    window_start: new Date(start),
  }
  for (const fault of faults) state.faults.add(toFault(common, fault))
}

function toFault(
  common: Pick<RecordFault, 'table' | 'service_id' | 'window_start'>,
  difference: SealDifference,
): RecordFault {
  const date = (time: number | null) => (time === null ? null : new Date(time))
  if (difference.fault === 'missing')
    return { ...common, fault: 'missing', after: date(difference.after), before: date(difference.before) }
  return difference.fault === 'unfound'
    ? { ...common, fault: 'unfound' }
    : { ...common, fault: difference.fault, time: new Date(difference.time) }
}

/** Reports records of services that are in no seal of the span. */
async function verifyUnsealedServices(
  tx: Transaction,
  state: SpanVerification,
  known: readonly number[],
): Promise<void> {
  const { table, span, faults, counts, due, seals } = state
  const rows = await tx.query(sql<{
    service_id: number
    time: Date
  }>`select service_id, time from ${sql.table(table.table)}
where time >= ${new Date(span.from)} and time < ${new Date(span.to)} and not (service_id = any(${known}::bigint[]))
order by service_id, time limit ${maxUnsealedRecords}`)
  for (const { service_id, time } of rows) {
    const { from: start } = findSealWindow(time.getTime())
    if (!seals.has(start)) counts.unprovable += 1
    else if (due.has(toKey(service_id, start))) counts.pending += 1
    else faults.add({ table: table.table, fault: 'added', service_id, time, window_start: new Date(start) })
  }
}
