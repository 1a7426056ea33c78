import { CheckScanner } from './check-scanner.ts'
import { checkLayout, type PackedCheck, packChecks, unpackChecks } from './packed-checks.ts'

/** The part of a check that a verdict needs. */
export type JudgedCheck = Pick<
  PackedCheck,
  'sensor_id' | 'started' | 'result' | 'error_type_id' | 'reason' | 'response_time'
>

/** A check in its packed form: the bytes that are stored, and the values that a verdict needs. */
export interface CheckSlice extends JudgedCheck {
  /** Bytes that contain the check, and perhaps others, such as all checks of one message. */
  bytes: Uint8Array
  /** Where the check begins in the bytes, and where it ends. */
  from: number
  to: number
}

/** Finds the checks in packed ones, in their order. Throws a RangeError if the bytes are damaged. */
export function sliceChecks(bytes: Uint8Array): CheckSlice[] {
  if (bytes[0] !== checkLayout) throw new RangeError(`packed checks of an unknown layout: ${bytes[0]}`)
  const scanner = new CheckScanner(bytes)
  const slices: CheckSlice[] = []
  for (let from = 1; from < bytes.length; ) {
    const to = scanner.scan(from, bytes.length)
    const { sensor_id, started, result, error_type_id, reason, response_time } = scanner
    slices.push({ sensor_id, started, result, error_type_id, reason, response_time, bytes, from, to })
    from = to
  }
  return slices
}

/**
 * Finds the checks of a stored row; returns none if the bytes are damaged. For code that reads many rows, where one
 * damaged row must not prevent reading the others.
 */
export function findSlices(bytes: Uint8Array, onDamaged: () => void): CheckSlice[] {
  try {
    return sliceChecks(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    onDamaged()
    return []
  }
}

export function packSlice(check: PackedCheck): CheckSlice {
  const { sensor_id, started, result, error_type_id, reason, response_time } = check
  const bytes = packChecks([check])
  return { sensor_id, started, result, error_type_id, reason, response_time, bytes, from: 1, to: bytes.length }
}

/** Puts packed checks one after another, as `packChecks` does, without packing them again. */
export function joinSlices(slices: readonly Pick<CheckSlice, 'bytes' | 'from' | 'to'>[]): Uint8Array {
  let length = 1
  for (const { from, to } of slices) length += to - from
  const joined = new Uint8Array(length)
  joined[0] = checkLayout
  let at = 1
  // Byte by byte, because a check has about twenty: a view for `set` would cost more.
  for (const { bytes, from, to } of slices)
    for (let index = from; index < to; index += 1, at += 1) joined[at] = bytes[index] ?? 0
  return joined
}

/** Copies the bytes of the check, so that the bytes of other checks need not stay in memory. */
export function detachSlice(slice: CheckSlice): void {
  slice.bytes = new Uint8Array(slice.bytes.subarray(slice.from, slice.to))
  slice.from = 0
  slice.to = slice.bytes.length
}

/** Reads all values of a slice. */
export function unpackSlice(slice: Pick<CheckSlice, 'bytes' | 'from' | 'to'>): PackedCheck {
  const [check] = unpackChecks(joinSlices([slice]))
  if (check === undefined) throw new RangeError('packed checks are damaged: there is no check')
  return check
}
