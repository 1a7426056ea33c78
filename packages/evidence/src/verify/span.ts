import type { Queryable, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { type AmendedTimes, amendedTimes, findUnexplained } from '../seal/amended.ts'
import { compare, type SealDifference } from '../seal/compare.ts'
import type { StoredRecord } from '../seal/digest.ts'
import { type InForce, inForce } from '../seal/in-force.ts'
import type { SealLink } from '../seal/link.ts'
import { readStoredRecords, type SealedTable } from '../seal/records.ts'
import { type SealWindow, sealWindowAt } from '../seal/window.ts'
import type { RecordFault } from './fault.ts'
import { atOneMoment } from './moment.ts'
import { windowsIn } from './spans.ts'
import type { Verification } from './verification.ts'

const servicesAtOnce = 1000
/** Records that stand in no seal are named one by one, up to so many in a span. */
const maxStrangers = 1000

interface Span {
  readonly table: SealedTable
  readonly span: SealWindow
  /** Of these services alone. */
  readonly services: readonly number[] | undefined
  readonly brokenWindows: ReadonlySet<number>
  /** How many records there are in it, whoever they are of. */
  readonly present: number
}

export interface SpanCounts {
  readonly checked: number
  readonly pending: number
  readonly unprovable: number
  readonly erased: number
}

/** Holds what was recorded in some windows against its seals, all as it stands at one moment. */
export async function verifySpan(verification: Verification, of: Span): Promise<SpanCounts> {
  return atOneMoment(verification.database, async (tx) => {
    const look = await openLook(tx, verification, of)
    const known = new Set([...look.seals.values()].flatMap((seals) => [...seals.keys()]))
    const wanted = of.services ?? [...known].sort((one, other) => one - other)
    for (let first = 0; first < wanted.length; first += servicesAtOnce)
      await verifyServices(tx, look, wanted.slice(first, first + servicesAtOnce))
    // Looking for what stands in no seal means reading the whole day, so it is done where the count says that there is some.
    const isMore = of.present > look.counts.checked + look.counts.unprovable
    if (!of.services && isMore) await verifyStrangers(tx, look, [...known])
    return look.counts
  })
}

interface Look extends Span {
  readonly faults: Verification['faults']
  /** What holds in each window. */
  readonly seals: ReadonlyMap<number, ReadonlyMap<number, InForce>>
  /** Services and windows that changed in a way that somebody will seal. */
  readonly due: ReadonlySet<string>
  /** Services whose account is gone: words about their checks were erased with it. */
  readonly gone: ReadonlySet<number>
  readonly counts: { checked: number; pending: number; unprovable: number; erased: number }
}

async function openLook(tx: Transaction, { faults }: Verification, of: Span): Promise<Look> {
  const [from, to] = [new Date(of.span.from), new Date(of.span.to)]
  const links =
    await tx.query(sql<SealLink>`select number, time, kind, window_start, content, previous_hash, hash from seal
where window_start >= ${from} and window_start < ${to} and kind = ${of.table.kind} order by number`)
  const byWindow = Map.groupBy(links, ({ window_start }) => window_start?.getTime() ?? 0)
  const whole = windowsIn(of.span).filter((start) => !of.brokenWindows.has(start))
  const seals = new Map(whole.map((start) => [start, inForce(byWindow.get(start) ?? [], of.table.kind)]))
  // What was amended after the last link is due even where a reporter of an older version has not said so.
  const due = await tx.query(sql<{
    service_id: number
    start: Date
  }>`select service_id, window_start as start from seal_due
where window_start >= ${from} and window_start < ${to}
union select service_id, start from rollup_due where start >= ${from} and start < ${to}
union select service_id, time from analysis_amendment where time >= ${from} and time < ${to}
  and amended_at > (select time from seal order by number desc limit 1)`)
  const keys = due.map(({ service_id, start }) => keyOf(service_id, sealWindowAt(start.getTime()).from))
  const gone = of.table.kind === 'details' ? await servicesOfNobody(tx) : []
  const counts = { checked: 0, pending: 0, unprovable: 0, erased: 0 }
  return { ...of, faults, seals, due: new Set(keys), gone: new Set(gone), counts }
}

async function servicesOfNobody(db: Queryable): Promise<number[]> {
  const rows = await db.query(sql<{ id: number }>`select distinct r.service_id as id from service_revision r
where not exists (select from account a where a.id = r.owner_id) and not exists (select from service v where v.id = r.service_id)`)
  return rows.map(({ id }) => id)
}

const keyOf = (service_id: number, start: number): string => `${service_id} ${start}`

async function verifyServices(tx: Transaction, look: Look, services: readonly number[]): Promise<void> {
  const scope = { services, window: look.span }
  const records = await readStoredRecords(tx, look.table, scope)
  const amended = look.due.size > 0 ? await amendedTimes(tx, scope) : new Map()
  for (const service_id of services) {
    const own = Map.groupBy(records.get(service_id) ?? [], ({ time }) => sealWindowAt(time).from)
    for (const start of windowsIn(look.span))
      verifyWindow(look, { service_id, start, records: own.get(start) ?? [], amended })
  }
}

interface Recorded {
  readonly service_id: number
  readonly start: number
  readonly records: readonly StoredRecord[]
  readonly amended: AmendedTimes
}

const nothing = { count: 0, digest: Buffer.alloc(0), leaves: Buffer.alloc(0) }

function verifyWindow(look: Look, { service_id, start, records, amended }: Recorded): void {
  const seals = look.seals.get(start)
  if (!seals) {
    look.counts.unprovable += records.length
    return
  }
  const held = seals.get(service_id)
  if (!held && records.length === 0) return
  // Erasing takes all of them. Where some are left, those that lack are missing.
  if (held && records.length === 0 && look.gone.has(service_id)) {
    look.counts.erased += held.sealed.count
    return
  }
  const isDue = look.due.has(keyOf(service_id, start))
  const differences = compare(held?.sealed ?? nothing, records)
  const faults = isDue
    ? held
      ? findUnexplained(look.table, held, { records, amended: amended.get(service_id) })
      : []
    : differences
  look.counts.checked += records.length
  if (isDue && faults.length === 0) look.counts.pending += differences.length
  const about = { table: look.table.table, service_id, window_start: new Date(start) }
  for (const fault of faults) look.faults.add(toFault(about, fault))
}

function toFault(
  about: Pick<RecordFault, 'table' | 'service_id' | 'window_start'>,
  difference: SealDifference,
): RecordFault {
  const date = (time: number | null) => (time === null ? null : new Date(time))
  if (difference.fault === 'missing')
    return { ...about, fault: 'missing', after: date(difference.after), before: date(difference.before) }
  return difference.fault === 'unfound'
    ? { ...about, fault: 'unfound' }
    : { ...about, fault: difference.fault, time: new Date(difference.time) }
}

/** Records of services that no seal of the span names at all. */
async function verifyStrangers(tx: Transaction, look: Look, known: readonly number[]): Promise<void> {
  const { table, span, faults, counts, due, seals } = look
  const rows = await tx.query(sql<{
    service_id: number
    time: Date
  }>`select service_id, time from ${sql.table(table.table)}
where time >= ${new Date(span.from)} and time < ${new Date(span.to)} and not (service_id = any(${known}::bigint[]))
order by service_id, time limit ${maxStrangers}`)
  for (const { service_id, time } of rows) {
    const { from: start } = sealWindowAt(time.getTime())
    if (!seals.has(start)) counts.unprovable += 1
    else if (due.has(keyOf(service_id, start))) counts.pending += 1
    else faults.add({ table: table.table, fault: 'added', service_id, time, window_start: new Date(start) })
  }
}
