import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { SealLink } from '../seal/link.ts'
import { readSealedReport } from '../seal/report.ts'
import type { Verification } from './verification.ts'

/** Verifies that the files of a report are those that were sealed. A deleted report has no files to verify. */
export async function verifyReport({ database, faults }: Verification, { number, content }: SealLink): Promise<void> {
  const { report_id, files } = readSealedReport(content)
  const stored = await database.query(sql<{
    type_id: string
    sha256: Buffer
    content: Buffer | null
  }>`select f.type_id, f.sha256, f.content
from report r join report_file f on f.report_id = r.id where r.id = ${report_id} and r.seal_number = ${number}`)
  if (stored.length === 0) return
  const sealed = new Map(files.map(({ type_id, sha256 }) => [type_id, sha256]))
  for (const { type_id, sha256, content: bytes } of stored) {
    const digest = bytes === null ? sha256 : hash('sha256', bytes, 'buffer')
    const expected = sealed.get(type_id)
    if (!expected?.equals(digest) || !expected.equals(sha256))
      faults.add({ table: 'report_file', fault: 'other', report_id, type_id })
    sealed.delete(type_id)
  }
  for (const type_id of sealed.keys()) faults.add({ table: 'report_file', fault: 'missing', report_id, type_id })
}
