import { hash } from 'node:crypto'
import { digestLength, leafLength, type SealedService } from './content.ts'

/** One record as it is stored, in the one form in which digests are taken of it. */
export interface StoredRecord {
  /** Epoch milliseconds. */
  readonly time: number
  readonly sha256: Buffer
}

/** From 2000-01-01, which PostgreSQL counts its microseconds from. */
const epoch = 946_684_800_000
const timeAt = 8

/** The records of a service, each after its length; the service's id and its own time come first in each. */
export function splitRecords(bytes: Buffer): StoredRecord[] {
  const records: StoredRecord[] = []
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const record = bytes.subarray(at + 4, at + 4 + length)
    const time = epoch + (record.readInt32BE(timeAt) * 2 ** 32 + record.readUInt32BE(timeAt + 4)) / 1000
    records.push({ time, sha256: hash('sha256', record, 'buffer') })
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
