import { sealedTables } from '../seal/records.ts'
import type { RecordArchive } from './record-archive.ts'
import { findAccountServices, findSealedRange } from './records.ts'
import { verifySpan } from './span.ts'
import { splitDay, splitDays } from './spans.ts'
import type { RecordCounts, Verification } from './verification.ts'

/** Compares the analyses of an archive day by day with the same seals as those of the database. */
export async function verifyArchive(
  verification: Verification,
  archive: RecordArchive,
  brokenWindows: ReadonlySet<number>,
): Promise<RecordCounts> {
  const { database, options } = verification
  const counts = { checked: 0, unsealed: 0, pending: 0, expiredDays: 0, unprovable: 0, erased: 0 }
  const table = sealedTables.find(({ kind }) => kind === 'analyses')
  const sealed = await findSealedRange(verification)
  if (!table || !sealed) return counts
  const services = await findAccountServices(verification)
  const range = {
    from: Math.max(sealed.from, archive.range.from),
    to: Math.min(sealed.to, archive.range.to),
  }
  for (const day of splitDays(range))
    for (const span of await splitDay(database, day)) {
      options.signal?.throwIfAborted()
      const found = await verifySpan(verification, { table, span, services, brokenWindows, presentCount: 0, archive })
      counts.checked += found.checked
      counts.pending += found.pending
      counts.unprovable += found.unprovable
      options.onProgress?.({ stage: 'history', count: counts.checked, at: new Date(span.to) })
    }
  return counts
}
