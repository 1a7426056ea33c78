import { CheckScanner, checkLayout, packSlice, unpackSlice } from '@wachta/domain'
import { type CheckTexts, readTexts } from './check-texts.ts'
import { readObject, WireError } from './frame.ts'
import {
  type CheckPlace,
  findPlaceFault,
  maxBatch,
  maxBatchBytes,
  maxTime,
  type ReadBatch,
  type ReceivedReport,
  type ResultBatch,
  readBatchOrigin,
} from './result-batch.ts'

/**
 * The packed form of a batch: one byte with the version, four bytes with the length of the header, the header as JSON,
 * and the results. Each result is one byte with the length of the rest, its service, the distance of its slot from the
 * slot of the header, its revision, and the check as it is stored.
 */
export const packedVersion = 2
const headerStart = 5
const decoder = new TextDecoder('utf-8', { fatal: true })

/** A single check packed by `packChecks`, and its texts. */
export interface PackedCheckReport extends CheckPlace {
  readonly packed: Uint8Array
  readonly words: CheckTexts | null
}

/** More bytes than any result needs: a service, a distance, a revision and a check, after the length. */
const maxResultBytes = 127

export function writePackedResults({ host, first, oldest, reports }: ResultBatch<PackedCheckReport>): Uint8Array {
  const words = reports.flatMap((report, index) => (report.words === null ? [] : [[index, report.words] as const]))
  const slot = reports[0]?.slot ?? 0
  const headerFields = { host, first, ...(oldest !== undefined && { oldest }), slot, layout: checkLayout }
  const header = Buffer.from(JSON.stringify({ ...headerFields, ...(words.length > 0 && { words }) }))
  const bytes = Buffer.allocUnsafe(headerStart + header.length + reports.length * (1 + maxResultBytes))
  bytes.writeUInt8(packedVersion, 0)
  bytes.writeUInt32LE(header.length, 1)
  bytes.set(header, headerStart)
  let position = headerStart + header.length
  for (const report of reports) position = writeReport(bytes, position, { report, distance: report.slot - slot })
  return bytes.subarray(0, position)
}

interface DistantReport {
  readonly report: PackedCheckReport
  /** From the slot of the header to that of the report, in milliseconds. */
  readonly distance: number
}

/** Writes one result, and returns where it ends. */
function writeReport(bytes: Buffer, start: number, { report, distance }: DistantReport): number {
  if (report.packed[0] !== checkLayout) throw new RangeError(`a packed check of an unknown layout: ${report.packed[0]}`)
  let position = writeNumber(bytes, start + 1, report.service_id)
  // Even numbers are slots from the header's slot on, odd numbers are earlier ones.
  position = writeNumber(bytes, position, distance >= 0 ? distance * 2 : -distance * 2 - 1)
  position = writeNumber(bytes, position, report.revision)
  bytes.set(report.packed.subarray(1), position)
  position += report.packed.length - 1
  bytes.writeUInt8(position - start - 1, start)
  return position
}

/** Whether the bytes are a batch in the packed form. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === packedVersion

/** Returns how many of the bytes of a packed batch are results; the others are its header. 0 for any other message. */
export function countResultBytes(bytes: Uint8Array): number {
  if (!isPacked(bytes) || bytes.length < headerStart) return 0
  return Math.max(0, bytes.length - headerStart - Buffer.from(bytes.buffer, bytes.byteOffset + 1, 4).readUInt32LE())
}

/** Reads a packed batch. Throws a WireError if the batch itself is invalid. */
export function readPacked(sensor_id: number, bytes: Uint8Array): ReadBatch {
  if (bytes.length > maxBatchBytes) throw new WireError('too large')
  const resultBytes = countResultBytes(bytes)
  if (resultBytes === 0) throw new WireError('not a batch')
  const header = parseHeader(bytes.subarray(headerStart, bytes.length - resultBytes))
  const origin = readBatchOrigin(header)
  const { slot, layout, words } = header
  if (!Number.isSafeInteger(slot)) throw new WireError('invalid slot')
  if (layout !== checkLayout) throw new WireError('unknown layout')
  // A copy, so that the results do not keep the whole message in memory. `slice` of a Buffer would not copy.
  const reader = new ResultReader(sensor_id, Number(slot), new Uint8Array(bytes.subarray(bytes.length - resultBytes)))
  const { reports, faults } = readReports(reader, readTexts(words, maxBatch))
  return { sensor_id, ...origin, count: reports.length, reports, faults }
}

function parseHeader(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return readObject(JSON.parse(decoder.decode(bytes)), 'header')
  } catch (error) {
    if (error instanceof WireError) throw error
    throw new WireError('not JSON')
  }
}

function readReports(
  reader: ResultReader,
  words: ReadonlyMap<number, CheckTexts>,
): Pick<ReadBatch, 'reports' | 'faults'> {
  const reports: (ReceivedReport | undefined)[] = []
  const faults: { index: number; reason: string }[] = []
  for (let from = 0; from < reader.length; ) {
    const index = reports.length
    if (index === maxBatch) throw new WireError('not a batch')
    const to = reader.findEnd(from)
    const read = tryReadReport(reader, { from: from + 1, to, words: words.get(index) ?? null })
    if (typeof read === 'string') faults.push({ index, reason: read })
    reports.push(typeof read === 'string' ? undefined : read)
    from = to
  }
  return { reports, faults }
}

interface ResultPart {
  readonly from: number
  readonly to: number
  readonly words: CheckTexts | null
}

/** Reads one result; returns a text if it is invalid. */
function tryReadReport(reader: ResultReader, part: ResultPart): ReceivedReport | string {
  try {
    return reader.read(part)
  } catch (error) {
    if (error instanceof RangeError) return error.message
    throw error
  }
}

/** Reads the results of one packed batch. */
class ResultReader {
  readonly #sensor_id: number
  readonly #slot: number
  readonly #bytes: Uint8Array
  readonly #scanner: CheckScanner
  #at = 0

  constructor(sensor_id: number, slot: number, bytes: Uint8Array) {
    this.#sensor_id = sensor_id
    this.#slot = slot
    this.#bytes = bytes
    this.#scanner = new CheckScanner(bytes)
  }

  get length(): number {
    return this.#bytes.length
  }

  /** Returns the end of the result that begins, with its length, at the position. */
  findEnd(position: number): number {
    const length = this.#bytes[position] ?? 0
    const end = position + 1 + length
    if (length === 0 || length > maxResultBytes || end > this.#bytes.length) throw new WireError('damaged results')
    return end
  }

  /** Returns a text, or throws a RangeError, if the result is invalid. */
  read({ from, to, words }: ResultPart): ReceivedReport | string {
    this.#at = from
    const service_id = this.#readNumber(to)
    const encodedDistance = this.#readNumber(to)
    const slot = this.#slot + (encodedDistance % 2 === 0 ? encodedDistance / 2 : -(encodedDistance + 1) / 2)
    const revision = this.#readNumber(to)
    const scanner = this.#scanner
    const checkStart = this.#at
    if (scanner.scan(checkStart, to) !== to) return 'a check of another length'
    const { sensor_id, started, result, error_type_id, reason, response_time } = scanner
    if (sensor_id !== this.#sensor_id) return 'another sensor'
    if (Math.abs(started) > maxTime) return 'no start'
    if (scanner.longestMs > maxTime) return 'not a number'
    if (result === 'error' && error_type_id === null) return 'an error without its type'
    const checkFields = { sensor_id, started, result, error_type_id, reason, response_time }
    const place = { service_id, slot, revision, words }
    const fault = findPlaceFault(place)
    if (fault !== undefined) return fault
    const slice = { bytes: this.#bytes, from: checkStart, to }
    // Fields that a newer sensor added are left out, so that the stored bytes always equal the result of packing.
    return scanner.isCanonical ? { ...place, ...checkFields, ...slice } : { ...place, ...packSlice(unpackSlice(slice)) }
  }

  /** Reads a number that ends before `end`. */
  #readNumber(end: number): number {
    let value = 0
    let factor = 1
    let byte = 128
    while (byte >= 128) {
      byte = this.#at < end ? (this.#bytes[this.#at] ?? 0) : 0
      if (this.#at >= end) throw new RangeError('a result that ends too early')
      this.#at += 1
      value += (byte & 127) * factor
      factor *= 128
    }
    return value
  }
}

/** Writes seven bits per byte, the lowest first; the eighth bit means that more follow. */
function writeNumber(bytes: Buffer, start: number, value: number): number {
  let [position, remaining] = [start, value]
  while (remaining >= 128) {
    position = bytes.writeUInt8((remaining % 128) | 128, position)
    remaining = Math.floor(remaining / 128)
  }
  return bytes.writeUInt8(remaining, position)
}
