import { hash, randomUUID } from 'node:crypto'
import type { Database, Transaction } from '@wachta/database'
import { dayMs, lateResultsMs } from '@wachta/domain'
import { sql } from 'kysely'
import { listExpectedSensors } from './clickhouse/rows.ts'
import type { AnalysisKey, FullAnalysis, HistoryPage, HistoryStore } from './history.ts'
import { selectRecorded } from './load-analyses.ts'
import { type FillProgress, findFirstProgress, readFillProgress, saveFillProgress } from './progress.ts'

/**
 * A day is copied this long after it ended. Results are accepted for a day, so the analyses of the copied day are not
 * amended any more; another day is the margin.
 */
export const settledAfterMs = 2 * lateResultsMs
/** Analyses in one insert. */
const pageSize = 5_000

/** The content of the history differs from the analyses that were written to it. */
export class HistoryMismatchError extends Error {
  override readonly name = 'HistoryMismatchError'
}

/**
 * Copies the next page of analyses to the history, and moves the watermark once the page reads back equal. Returns
 * false if nothing is due or another process is copying. It can be repeated at any time: existing rows are not written
 * again.
 */
export async function fillNext(
  database: Pick<Database, 'transaction'>,
  history: HistoryStore,
  now: Date,
): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await takeFillLock(tx))) return false
    const progress = (await readFillProgress(tx)) ?? (await findFirstProgress(tx, now))
    const { first, day, after } = progress
    if (day + dayMs + settledAfterMs > now.getTime()) return false
    const analyses = await readPage(tx, progress)
    const last = analyses.length < pageSize ? undefined : analyses.at(-1)
    const through = last ? { service_id: last.service_id, time: last.time } : null
    await copyPage(history, { day, after, through }, analyses)
    await saveFillProgress(tx, {
      first,
      ...(through ? { day, after: through } : { day: day + dayMs, after: keyBeforeAll }),
    })
    return true
  })
}

export const keyBeforeAll: AnalysisKey = { service_id: 0, time: 0 }

/** Takes the lock that lets only one process copy at a time, until the transaction ends. */
async function takeFillLock(tx: Transaction): Promise<boolean> {
  const [lockRow] = await tx.query(
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('wachta history')) as locked`,
  )
  return lockRow?.locked === true
}

async function readPage(tx: Transaction, { day, after }: FillProgress): Promise<FullAnalysis[]> {
  type Row = Omit<FullAnalysis, 'time'> & { readonly time: Date }
  const rows = await tx.query(sql<Row>`${selectRecorded}
where a.time >= ${new Date(day)} and a.time < ${new Date(day + dayMs)}
  and (a.service_id, a.time) > (${after.service_id}::bigint, ${new Date(after.time)}::timestamptz)
order by a.service_id, a.time limit ${pageSize}`)
  return rows.map((row) => ({ ...row, time: row.time.getTime() }))
}

/** Makes the page of the history equal to the analyses. */
async function copyPage(history: HistoryStore, page: HistoryPage, analyses: readonly FullAnalysis[]): Promise<void> {
  const digest = digestAnalyses(analyses)
  const isCopied = async () => digestAnalyses(await history.readPage(page)) === digest
  const stored = await history.countPage(page)
  if (stored === 0 && analyses.length === 0) return
  if (stored > 0 && (await isCopied())) return
  // The token contains the exact range and content, so that other content is never taken for an earlier insert.
  const token = [page.day, formatKey(page.after), page.through ? formatKey(page.through) : 'end', digest].join(' ')
  if (stored === 0) {
    await history.addAnalyses(analyses, token)
    if (await isCopied()) return
  }
  // The history holds other rows: a part of an insert, or of a record that a restored backup replaced.
  await history.removePage(page)
  // A new token: ClickHouse would remember that of removed rows, and insert nothing.
  await history.addAnalyses(analyses, `${token} ${randomUUID()}`)
  if (await isCopied()) return
  throw new HistoryMismatchError(`the history does not hold what was written to it: ${token}`)
}

const formatKey = ({ service_id, time }: AnalysisKey): string => `${service_id}:${time}`

function digestAnalyses(analyses: readonly FullAnalysis[]): string {
  const lines = analyses.map((analysis) => {
    const { checks, sensor_ids: _, ...figures } = analysis
    const { service_id, time, revision, error_tolerance, failure, kind } = figures
    const counts = [figures.ok_checks_count, figures.error_checks_count, figures.unknown_checks_count]
    const packed = Buffer.from(checks).toString('base64')
    return JSON.stringify([
      ...[service_id, time, revision, error_tolerance, failure, kind],
      ...[counts, packed, listExpectedSensors(analysis)],
    ])
  })
  return hash('sha256', lines.join('\n'), 'hex')
}
