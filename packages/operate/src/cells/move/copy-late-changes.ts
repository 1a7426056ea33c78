import { dayMs, minuteMs } from '@wachta/domain'
import { sql } from 'kysely'
import { copyArtifacts } from './copy-artifacts.ts'
import { copyHistory, toDayStart } from './copy-history.ts'
import type { MoveContext } from './move-context.ts'

/** Clocks differ, and a change becomes visible only a moment after the time that is stored with it. */
const marginMs = minuteMs
/** Evidence can arrive up to two days after its check. */
const evidenceMs = 2 * dayMs

/**
 * Copies what the source recorded between the second copy and the departure: late results amend analyses, and the
 * evidence of a check arrives after its result. From the departure on, nothing changes any more.
 */
export async function copyLateChanges(context: MoveContext, secondCopy: Date): Promise<void> {
  const { source, tree } = context
  const since = new Date(secondCopy.getTime() - marginMs)
  const oldestEvidence = new Date(since.getTime() - evidenceMs)
  const rows = await source.database.query(sql<{
    service_id: number
    first: Date
  }>`select service_id, min(time) as first from (
  select service_id, time from analysis_amendment where service_id = any(${tree.services}::bigint[]) and amended_at > ${since}
  union all select service_id, time from artifact where service_id = any(${tree.services}::bigint[])
    and time > ${oldestEvidence} and stored_at > ${since}) c group by 1`)
  if (rows.length === 0) return
  const changed = { ...context, tree: { ...tree, services: rows.map(({ service_id }) => service_id) } }
  const firstDay = new Date(Math.min(...rows.map(({ first }) => toDayStart(first))))
  await copyArtifacts(changed, firstDay)
  await copyHistory(changed, firstDay)
}
