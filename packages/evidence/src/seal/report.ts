import type { Transaction } from '@wachta/database'
import { append } from './append.ts'
import { MalformedSeal } from './content.ts'

/** A report with the digests of its files, as a link seals it. */
export interface SealedReport {
  readonly report_id: number
  readonly files: readonly { readonly type_id: string; readonly sha256: Buffer }[]
}

/** Adds a link that seals a report, and returns its number. */
export const appendReport = (tx: Transaction, report: SealedReport, time: Date): Promise<number> =>
  append(tx, { kind: 'report', window_start: null, content: writeSealedReport(report), time })

/** JSON, so that anyone can read it without our code: what is sealed is few bytes and no secret. */
export function writeSealedReport({ report_id, files }: SealedReport): Buffer {
  const digests = files
    .toSorted((one, other) => (one.type_id < other.type_id ? -1 : 1))
    .map(({ type_id, sha256 }) => [type_id, sha256.toString('hex')])
  return Buffer.from(JSON.stringify({ report_id, files: Object.fromEntries(digests) }))
}

export function readSealedReport(content: Buffer): SealedReport {
  try {
    const { report_id, files } = JSON.parse(content.toString('utf8')) as { report_id: unknown; files: unknown }
    if (!Number.isSafeInteger(report_id) || typeof files !== 'object' || files === null)
      throw new MalformedSeal('no report')
    return {
      report_id: Number(report_id),
      files: Object.entries(files).map(([type_id, digest]) => ({
        type_id,
        sha256: Buffer.from(String(digest), 'hex'),
      })),
    }
  } catch (cause) {
    throw cause instanceof MalformedSeal ? cause : new MalformedSeal('it is not JSON')
  }
}
