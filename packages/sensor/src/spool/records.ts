import type { CheckReport, CheckTexts } from '@wachta/bus'
import { packChecks, unpackChecks } from '@wachta/domain'

/** A result with its place in the spool: no two results of a host and group ever have the same. */
export interface SpooledResult {
  readonly group: number
  readonly sequence: number
  readonly report: CheckReport
}

/** The layout: a reader of another version leaves what it does not know. */
const layout = 1
const resultHead = 25
const wordsHead = 9
/** Words beyond this are not worth their place. */
const maximumWords = 262_144

/** The figures of a result. Its words are kept apart, to be given up first. */
export function writeResult({ group, sequence, report }: SpooledResult): Buffer {
  const packed = packChecks([report])
  const bytes = Buffer.allocUnsafe(resultHead + packed.length)
  writePlace(bytes, group, sequence)
  bytes.writeUIntLE(report.service_id, 9, 6)
  bytes.writeUIntLE(report.slot, 15, 6)
  bytes.writeUInt32LE(report.revision, 21)
  bytes.set(packed, resultHead)
  return bytes
}

export function readResult(bytes: Buffer): SpooledResult | undefined {
  if (bytes[0] !== layout || bytes.length <= resultHead) return undefined
  try {
    const [check] = unpackChecks(bytes.subarray(resultHead))
    if (check === undefined) return undefined
    const service_id = bytes.readUIntLE(9, 6)
    const slot = bytes.readUIntLE(15, 6)
    const revision = bytes.readUInt32LE(21)
    return { ...placeOf(bytes), report: { ...check, service_id, slot, revision, words: null } }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

export function writeTexts({ group, sequence, report }: SpooledResult): Buffer | undefined {
  if (report.words === null) return undefined
  const text = Buffer.from(JSON.stringify(report.words))
  if (text.length > maximumWords) return undefined
  const bytes = Buffer.allocUnsafe(wordsHead + text.length)
  writePlace(bytes, group, sequence)
  bytes.set(text, wordsHead)
  return bytes
}

export interface SpooledTexts {
  readonly group: number
  readonly sequence: number
  readonly words: CheckTexts
}

export function decodeTexts(bytes: Buffer): SpooledTexts | undefined {
  if (bytes[0] !== layout || bytes.length <= wordsHead) return undefined
  try {
    const words: unknown = JSON.parse(bytes.toString('utf8', wordsHead))
    // What is in it the centre reads field by field.
    if (typeof words !== 'object' || words === null || Array.isArray(words)) return undefined
    return { ...placeOf(bytes), words: words as CheckTexts }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function writePlace(bytes: Buffer, group: number, sequence: number): void {
  bytes.writeUInt8(layout, 0)
  bytes.writeUInt16LE(group, 1)
  bytes.writeUIntLE(sequence, 3, 6)
}

const placeOf = (bytes: Buffer) => ({ group: bytes.readUInt16LE(1), sequence: bytes.readUIntLE(3, 6) })
