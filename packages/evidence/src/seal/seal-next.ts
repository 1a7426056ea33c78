import type { Database, Queryable, Transaction } from '@wachta/database'
import { appendLink, loadSealedTo, takeSealLock } from './append.ts'
import { sealAudit } from './audit-ends.ts'
import { writeServices } from './content.ts'
import { computeSeal } from './digest.ts'
import { findFirstAnalysisTime, listServiceIds, readStoredRecords, sealedTables } from './records.ts'
import { markAmended } from './seal-amended.ts'
import { findSealWindow, type SealWindow, windowLengthMs } from './window.ts'

/**
 * Windows are sealed this long after they end. An analysis that is written later marks its window to be sealed again.
 */
const sealDelayMs = 120_000
/** A service that was deleted longer than this before a window has no records in it. */
const deletedServiceMarginMs = 3_600_000
/** The maximum number of services in memory and in one link. */
const servicesPerLink = 1000

/** Seals the next ended window in one transaction; returns false if there is none or another process is sealing. */
export async function sealNext(database: Pick<Database, 'transaction'>, now: Date): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await takeSealLock(tx))) return false
    const from =
      (await loadSealedTo(tx, windowLengthMs)) ??
      findSealWindow((await findFirstAnalysisTime(tx)) ?? now.getTime()).from
    const window = { from, to: from + windowLengthMs }
    if (window.to > now.getTime() - sealDelayMs) return false
    await markAmended(tx, from)
    await sealWindow(tx, window, now)
    await sealAudit(tx, new Date(now.getTime() - sealDelayMs), now)
    return true
  })
}

/** Adds the links of a window. A window without records gets an empty link, which marks it as sealed. */
async function sealWindow(tx: Transaction, window: SealWindow, now: Date): Promise<void> {
  const window_start = new Date(window.from)
  let links = 0
  for await (const services of listServicePages(tx, window))
    for (const table of sealedTables) {
      const records = await readStoredRecords(tx, table, { services, window })
      if (records.size === 0) continue
      const sealed = [...records].map(([service_id, serviceRecords]) => computeSeal(service_id, serviceRecords))
      const content = writeServices(sealed, { isAmended: false })
      await appendLink(tx, { kind: table.kind, window_start, content, time: now })
      links += 1
    }
  if (links === 0) {
    const content = writeServices([], { isAmended: false })
    await appendLink(tx, { kind: 'analyses', window_start, content, time: now })
  }
}

async function* listServicePages(db: Queryable, { from }: SealWindow): AsyncGenerator<number[]> {
  const deletedAfter = from - deletedServiceMarginMs
  let lastId = 0
  for (;;) {
    const services = await listServiceIds(db, { lastId, limit: servicesPerLink, deletedAfter })
    if (services.length === 0) return
    yield services
    lastId = services.at(-1) ?? lastId
  }
}
