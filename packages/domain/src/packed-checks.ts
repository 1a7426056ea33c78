import type { CheckResult } from './verdict.ts'

/**
 * The reasons for an unknown result. The index of a reason is the code that is stored, so the order must not change.
 */
export const unknownReasons = [
  'no_answer',
  'self_check',
  'clock',
  'overloaded',
  'quarantined',
  'internal',
  'unsupported',
] as const

export type UnknownReason = (typeof unknownReasons)[number]

/** The phases of a check whose times are stored. Their order is part of the format and must not change. */
export const phases = ['lookup', 'connect', 'tls', 'first_byte'] as const

/** The times of the phases in milliseconds; phases that were not reached are missing. */
export type Timings = { readonly [Phase in (typeof phases)[number]]?: number }

/** A check as it is stored permanently: all its numbers, without its texts. */
export interface PackedCheck {
  readonly sensor_id: number
  /** The start of the check in milliseconds after the slot; negative if a clock is wrong. */
  readonly started: number
  readonly result: CheckResult
  /** Only for an error. */
  readonly error_type_id: number | null
  /** Only for an unknown result. */
  readonly reason: UnknownReason | null
  readonly path_step: number | null
  readonly response_time: number | null
  readonly data_size: number | null
  readonly timings: Timings
}

/** The results by their code in the flags. */
export const packedResults: readonly CheckResult[] = ['ok', 'error', 'unknown']

/** The flags of the optional values in a packed check. */
export const optionalValueFlags = { response_time: 4, data_size: 8, path_step: 16, code: 32, timings: 64 } as const

/**
 * The version of the format, stored in the first byte so that the format can change. A check takes about a dozen bytes.
 */
export const checkLayout = 1

/** The largest four-byte integer of the database: no value of a check except its sensor id is larger. */
const maxInteger = 0x7fff_ffff
/** More bytes than any check needs: its flags, six numbers, and the mask and the times of four phases. */
const maxBytes = 128
/** A shared buffer in which checks are packed before their bytes are copied. */
let scratch = new Uint8Array(16 * maxBytes)

export function packChecks(checks: readonly PackedCheck[]): Uint8Array {
  const neededBytes = 1 + checks.length * maxBytes
  if (scratch.length < neededBytes) scratch = new Uint8Array(neededBytes)
  scratch[0] = checkLayout
  let at = 1
  for (const check of checks) at = pack(scratch, at, check)
  return scratch.slice(0, at)
}

/** Unpacks checks in the order in which they were packed. Throws a RangeError if the bytes are damaged. */
export function unpackChecks(bytes: Uint8Array): PackedCheck[] {
  if (bytes[0] !== checkLayout) throw new RangeError(`packed checks of an unknown layout: ${bytes[0]}`)
  const reader = new Reader(bytes)
  const checks: PackedCheck[] = []
  while (!reader.isAtEnd) checks.push(unpack(reader))
  return checks
}

/**
 * Unpacks the checks of a stored row; returns none if the bytes are damaged. For code that reads many rows, where one
 * damaged row must not prevent reading the others.
 */
export function readChecks(bytes: Uint8Array, onDamaged?: () => void): PackedCheck[] {
  try {
    return unpackChecks(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    onDamaged?.()
    return []
  }
}

/** Writes a check at `start`, and returns where the next one begins. */
function pack(bytes: Uint8Array, start: number, check: PackedCheck): number {
  const { sensor_id, started, response_time, data_size, path_step, timings } = check
  const code = check.result === 'unknown' ? toReasonCode(check.reason) : check.error_type_id
  const phaseMask = toPhaseMask(timings)
  bytes[start] =
    packedResults.indexOf(check.result) |
    (response_time === null ? 0 : optionalValueFlags.response_time) |
    (data_size === null ? 0 : optionalValueFlags.data_size) |
    (path_step === null ? 0 : optionalValueFlags.path_step) |
    (code === null ? 0 : optionalValueFlags.code) |
    (phaseMask === 0 ? 0 : optionalValueFlags.timings)
  let at = write(bytes, start + 1, sensor_id)
  // Even numbers mean after the slot, odd ones before it.
  at = write(bytes, at, started >= 0 ? started * 2 : -started * 2 - 1)
  if (code !== null) at = write(bytes, at, code)
  if (path_step !== null) at = write(bytes, at, path_step)
  if (response_time !== null) at = write(bytes, at, response_time)
  if (data_size !== null) at = write(bytes, at, data_size)
  if (phaseMask === 0) return at
  bytes[at] = phaseMask
  at += 1
  for (const phase of phases) {
    const time = timings[phase]
    if (time !== undefined) at = write(bytes, at, time)
  }
  return at
}

function toPhaseMask(timings: Timings): number {
  let [mask, bit] = [0, 1]
  for (const phase of phases) {
    if (timings[phase] !== undefined) mask |= bit
    bit *= 2
  }
  return mask
}

function unpack(reader: Reader): PackedCheck {
  const flags = reader.readByte()
  const result = packedResults[flags & 3]
  if (result === undefined) throw new RangeError('packed checks are damaged: no such result')
  const sensor_id = reader.readNumber()
  const encodedStart = reader.readNumber(maxInteger)
  const code = flags & optionalValueFlags.code ? reader.readNumber(maxInteger) : null
  return {
    sensor_id,
    started: encodedStart % 2 === 0 ? encodedStart / 2 : -(encodedStart + 1) / 2,
    result,
    error_type_id: result === 'error' ? code : null,
    reason: result === 'unknown' && code !== null ? (unknownReasons[code] ?? null) : null,
    path_step: flags & optionalValueFlags.path_step ? reader.readNumber(maxInteger) : null,
    response_time: flags & optionalValueFlags.response_time ? reader.readNumber(maxInteger) : null,
    data_size: flags & optionalValueFlags.data_size ? reader.readNumber(maxInteger) : null,
    timings: flags & optionalValueFlags.timings ? readTimings(reader) : {},
  }
}

function readTimings(reader: Reader): Timings {
  const phaseMask = reader.readByte()
  const timings: { -readonly [Phase in keyof Timings]: Timings[Phase] } = {}
  for (const [index, phase] of phases.entries())
    if (phaseMask & (1 << index)) timings[phase] = reader.readNumber(maxInteger)
  return timings
}

const toReasonCode = (reason: UnknownReason | null): number | null =>
  reason === null ? null : unknownReasons.indexOf(reason)

/** Writes seven bits per byte, the lowest first; the eighth bit means that more follow. Shifts would end at 32 bits. */
function write(bytes: Uint8Array, start: number, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${value}`)
  let [at, remaining] = [start, value]
  while (remaining >= 128) {
    bytes[at] = (remaining % 128) | 128
    remaining = Math.floor(remaining / 128)
    at += 1
  }
  bytes[at] = remaining
  return at + 1
}

class Reader {
  readonly #bytes: Uint8Array
  #at = 1

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  readByte(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new RangeError('packed checks are damaged: they end too early')
    this.#at += 1
    return byte
  }

  readNumber(maximum = Number.MAX_SAFE_INTEGER): number {
    let [value, factor, byte] = [0, 1, 0]
    do {
      byte = this.readByte()
      value += (byte & 127) * factor
      factor *= 128
    } while (byte >= 128)
    if (!Number.isSafeInteger(value) || value > maximum)
      throw new RangeError('packed checks are damaged: a number is too large')
    return value
  }
}
