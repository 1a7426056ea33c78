import type { openDatabase } from '@wachta/database'
import { addRawJob, loadJobNames } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { garbageJson } from './values.ts'

/** Adds a job with every payload for every registered task. Returns how many. */
export async function plantJobs(db: ReturnType<typeof openDatabase>): Promise<number> {
  const names = await loadJobNames(db)
  if (names.length < 3) throw new Error(`the processes registered only ${names.length} tasks`)
  const payloads = [
    ...garbageJson,
    // The notifications with garbage in their rows, together with one that does not exist.
    JSON.stringify({ notifications: [...garbageJson.keys()].map((index) => 1_000_000 + index).concat(1) }),
  ]
  for (const name of names) for (const payload of payloads) await addRawJob(db, name, { json: payload })
  const rowJobs = await listJobsOfRows(db)
  for (const { name, payload } of rowJobs) await addRawJob(db, name, { json: payload })
  return names.length * payloads.length + rowJobs.length
}

interface RowJob {
  readonly name: string
  readonly payload: string
}

/** Returns the jobs that read the reports, previews and deliveries with garbage in their rows. */
const listJobsOfRows = (db: ReturnType<typeof openDatabase>): Promise<RowJob[]> =>
  db.query(sql<RowJob>`select 'report' as name, jsonb_build_object('report', id)::text as payload from report
union all select 'report_preview', jsonb_build_object('preview', id)::text from report_preview
union all select 'mail', jsonb_build_object('kind', 'report', 'accountId', owner_id, 'report', report_id, 'to', recipient)::text
from report_delivery`)
