import { hash } from 'node:crypto'
import { digestLength, leafLength, type SealedService } from './content.ts'

/** The time and the hash of one stored row. */
export interface StoredRecord {
  /** Epoch milliseconds. */
  readonly time: number
  readonly sha256: Buffer
}

export const toStoredRecord = (time: number, record: Buffer): StoredRecord => ({
  time,
  sha256: hash('sha256', record, 'buffer'),
})

/** 2000-01-01 in epoch milliseconds, from which PostgreSQL counts microseconds. */
const postgresEpochMs = 946_684_800_000
/** The offset of the time in a record, after the id of the service. */
const timeOffset = 8

/** Splits the concatenated records of a service. Each is preceded by its length and starts with service id and time. */
export function splitRecords(bytes: Buffer): StoredRecord[] {
  const records: StoredRecord[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const record = bytes.subarray(at + 4, at + 4 + length)
    const time =
      postgresEpochMs + (record.readInt32BE(timeOffset) * 2 ** 32 + record.readUInt32BE(timeOffset + 4)) / 1000
    records.push(toStoredRecord(time, record))
    at += 4 + length
  }
  return records
}

export const digestLeaf = ({ sha256 }: StoredRecord): Buffer => sha256.subarray(0, leafLength)

export const digestRecords = (records: readonly StoredRecord[]): Buffer =>
  hash('sha256', Buffer.concat(records.map(({ sha256 }) => sha256)), 'buffer').subarray(0, digestLength)

export const computeSeal = (service_id: number, records: readonly StoredRecord[], replaces = 0): SealedService => ({
  service_id,
  count: records.length,
  digest: digestRecords(records),
  leaves: Buffer.concat(records.map(digestLeaf)),
  replaces,
})
