import type { Transaction } from '@wachta/database'
import { readSealedFiles, type SealedFiles, writeSealedFiles } from '@wachta/proof'
import { appendLink } from './append.ts'
import { MalformedSeal } from './content.ts'

/** Adds a link that seals a report, and returns its number. */
export const appendReport = (tx: Transaction, report: SealedFiles, time: Date): Promise<number> =>
  appendLink(tx, { kind: 'report', window_start: null, content: writeSealedFiles(report), time })

export function readSealedReport(content: Buffer): SealedFiles {
  const sealed = readSealedFiles(content)
  if (sealed === undefined) throw new MalformedSeal('no report')
  return sealed
}
