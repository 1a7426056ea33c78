import type { Database } from '@wachta/database'
import { sealedTo } from '../seal/append.ts'
import { sealedTables } from '../seal/records.ts'
import { windowLength } from '../seal/window.ts'
import { verifyAudit } from './audit.ts'
import { verifyChain } from './chain.ts'
import { verifyCorrections } from './corrections.ts'
import { FaultList } from './fault.ts'
import { verifyRecords } from './records.ts'
import type { RecordCounts, Verification, VerifyOptions, VerifyResult } from './verification.ts'

const none: RecordCounts = { checked: 0, unsealed: 0, pending: 0, expiredDays: 0, unprovable: 0, erased: 0 }

/**
 * Looks whether the record is what was recorded: the chain of seals, what was seen against it, the chains of the audit, and
 * corrections against the audit. It goes on after the first fault, and may run while the installation works.
 */
export async function verifyRecord(database: Database, options: VerifyOptions = {}): Promise<VerifyResult> {
  const faults = new FaultList()
  const verification: Verification = { database, options, faults }
  const { brokenWindows, ...chain } = await verifyChain(verification)
  const counts: Partial<Record<'analyses' | 'details', RecordCounts>> = {}
  for (const table of sealedTables) counts[table.kind] = await verifyRecords(verification, table, brokenWindows)
  const audit = await verifyAudit(verification)
  const corrections = await verifyCorrections(verification)
  const end = await sealedTo(database, windowLength)
  return {
    ...chain,
    sealedTo: end === undefined ? null : new Date(end),
    analyses: counts.analyses ?? none,
    details: counts.details ?? none,
    audit,
    corrections,
    faults: faults.named,
    faultCount: faults.count,
  }
}
