import type { Database } from '@wachta/database'
import { loadSealedTo } from '../seal/append.ts'
import { sealedTables } from '../seal/records.ts'
import { windowLengthMs } from '../seal/window.ts'
import { verifyArchive } from './archive.ts'
import { verifyAudit } from './audit.ts'
import { verifyChain } from './chain.ts'
import { verifyCorrections } from './corrections.ts'
import { FaultList } from './fault.ts'
import { verifyRecords } from './records.ts'
import type { RecordCounts, Verification, VerifyOptions, VerifyResult } from './verification.ts'

const noRecords: RecordCounts = { checked: 0, unsealed: 0, pending: 0, expiredDays: 0, unprovable: 0, erased: 0 }

/**
 * Verifies the whole record: the hash chain, analyses and check details against their seals, the chains of the audit
 * log, and corrections against the audit log. It continues after a fault, and can run while the installation is
 * running.
 */
export async function verifyRecord(database: Database, options: VerifyOptions = {}): Promise<VerifyResult> {
  const faults = new FaultList()
  const verification: Verification = { database, options, faults }
  const { brokenWindows, ...chain } = await verifyChain(verification)
  const counts: Partial<Record<'analyses' | 'details', RecordCounts>> = {}
  for (const table of sealedTables) counts[table.kind] = await verifyRecords(verification, table, brokenWindows)
  const history = options.archive ? await verifyArchive(verification, options.archive, brokenWindows) : null
  const audit = await verifyAudit(verification)
  const corrections = await verifyCorrections(verification)
  const end = await loadSealedTo(database, windowLengthMs)
  return {
    ...chain,
    sealedTo: end === undefined ? null : new Date(end),
    analyses: counts.analyses ?? noRecords,
    details: counts.details ?? noRecords,
    history,
    audit,
    corrections,
    faults: faults.listed,
    faultCount: faults.count,
  }
}
