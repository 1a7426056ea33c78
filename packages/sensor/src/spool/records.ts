import type { CheckReport, CheckTexts } from '@wachta/bus'
import { unpackChecks } from '@wachta/domain'

/** A result with its position in the spool. */
export interface SpooledResult {
  /** The shard of the service. */
  readonly group: number
  /** The number of the result among those of its shard and host; it is never used again. */
  readonly sequence: number
  readonly report: CheckReport
  /** The check of the report as it is stored, on this disk and by the centre. It is packed once, when it is added. */
  readonly packed: Uint8Array
}

/** The version of the layout. A reader skips records of versions that it does not know. */
const layoutVersion = 1
const resultHeaderBytes = 25
const textsHeaderBytes = 9
/** Longer texts are not written. */
const maxTextsBytes = 262_144

/** Encodes a result without its texts. They have a separate file, which can be deleted first if space is short. */
export function encodeResult({ group, sequence, report, packed }: SpooledResult): Buffer {
  const bytes = Buffer.allocUnsafe(resultHeaderBytes + packed.length)
  writePosition(bytes, group, sequence)
  bytes.writeUIntLE(report.service_id, 9, 6)
  bytes.writeUIntLE(report.slot, 15, 6)
  bytes.writeUInt32LE(report.revision, 21)
  bytes.set(packed, resultHeaderBytes)
  return bytes
}

export function decodeResult(bytes: Buffer): SpooledResult | undefined {
  if (bytes[0] !== layoutVersion || bytes.length <= resultHeaderBytes) return undefined
  try {
    const packed = new Uint8Array(bytes.buffer, bytes.byteOffset + resultHeaderBytes, bytes.length - resultHeaderBytes)
    const [check] = unpackChecks(packed)
    if (check === undefined) return undefined
    const service_id = bytes.readUIntLE(9, 6)
    const slot = bytes.readUIntLE(15, 6)
    const revision = bytes.readUInt32LE(21)
    return { ...readPosition(bytes), report: { ...check, service_id, slot, revision, words: null }, packed }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export function encodeTexts({ group, sequence, report }: SpooledResult): Buffer | undefined {
  if (report.words === null) return undefined
  const text = Buffer.from(JSON.stringify(report.words))
  if (text.length > maxTextsBytes) return undefined
  const bytes = Buffer.allocUnsafe(textsHeaderBytes + text.length)
  writePosition(bytes, group, sequence)
  bytes.set(text, textsHeaderBytes)
  return bytes
}

export interface StoredTexts {
  readonly group: number
  readonly sequence: number
  readonly words: CheckTexts
}

export function decodeTexts(bytes: Buffer): StoredTexts | undefined {
  if (bytes[0] !== layoutVersion || bytes.length <= textsHeaderBytes) return undefined
  try {
    const words: unknown = JSON.parse(bytes.toString('utf8', textsHeaderBytes))
    // The fields are not checked here, because the centre checks each of them.
    if (typeof words !== 'object' || words === null || Array.isArray(words)) return undefined
    return { ...readPosition(bytes), words: words as CheckTexts }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function writePosition(bytes: Buffer, group: number, sequence: number): void {
  bytes.writeUInt8(layoutVersion, 0)
  bytes.writeUInt16LE(group, 1)
  bytes.writeUIntLE(sequence, 3, 6)
}

const readPosition = (bytes: Buffer) => ({ group: bytes.readUInt16LE(1), sequence: bytes.readUIntLE(3, 6) })
