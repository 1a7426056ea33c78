import type { Transaction } from '@wachta/database'
import { appendReport } from '@wachta/evidence'
import type { ReportFile } from './render-files.ts'

interface SealedReport {
  readonly id: number
  readonly files: readonly ReportFile[]
  readonly time: Date
}

/** Adds a link with the digests of all files of a report to the chain of evidence, and returns its number. */
export const sealReport = (tx: Transaction, { id, files, time }: SealedReport): Promise<number> =>
  appendReport(tx, { report_id: id, files: files.map(({ type_id, sha256 }) => ({ type_id, sha256 })) }, time)
