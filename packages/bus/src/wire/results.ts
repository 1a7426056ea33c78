import { isPacked, readPacked } from './packed-results.ts'
import type { ReadBatch } from './result-batch.ts'
import { readColumns } from './result-columns.ts'

/**
 * Reads a batch in either form; the sensor comes from the subject of the message. Throws a WireError if the batch
 * itself is invalid.
 */
export const readResults = (sensor_id: number, bytes: Uint8Array): ReadBatch =>
  isPacked(bytes) ? readPacked(sensor_id, bytes) : readColumns(sensor_id, bytes)
