import type { Queryable } from '@wachta/database'
import { dayMs } from '@wachta/domain'
import type { History } from './history.ts'
import { readFillProgress } from './progress.ts'
import { toSealedRecord } from './sealed-record.ts'

interface Window {
  readonly from: number
  readonly to: number
}

/**
 * Returns the history in the form that the verification of seals reads: the days that were copied, and are not old
 * enough to be deleted. Undefined if nothing was copied yet.
 */
export async function openArchive(
  { db, history }: { readonly db: Queryable; readonly history: History },
  { now, retentionDays }: { readonly now: Date; readonly retentionDays: number },
) {
  const progress = await readFillProgress(db)
  if (!progress) return undefined
  const oldest = (Math.floor(now.getTime() / dayMs) - retentionDays + 1) * dayMs
  return {
    range: { from: Math.max(progress.first, oldest), to: progress.day },
    async readRecords({ services, window }: { readonly services: readonly number[]; readonly window: Window }) {
      const analyses = await history.readAnalyses({ services, start: window.from, end: window.to })
      const records = analyses.map((one) => ({ ...one, record: toSealedRecord(one) }))
      return Map.groupBy(records, ({ service_id }) => service_id)
    },
    listServices: ({ from, to }: Window) => history.listServices({ start: from, end: to }),
  }
}
