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
 * The packed form of a batch: its version in the first byte, the length of the header in four, the header as JSON, then
 * the results. Each is the length of what follows in one byte, its service, the distance of its slot from the slot of
 * the header, its revision, and the check as it is stored.
 */
export const packedVersion = 2
const headerFrom = 5
const text = new TextDecoder('utf-8', { fatal: true })

/** A check as `packChecks` packs it alone, and what else is sent about it. */
export interface PackedCheckReport extends CheckPlace {
  readonly packed: Uint8Array
  readonly words: CheckTexts | null
}

/** More bytes than any result needs: a service, a distance, a revision and a check, after the length. */
const maxResultBytes = 127

export function writePackedResults({ host, first, oldest, reports }: ResultBatch<PackedCheckReport>): Uint8Array {
  const words = reports.flatMap((report, index) => (report.words === null ? [] : [[index, report.words] as const]))
  const slot = reports[0]?.slot ?? 0
  const about = { host, first, ...(oldest !== undefined && { oldest }), slot, layout: checkLayout }
  const header = Buffer.from(JSON.stringify({ ...about, ...(words.length > 0 && { words }) }))
  const bytes = Buffer.allocUnsafe(headerFrom + header.length + reports.length * (1 + maxResultBytes))
  bytes.writeUInt8(packedVersion, 0)
  bytes.writeUInt32LE(header.length, 1)
  bytes.set(header, headerFrom)
  let at = headerFrom + header.length
  for (const report of reports) at = writeReport(bytes, at, { report, distance: report.slot - slot })
  return bytes.subarray(0, at)
}

interface DistantReport {
  readonly report: PackedCheckReport
  /** From the slot of the header to that of the report, in milliseconds. */
  readonly distance: number
}

/** Writes one result, and returns where it ends. */
function writeReport(bytes: Buffer, start: number, { report, distance }: DistantReport): number {
  if (report.packed[0] !== checkLayout) throw new RangeError(`a packed check of an unknown layout: ${report.packed[0]}`)
  let at = writeNumber(bytes, start + 1, report.service_id)
  // Even numbers for after the slot of the header, odd ones for before it.
  at = writeNumber(bytes, at, distance >= 0 ? distance * 2 : -distance * 2 - 1)
  at = writeNumber(bytes, at, report.revision)
  bytes.set(report.packed.subarray(1), at)
  at += report.packed.length - 1
  bytes.writeUInt8(at - start - 1, start)
  return at
}

/** Whether the bytes are a batch in the packed form. */
export const isPacked = (bytes: Uint8Array): boolean => bytes[0] === packedVersion

/** Returns how many of the bytes of a packed batch are results; the others are its header. 0 for any other message. */
export function countResultBytes(bytes: Uint8Array): number {
  if (!isPacked(bytes) || bytes.length < headerFrom) return 0
  return Math.max(0, bytes.length - headerFrom - Buffer.from(bytes.buffer, bytes.byteOffset + 1, 4).readUInt32LE())
}

/** Reads a packed batch. Throws a WireError if the batch itself is invalid. */
export function readPacked(sensor_id: number, bytes: Uint8Array): ReadBatch {
  if (bytes.length > maxBatchBytes) throw new WireError('too large')
  const resultBytes = countResultBytes(bytes)
  if (resultBytes === 0) throw new WireError('not a batch')
  const header = parseHeader(bytes.subarray(headerFrom, bytes.length - resultBytes))
  const origin = readBatchOrigin(header)
  const { slot, layout, words } = header
  if (!Number.isSafeInteger(slot)) throw new WireError('invalid slot')
  if (layout !== checkLayout) throw new WireError('unknown layout')
  // A copy, so that the results do not keep the whole message in memory. `slice` of a buffer would be none.
  const reader = new ResultReader(sensor_id, Number(slot), new Uint8Array(bytes.subarray(bytes.length - resultBytes)))
  const { reports, faults } = readAll(reader, readTexts(words, maxBatch))
  return { sensor_id, ...origin, count: reports.length, reports, faults }
}

function parseHeader(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    return readObject(JSON.parse(text.decode(bytes)), 'header')
  } catch (error) {
    if (error instanceof WireError) throw error
    throw new WireError('not JSON')
  }
}

function readAll(reader: ResultReader, words: ReadonlyMap<number, CheckTexts>): Pick<ReadBatch, 'reports' | 'faults'> {
  const reports: (ReceivedReport | undefined)[] = []
  const faults: { index: number; reason: string }[] = []
  for (let from = 0; from < reader.length; ) {
    const index = reports.length
    if (index === maxBatch) throw new WireError('not a batch')
    const to = reader.findEnd(from)
    const read = readOne(reader, { from: from + 1, to, words: words.get(index) ?? null })
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
function readOne(reader: ResultReader, part: ResultPart): ReceivedReport | string {
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

  /** Returns where the result ends whose length is at the position. */
  findEnd(at: number): number {
    const length = this.#bytes[at] ?? 0
    const end = at + 1 + length
    if (length === 0 || length > maxResultBytes || end > this.#bytes.length) throw new WireError('damaged results')
    return end
  }

  /** Returns a text, or throws a RangeError, if the result is invalid. */
  read({ from, to, words }: ResultPart): ReceivedReport | string {
    this.#at = from
    const service_id = this.#number(to)
    const moved = this.#number(to)
    const slot = this.#slot + (moved % 2 === 0 ? moved / 2 : -(moved + 1) / 2)
    const revision = this.#number(to)
    const scanner = this.#scanner
    const at = this.#at
    if (scanner.scan(at, to) !== to) return 'a check of another length'
    const { sensor_id, started, result, error_type_id, reason, response_time } = scanner
    if (sensor_id !== this.#sensor_id) return 'another sensor'
    if (Math.abs(started) > maxTime) return 'no start'
    if (scanner.longestMs > maxTime) return 'not a number'
    if (result === 'error' && error_type_id === null) return 'an error without its type'
    const judged = { sensor_id, started, result, error_type_id, reason, response_time }
    const place = { service_id, slot, revision, words }
    const fault = findPlaceFault(place)
    if (fault !== undefined) return fault
    const slice = { bytes: this.#bytes, from: at, to }
    // Additions of a newer sensor are left out, so that stored bytes are always those that packing gives.
    return scanner.isCanonical ? { ...place, ...judged, ...slice } : { ...place, ...packSlice(unpackSlice(slice)) }
  }

  /** Reads a number that ends before `end`. */
  #number(end: number): number {
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
  let [at, rest] = [start, value]
  while (rest >= 128) {
    at = bytes.writeUInt8((rest % 128) | 128, at)
    rest = Math.floor(rest / 128)
  }
  return bytes.writeUInt8(rest, at)
}
