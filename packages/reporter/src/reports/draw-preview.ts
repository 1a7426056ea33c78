import type { DrawnReport } from '@wachta/paper'
import type { ReportPreviewPayload } from '@wachta/queue'
import { buildDocument, NoServicesError, type ReportOrder, TooManyChangesError } from '@wachta/report'
import { sql } from 'kysely'
import type { ReportTaskOptions } from './make-report.ts'
import { drawDocument, NotPrintableError } from './print-document.ts'
import { runInSnapshot } from './run-in-snapshot.ts'

/** A larger preview makes a browser slow; this is about sixty pages. */
const maxSvgLength = 10_000_000

/** Creates the task that draws the document of a template that is still being edited. It is neither sealed nor sent. */
export const createPreviewTask =
  ({ database, history, log, now }: ReportTaskOptions) =>
  async ({ preview }: ReportPreviewPayload) => {
    const [order] =
      await database.query(sql<ReportOrder>`update report_preview set status = 'in_progress' where id = ${preview} and status in ('pending', 'in_progress')
returning 0 as id, owner_id, 0 as template_id, template, effective_branding(owner_id) - 'inherited' as branding, (extract(epoch from start_time) * 1000)::float8 as "from", (extract(epoch from end_time) * 1000)::float8 as "to"`)
    // A newer preview has replaced this one meanwhile.
    if (!order) return
    const fail = (reason: 'no_services' | 'not_printable' | 'too_large' | 'too_many_changes') =>
      database.query(sql`update report_preview set status = 'failed', failure_reason = ${reason} where id = ${preview}`)
    try {
      const { svg, pages } = await drawPreview({ database, history, now }, order)
      if (svg.length > maxSvgLength) await fail('too_large')
      else
        await database.query(
          sql`update report_preview set status = 'completed', svg = ${svg}, pages = ${pages} where id = ${preview}`,
        )
    } catch (error) {
      if (error instanceof NoServicesError) await fail('no_services')
      else if (error instanceof TooManyChangesError) await fail('too_many_changes')
      else if (error instanceof NotPrintableError) {
        log.error({ preview, err: error }, 'could not create the preview of a report')
        await fail('not_printable')
      } else throw error
    }
  }

async function drawPreview(
  { database, history, now }: Pick<ReportTaskOptions, 'database' | 'history' | 'now'>,
  order: ReportOrder,
): Promise<DrawnReport> {
  return drawDocument(await runInSnapshot(database, (tx) => buildDocument({ db: tx, history }, order, now())))
}
