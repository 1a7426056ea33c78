import type { FullAnalysis } from './history.ts'

/** 2000-01-01 in epoch milliseconds: PostgreSQL counts microseconds from there. */
const postgresEpochMs = 946_684_800_000
const fixedBytes = 8 + 8 + 4 + 2 + 2 + 2 + 2 + 1 + 1

/** The bytes of an analysis that seals are computed from, as PostgreSQL writes its columns. */
export function toSealedRecord(analysis: FullAnalysis): Buffer {
  const { service_id, time, revision, error_tolerance, failure, kind, checks } = analysis
  const bytes = Buffer.alloc(fixedBytes + checks.length)
  bytes.writeBigInt64BE(BigInt(service_id), 0)
  bytes.writeBigInt64BE(BigInt(time - postgresEpochMs) * 1000n, 8)
  bytes.writeInt32BE(revision, 16)
  bytes.writeInt16BE(error_tolerance, 20)
  bytes.writeInt16BE(analysis.ok_checks_count, 22)
  bytes.writeInt16BE(analysis.error_checks_count, 24)
  bytes.writeInt16BE(analysis.unknown_checks_count, 26)
  bytes.writeUInt8(Number(failure), 28)
  bytes.write(kind, 29, 'latin1')
  bytes.set(checks, fixedBytes)
  return bytes
}
