import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { readChecks, type StoredCheck } from './packed-checks.ts'
import { judge, type Verdict } from './verdict.ts'

/** An analysis as it is finally stored, with the verdict that follows from its checks. */
export interface StoredAnalysis {
  readonly service_id: number
  readonly slot: number
  readonly revision: number
  readonly error_tolerance: number
  readonly checks: readonly StoredCheck[]
  readonly verdict: Verdict
  /** The counts that the product has stored beside the checks. */
  readonly counts: { readonly ok: number; readonly error: number; readonly unknown: number; readonly failure: boolean }
}

interface Row {
  readonly service_id: number
  readonly slot: number
  readonly revision: number
  readonly error_tolerance: number
  readonly ok: number
  readonly error: number
  readonly unknown: number
  readonly failure: boolean
  readonly checks: Buffer
}

export async function readAnalyses(db: Database): Promise<StoredAnalysis[]> {
  const rows = await db.query(sql<Row>`select service_id, (extract(epoch from time) * 1000)::int8 as slot, revision,
  error_tolerance, ok_checks_count as ok, error_checks_count as error, unknown_checks_count as unknown, failure, checks
from analysis order by service_id, time`)
  return rows.map(({ ok, error, unknown, failure, ...row }) => {
    const checks = readChecks(row.checks)
    return { ...row, checks, verdict: judge(checks, row.error_tolerance), counts: { ok, error, unknown, failure } }
  })
}
