import { optionalValueFlags, packedResults, phases, type UnknownReason, unknownReasons } from './packed-checks.ts'
import type { CheckResult } from './verdict.ts'

const knownFlags = 127
const allPhases = 2 ** phases.length - 1
/** The largest four-byte integer of the database: no value of a check except its sensor id is larger. */
const maxInteger = 0x7fff_ffff

/**
 * Reads the values that a verdict needs from a packed check, and finds where the check ends, without creating an object
 * for it. One scanner reads many checks: each `scan` overwrites the values of the one before.
 */
export class CheckScanner {
  sensor_id = 0
  started = 0
  result: CheckResult = 'ok'
  error_type_id: number | null = null
  reason: UnknownReason | null = null
  response_time: number | null = null
  /** The longest time in the check, in milliseconds. */
  longestMs = 0
  /** Whether packing the check again would give the same bytes. */
  isCanonical = true
  readonly #bytes: Uint8Array
  #at = 0
  #end = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** Reads the check that begins at `from`, and returns where it ends. Throws a RangeError if it is damaged. */
  scan(from: number, end: number): number {
    this.#at = from
    this.#end = end
    this.isCanonical = true
    this.longestMs = 0
    const flags = this.#readByte()
    const result = packedResults[flags & 3]
    if (result === undefined) throw new RangeError('packed checks are damaged: no such result')
    this.result = result
    this.sensor_id = this.#readNumber(Number.MAX_SAFE_INTEGER)
    const encodedStart = this.#readNumber(maxInteger)
    this.started = encodedStart % 2 === 0 ? encodedStart / 2 : -(encodedStart + 1) / 2
    this.#setCode(flags & optionalValueFlags.code ? this.#readNumber(maxInteger) : null)
    if (flags & optionalValueFlags.path_step) this.#readNumber(maxInteger)
    this.response_time = flags & optionalValueFlags.response_time ? this.#readTime() : null
    if (flags & optionalValueFlags.data_size) this.#readNumber(maxInteger)
    if (flags & optionalValueFlags.timings) this.#scanTimings()
    if (flags > knownFlags) this.isCanonical = false
    return this.#at
  }

  #setCode(code: number | null): void {
    const { result } = this
    this.error_type_id = result === 'error' ? code : null
    this.reason = result === 'unknown' && code !== null ? (unknownReasons[code] ?? null) : null
    // Packing would omit a code without a meaning.
    if (code !== null && result !== 'error' && this.reason === null) this.isCanonical = false
  }

  #scanTimings(): void {
    const phaseMask = this.#readByte()
    if (phaseMask === 0 || phaseMask > allPhases) this.isCanonical = false
    for (let bit = 1; bit <= allPhases; bit *= 2) if (phaseMask & bit) this.#readTime()
  }

  #readTime(): number {
    const time = this.#readNumber(maxInteger)
    if (time > this.longestMs) this.longestMs = time
    return time
  }

  #readByte(): number {
    const byte = this.#at < this.#end ? this.#bytes[this.#at] : undefined
    if (byte === undefined) throw new RangeError('packed checks are damaged: they end too early')
    this.#at += 1
    return byte
  }

  #readNumber(maximum: number): number {
    let byte = this.#readByte()
    if (byte < 128) return byte
    let value = byte & 127
    let factor = 128
    do {
      byte = this.#readByte()
      value += (byte & 127) * factor
      factor *= 128
    } while (byte >= 128)
    if (byte === 0) this.isCanonical = false
    if (!Number.isSafeInteger(value) || value > maximum)
      throw new RangeError('packed checks are damaged: a number is too large')
    return value
  }
}
