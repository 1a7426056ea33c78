import { setTimeout as wait } from 'node:timers/promises'
import { type Database, listPartitionDays, type Queryable, type Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { appendLink, loadSealedTo, takeSealLock } from './append.ts'
import { type SealedService, writeServices } from './content.ts'
import { computeSeal } from './digest.ts'
import { findSealsInForce, type SealInForce } from './in-force.ts'
import type { SealLink } from './link.ts'
import { readStoredRecords, type SealedTable, sealedTables } from './records.ts'
import { dayLengthMs, toPartitionDay, windowLengthMs } from './window.ts'

/** Services whose record was copied from the database of another cell. */
export interface CarriedRecord {
  readonly source: Database
  readonly destination: Database
  readonly services: readonly number[]
}

/**
 * Adds the seals of records that came from another cell to the chain of this cell, with the same content as in the
 * other cell's chain: a record that was changed on the way or before differs from its seal here too. Records that were
 * not sealed there yet are sealed as they arrived. Windows that this cell has not sealed yet are left to its reporter.
 * Can be repeated. Returns the number of links.
 */
export async function carrySeals(carried: CarriedRecord): Promise<number> {
  const sealedTo = await findSealedTo(carried)
  if (sealedTo === undefined) return 0
  let links = 0
  for (const day of await listRecordDays(carried.destination)) {
    if (day < sealedTo) links += await carryDay(carried, day, Math.min(day + dayLengthMs, sealedTo))
  }
  return links
}

/**
 * Returns the time up to which seals are carried. A cell that has no seals and no analyses of its own yet takes over
 * the time up to which the other cell has sealed.
 */
async function findSealedTo({ source, destination, services }: CarriedRecord): Promise<number | undefined> {
  const sealedTo = await loadSealedTo(destination, windowLengthMs)
  if (sealedTo !== undefined) return sealedTo
  const ownAnalyses = await destination.query(
    sql`select from analysis where service_id <> all(${services}::bigint[]) limit 1`,
  )
  return ownAnalyses.length > 0 ? undefined : loadSealedTo(source, windowLengthMs)
}

async function listRecordDays(db: Database): Promise<number[]> {
  const days = await Promise.all(sealedTables.map(({ table }) => listPartitionDays(db, table)))
  return [...new Set(days.flat().map((day) => day.getTime()))].toSorted((one, other) => one - other)
}

const lockRetryMs = 200

async function carryDay(carried: CarriedRecord, from: number, to: number): Promise<number> {
  const sourceLinks = await readDayLinks(carried.source, from, to)
  for (;;) {
    const links = await carried.destination.transaction(async (tx) => {
      if (!(await takeSealLock(tx))) return undefined
      const destinationLinks = await readDayLinks(tx, from, to)
      let added = 0
      for (const table of sealedTables) {
        if (!(await hasPartition(tx, table, from))) continue
        for (let start = from; start < to; start += windowLengthMs)
          added += await carryWindow(tx, {
            ...carried,
            table,
            start,
            sourceLinks: sourceLinks.get(start) ?? [],
            destinationLinks: destinationLinks.get(start) ?? [],
          })
      }
      return added
    })
    if (links !== undefined) return links
    await wait(lockRetryMs)
  }
}

async function readDayLinks(db: Pick<Database, 'query'>, from: number, to: number): Promise<Map<number, SealLink[]>> {
  const links = await db.query(sql<SealLink>`select * from seal
where window_start >= ${new Date(from)} and window_start < ${new Date(to)} order by number`)
  return Map.groupBy(links, ({ window_start }) => window_start?.getTime() ?? 0)
}

/**
 * Whether the table still has its records of a day: details are dropped earlier than analyses. The seals of dropped
 * details stay in the cell that made them.
 */
async function hasPartition(db: Queryable, { table }: SealedTable, day: number): Promise<boolean> {
  const [found] = await db.query(
    sql<{ found: boolean }>`select to_regclass(${`${table}_${toPartitionDay(day)}`}) is not null as found`,
  )
  return found?.found === true
}

interface CarriedWindow extends Pick<CarriedRecord, 'services'> {
  readonly table: SealedTable
  readonly start: number
  /** The links of the other cell. */
  readonly sourceLinks: readonly SealLink[]
  /** The links of this cell. */
  readonly destinationLinks: readonly SealLink[]
}

async function carryWindow(
  tx: Transaction,
  { table, start, sourceLinks, destinationLinks, services }: CarriedWindow,
): Promise<number> {
  const [sourceSeals, destinationSeals] = [
    findSealsInForce(sourceLinks, table.kind),
    findSealsInForce(destinationLinks, table.kind),
  ]
  const window = { from: start, to: start + windowLengthMs }
  const unsealed = services.filter((service) => !sourceSeals.has(service) && !destinationSeals.has(service))
  const records = unsealed.length === 0 ? new Map() : await readStoredRecords(tx, table, { services: unsealed, window })
  const sealed = [...services]
    .sort((one, other) => one - other)
    .flatMap((service): SealedService[] => {
      const serviceRecords = records.get(service)
      const seal = sourceSeals.get(service)?.sealed ?? (serviceRecords && computeSeal(service, serviceRecords))
      return seal === undefined || isInForce(destinationSeals.get(service), seal)
        ? []
        : [{ ...seal, replaces: destinationSeals.get(service)?.link.number ?? 0 }]
    })
  if (sealed.length === 0) return 0
  const content = writeServices(sealed, { isAmended: true })
  await appendLink(tx, { kind: table.kind, window_start: new Date(start), content, time: new Date() })
  return 1
}

const isInForce = (inForce: SealInForce | undefined, { count, digest }: SealedService): boolean =>
  inForce !== undefined && inForce.sealed.count === count && inForce.sealed.digest.equals(digest)

/**
 * Seals the reports of some accounts in the chain of this cell, with the content of their links in the other cell's
 * chain: proof files are made from the chain of the cell that serves the report.
 */
export async function carryReportSeals(
  tx: Transaction,
  source: Pick<Database, 'query'>,
  accounts: readonly number[],
): Promise<void> {
  const reports = await tx.query(sql<{ id: number; seal_number: number }>`select id, seal_number from report
where owner_id = any(${accounts}::bigint[]) and seal_number is not null order by id`)
  const numbers = reports.map(({ seal_number }) => seal_number)
  const links = await source.query(sql<Pick<SealLink, 'number' | 'content'>>`select number, content from seal
where kind = 'report' and number = any(${numbers}::bigint[])`)
  const contents = new Map(links.map(({ number, content }) => [number, content]))
  for (const { id, seal_number } of reports) {
    const content = contents.get(seal_number)
    if (content === undefined) continue
    const number = await appendLink(tx, { kind: 'report', window_start: null, content, time: new Date() })
    await tx.query(sql`update report set seal_number = ${number} where id = ${id}`)
  }
}
