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
import { sealReport } from './seal-report.ts'
import { type SignedFiles, signFiles } from './sign-files.ts'
import type { ReportSigner } from './signer.ts'

export interface ReportMaking {
  readonly database: Pick<Database, 'query' | 'transaction'>
  /** Undefined in an installation without one. */
  readonly history?: History | undefined
  readonly log: Pick<Log, 'info' | 'error'>
  readonly now: () => Date
  /** Undefined if the installation does not sign reports. */
  readonly signer?: ReportSigner | undefined
  /** Confirms when reports were signed. */
  readonly authority?: StampAuthority | undefined
  readonly processMetrics?: Pick<ProcessMetrics, 'countStamp'> | undefined
  /** Where the web app is that documents link to; without it, they have no links. */
  readonly publicUrl?: string
  /** For tests of what cannot be rendered. */
  readonly render?: typeof renderFiles
}

interface MadeReport {
  readonly summary: ReportSummary
  readonly files: readonly ReportFile[]
}

type FailureReason = 'no_services' | 'not_printable' | 'document_too_large' | 'too_many_changes'

/**
 * Creates the task that makes one report. It can be repeated at any time: figures are computed again, and the report is
 * completed in one transaction, once.
 */
export const createReportTask =
  (making: ReportMaking) =>
  async ({ report }: ReportPayload) => {
    const order = await begin(making, report)
    // Deleted meanwhile, or made by a worker that was taken for dead.
    if (!order) return
    const started = performance.now()
    try {
      const { summary, files } = await makeFiles(making, order)
      await complete(making, order, { summary, ...(await sign(making, order, files)) })
      making.log.info({ report, ms: Math.round(performance.now() - started) }, 'a report was made')
    } catch (error) {
      if (error instanceof NoServicesError) return fail(making, report, 'no_services')
      if (error instanceof TooManyChangesError) return fail(making, report, 'too_many_changes')
      if (error instanceof DocumentTooLargeError) return fail(making, report, 'document_too_large')
      // Shown at once, and tried again: a machine under load prints later.
      if (error instanceof NotPrintableError) await fail(making, report, 'not_printable')
      throw error
    }
  }

/** A report whose time-stamp authority is unavailable is tried again by the queue for this long, then completed without it. */
const stampPatienceMs = 20 * minuteMs

async function sign(
  { signer, authority, now, log, processMetrics }: ReportMaking,
  { id, started }: StartedOrder,
  files: readonly ReportFile[],
): Promise<SignedFiles> {
  const isLast = now().getTime() - started > stampPatienceMs
  try {
    const signed = await signFiles(files, { signer, authority, isLast, signedAt: now() })
    if (authority !== undefined && signer !== undefined) processMetrics?.countStamp('report', signed.timeStamp)
    if (signed.timeStamp === 'missing') log.error({ report: id }, 'a report was signed without a time stamp')
    return signed
  } catch (error) {
    if (error instanceof TimeStampError) processMetrics?.countStamp('report', 'failed')
    throw error
  }
}

interface StartedOrder extends ReportOrder {
  /** When it was first tried, in epoch milliseconds. */
  readonly started: number
}

async function begin({ database, now }: ReportMaking, id: number): Promise<StartedOrder | undefined> {
  const [order] =
    await database.query(sql<StartedOrder>`update report set status = 'in_progress', failure_reason = null, started_at = coalesce(started_at, ${now()})
where id = ${id} and (status in ('pending', 'in_progress') or failure_reason = 'not_printable')
returning id, owner_id, template_id, template, branding - 'inherited' as branding, (extract(epoch from start_time) * 1000)::float8 as "from", (extract(epoch from end_time) * 1000)::float8 as "to",
  (extract(epoch from started_at) * 1000)::float8 as started`)
  return order
}

/** All figures are of one instant: what is recorded meanwhile is not in the report. */
function makeFiles(
  { database, history, now, publicUrl, render = renderFiles }: ReportMaking,
  ordered: ReportOrder,
): Promise<MadeReport> {
  const order = publicUrl === undefined ? ordered : { ...ordered, public_url: publicUrl }
  return database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read read only`)
    const source = { db: tx, history }
    const document = await buildDocument(source, order, now())
    return { summary: summarizeReport(document), files: await render(source, order, document) }
  })
}

async function complete(
  { database, now }: ReportMaking,
  { id }: ReportOrder,
  { summary, files, fingerprint, timeStamp }: SignedFiles & Pick<MadeReport, 'summary'>,
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
 * A report that was made by plan goes to the recipients of its template, a test to the account itself. One that a
 * person ordered is not sent, because that person downloads it.
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

async function fail({ database, now }: ReportMaking, id: number, reason: FailureReason): Promise<void> {
  await database.query(sql`update report set status = 'failed', failure_reason = ${reason}, completed_at = ${now()}
where id = ${id} and status = 'in_progress'`)
}
