import type { Database, Transaction } from '@wachta/database'
import { minuteMs } from '@wachta/domain'
import type { History } from '@wachta/history'
import { addJobs, jobNames, type ReportPayload } from '@wachta/queue'
import {
  buildDocument,
  NoServicesError,
  type ReportOrder,
  type ReportSummary,
  summarizeReport,
  TooManyChangesError,
} from '@wachta/report'
import type { Log } from '@wachta/runtime'
import { TimeStampError } from '@wachta/signature'
import { sql } from 'kysely'
import type { ProcessMetrics } from '../process-metrics.ts'
import type { StampAuthority } from '../time-stamps.ts'
import { NotPrintableError } from './print-document.ts'
import { type ReportFile, renderFiles } from './render-files.ts'
import { DocumentTooLargeError } from './renderers.ts'
import { runInSnapshot } from './run-in-snapshot.ts'
import { sealReport } from './seal-report.ts'
import { type SignedFiles, signFiles } from './sign-files.ts'
import type { ReportSigner } from './signer.ts'

export interface ReportTaskOptions {
  readonly database: Pick<Database, 'query' | 'transaction'>
  /** The history store; undefined if the installation has none. */
  readonly history?: History | undefined
  readonly log: Pick<Log, 'info' | 'error'>
  readonly now: () => Date
  /** Undefined if the installation does not sign reports. */
  readonly signer?: ReportSigner | undefined
  /** Confirms the time at which reports were signed. */
  readonly authority?: StampAuthority | undefined
  readonly processMetrics?: Pick<ProcessMetrics, 'countStamp'> | undefined
  /** The URL of the web app, for links in documents; without it, they have no links. */
  readonly publicUrl?: string
  /** Replaces the renderer in tests of documents that cannot be rendered. */
  readonly render?: typeof renderFiles
}

interface RenderedReport {
  readonly summary: ReportSummary
  readonly files: readonly ReportFile[]
}

type FailureReason = 'no_services' | 'not_printable' | 'document_too_large' | 'too_many_changes'

/**
 * Creates the task that makes one report. It can be repeated at any time: figures are computed again, and the report is
 * completed only once, in one transaction.
 */
export const createReportTask =
  (options: ReportTaskOptions) =>
  async ({ report }: ReportPayload) => {
    const order = await beginReport(options, report)
    // The report was deleted meanwhile, or completed by a worker that was considered dead.
    if (!order) return
    const started = performance.now()
    try {
      const { summary, files } = await makeFiles(options, order)
      await completeReport(options, order, { summary, ...(await signReport(options, order, files)) })
      options.log.info({ report, ms: Math.round(performance.now() - started) }, 'a report was made')
    } catch (error) {
      if (error instanceof NoServicesError) return failReport(options, report, 'no_services')
      if (error instanceof TooManyChangesError) return failReport(options, report, 'too_many_changes')
      if (error instanceof DocumentTooLargeError) return failReport(options, report, 'document_too_large')
      // The failure is shown at once, but the job is retried: printing may succeed when the machine has less load.
      if (error instanceof NotPrintableError) await failReport(options, report, 'not_printable')
      throw error
    }
  }

/**
 * While the time-stamp authority is unavailable, the queue retries a report for this long; then the report is completed
 * without a time stamp.
 */
const maxStampWaitMs = 20 * minuteMs

async function signReport(
  { signer, authority, now, log, processMetrics }: ReportTaskOptions,
  { id, started }: StartedOrder,
  files: readonly ReportFile[],
): Promise<SignedFiles> {
  const isStampOptional = now().getTime() - started > maxStampWaitMs
  try {
    const signed = await signFiles(files, { signer, authority, isStampOptional, signedAt: now() })
    if (authority !== undefined && signer !== undefined) processMetrics?.countStamp('report', signed.timeStamp)
    if (signed.timeStamp === 'missing') log.error({ report: id }, 'a report was signed without a time stamp')
    return signed
  } catch (error) {
    if (error instanceof TimeStampError) processMetrics?.countStamp('report', 'failed')
    throw error
  }
}

interface StartedOrder extends ReportOrder {
  /** The time of the first attempt, in epoch milliseconds. */
  readonly started: number
}

async function beginReport({ database, now }: ReportTaskOptions, id: number): Promise<StartedOrder | undefined> {
  const [order] =
    await database.query(sql<StartedOrder>`update report set status = 'in_progress', failure_reason = null, started_at = coalesce(started_at, ${now()})
where id = ${id} and (status in ('pending', 'in_progress') or failure_reason = 'not_printable')
returning id, owner_id, template_id, template, branding - 'inherited' as branding, (extract(epoch from start_time) * 1000)::float8 as "from", (extract(epoch from end_time) * 1000)::float8 as "to",
  (extract(epoch from started_at) * 1000)::float8 as started`)
  return order
}

/** Makes the files from a single snapshot: data recorded meanwhile is not in the report. */
function makeFiles(
  { database, history, now, publicUrl, render = renderFiles }: ReportTaskOptions,
  storedOrder: ReportOrder,
): Promise<RenderedReport> {
  const order = publicUrl === undefined ? storedOrder : { ...storedOrder, public_url: publicUrl }
  return runInSnapshot(database, async (tx) => {
    const source = { db: tx, history }
    const document = await buildDocument(source, order, now())
    return { summary: summarizeReport(document), files: await render(source, order, document) }
  })
}

async function completeReport(
  { database, now }: ReportTaskOptions,
  { id }: ReportOrder,
  { summary, files, fingerprint, timeStamp }: SignedFiles & Pick<RenderedReport, 'summary'>,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await isStillInProgress(tx, id))) return
    for (const { type_id, file_name, media_type, content, size, sha256, reason } of files)
      await tx.query(sql`insert into report_file (report_id, type_id, file_name, media_type, content, size, sha256, reason)
values (${id}, ${type_id}, ${file_name}, ${media_type}, ${content}, ${size}, ${sha256}, ${reason})`)
    await addDeliveries(tx, id)
    const seal = await sealReport(tx, { id, files, time: now() })
    await tx.query(
      sql`update report set status = 'completed', name = ${summary.report.title}, completed_at = ${now()}, summary = ${JSON.stringify(summary)}, seal_number = ${seal},
  signature_fingerprint = ${fingerprint}, time_stamp_status = ${timeStamp} where id = ${id}`,
    )
  })
}

/**
 * Adds the deliveries of a report. A scheduled report goes to the recipients of its template, a test to the account
 * itself. A report ordered by a person is not sent, because that person downloads it.
 */
async function addDeliveries(tx: Transaction, id: number): Promise<void> {
  const rows = await tx.query(sql<{ accountId: number; to: string }>`insert into report_delivery (report_id, recipient)
select r.id, d.recipient from report r join account a on a.id = r.owner_id, lateral (
  select jsonb_array_elements_text(r.template -> 'recipients') as recipient where r.reporting_plan_id is not null
  union select a.email_address where r.is_test) d
where r.id = ${id} on conflict do nothing returning owner_id as "accountId", recipient as "to"`)
  await addJobs(
    tx,
    rows.map((row) => ({ name: jobNames.mail, payload: { kind: 'report', report: id, ...row } })),
  )
}

async function isStillInProgress(tx: Transaction, id: number): Promise<boolean> {
  const rows = await tx.query(sql`select from report where id = ${id} and status = 'in_progress' for update`)
  return rows.length > 0
}

async function failReport({ database, now }: ReportTaskOptions, id: number, reason: FailureReason): Promise<void> {
  await database.query(sql`update report set status = 'failed', failure_reason = ${reason}, completed_at = ${now()}
where id = ${id} and status = 'in_progress'`)
}
