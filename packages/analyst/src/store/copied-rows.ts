import type { AnalysisToStore } from '../slots/open-slot.ts'
import { writeInt64, writeTimestamp } from './binary-array.ts'

/** The header of binary `COPY` data: a signature, no flags, no extension. */
const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** The bytes of a row without its checks: the number of fields, the length of each field, and the other fields. */
const rowOverheadBytes = 2 + 10 * 4 + 8 + 8 + 4 + 4 * 2 + 1 + 1

/** Writes analyses as rows for binary `COPY`: each field after its length. */
export function toCopyRows(analyses: readonly AnalysisToStore[]): Buffer {
  let size = signature.length + 2
  for (const { checks } of analyses) size += rowOverheadBytes + checks.length
  const bytes = Buffer.allocUnsafe(size)
  let at = signature.copy(bytes)
  for (const analysis of analyses) at = writeRow(bytes, at, analysis)
  bytes.writeInt16BE(-1, at)
  return bytes
}

function writeRow(bytes: Buffer, start: number, row: AnalysisToStore): number {
  let at = bytes.writeInt16BE(10, start)
  at = writeInt64(bytes, bytes.writeInt32BE(8, at), row.service_id)
  at = writeTimestamp(bytes, bytes.writeInt32BE(8, at), row.slot)
  at = bytes.writeInt32BE(row.revision, bytes.writeInt32BE(4, at))
  at = writeInt16(bytes, at, row.error_tolerance)
  at = writeInt16(bytes, at, row.ok)
  at = writeInt16(bytes, at, row.error)
  at = writeInt16(bytes, at, row.unknown)
  at = bytes.writeUInt8(row.failure ? 1 : 0, bytes.writeInt32BE(1, at))
  at = bytes.writeUInt8(row.kind.charCodeAt(0), bytes.writeInt32BE(1, at))
  at = bytes.writeInt32BE(row.checks.length, at)
  bytes.set(row.checks, at)
  return at + row.checks.length
}

const writeInt16 = (bytes: Buffer, at: number, value: number): number =>
  bytes.writeInt16BE(value, bytes.writeInt32BE(2, at))
