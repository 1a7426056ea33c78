import type { Queryable } from '@wachta/database'
import { hasExhaustedJob, jobNames } from '@wachta/queue'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'

interface FailureContext {
  readonly database: Queryable
  readonly log: Pick<Log, 'error'>
  readonly now: Date
}

/**
 * Fails reports and previews whose jobs have used up their attempts: every attempt ended with an unforeseen error, or
 * with the process. Otherwise, they would stay in progress for ever.
 */
export async function failExhausted({ database, log, now }: FailureContext): Promise<void> {
  const reports = await database.query(sql<{ id: number }>`update report r
set status = 'failed', failure_reason = 'not_printable', completed_at = ${now}
where r.status in ('pending', 'in_progress') and ${hasExhaustedJob(jobNames.report, sql`r.id`)} returning r.id`)
  const previews = await database.query(sql<{ id: number }>`update report_preview r
set status = 'failed', failure_reason = 'not_printable'
where r.status in ('pending', 'in_progress') and ${hasExhaustedJob(jobNames.reportPreview, sql`r.id`)} returning r.id`)
  if (reports.length + previews.length === 0) return
  const ids = { reports: reports.map(({ id }) => id), previews: previews.map(({ id }) => id) }
  log.error(ids, 'reports failed in every attempt and are given up; run wachta doctor to see how to find the errors')
}
