/** One check of a stored analysis, read without the product's own reader. */
export interface StoredCheck {
  readonly sensor_id: number
  readonly result: 'ok' | 'error' | 'unknown'
  /** Milliseconds after the slot. */
  readonly started: number
  /** The sensor sent nothing before the slot was closed. */
  readonly isUnanswered: boolean
}

const results = ['ok', 'error', 'unknown'] as const
/** Flags that a response time, a size, a step, a code and phases follow, in this order. */
const flagBits = { time: 4, size: 8, step: 16, code: 32, phases: 64 } as const

/**
 * Reads the column `checks`: a layout byte, then for each check the flags, sensor, start and the values of the flags.
 */
export function readChecks(bytes: Uint8Array): StoredCheck[] {
  if (bytes[0] !== 1) throw new RangeError(`unknown layout ${bytes[0]}`)
  const checks: StoredCheck[] = []
  let offset = 1
  const next = (): number => bytes[offset++] ?? 0
  const varint = (): number => {
    let [value, unit] = [0, 1]
    for (;;) {
      const byte = next()
      value += (byte % 128) * unit
      if (byte < 128) return value
      unit *= 128
    }
  }
  while (offset < bytes.length) {
    const flags = next()
    const sensor_id = varint()
    const zigzag = varint()
    const code = flags & flagBits.code ? varint() : undefined
    for (const each of [flagBits.step, flagBits.time, flagBits.size]) if (flags & each) varint()
    if (flags & flagBits.phases) for (let map = next(); map > 0; map >>= 1) if (map & 1) varint()
    const result = results[flags & 3] ?? 'unknown'
    const started = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2
    checks.push({ sensor_id, result, started, isUnanswered: result === 'unknown' && code === 0 })
  }
  return checks
}
