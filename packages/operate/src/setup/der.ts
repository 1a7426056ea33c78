/** Just enough of DER (X.690) to write certificates. */

/** A value with its tag and length. */
export function encodeTagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const hex = body.length.toString(16)
  const length = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

export const encodeSequence = (...parts: readonly Buffer[]): Buffer => encodeTagged(0x30, ...parts)
export const set = (...parts: readonly Buffer[]): Buffer => encodeTagged(0x31, ...parts)
export const encodeText = (value: string): Buffer => encodeTagged(0x0c, Buffer.from(value, 'utf8'))
export const octets = (value: Buffer): Buffer => encodeTagged(0x04, value)
export const bits = (value: Buffer, unused = 0): Buffer => encodeTagged(0x03, Buffer.from([unused]), value)
export const derTrue: Buffer = encodeTagged(0x01, Buffer.from([0xff]))

/** A whole number that is not negative: a first bit that is set would make it so. */
export const encodeInteger = (value: Buffer): Buffer =>
  encodeTagged(0x02, (value[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), value]) : value)

/** Such as `2.5.29.17`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encodeTagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Seven bits a byte, the highest first; all but the last are marked. */
function base128(value: number): number[] {
  const digits = [value % 0x80]
  for (let rest = Math.floor(value / 0x80); rest > 0; rest = Math.floor(rest / 0x80))
    digits.unshift((rest % 0x80) | 0x80)
  return digits
}

/** As certificates write it: two digits for years before 2050, four after. */
export function encodeTime(date: Date): Buffer {
  const digits = `${date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`
  return date.getUTCFullYear() < 2050
    ? encodeTagged(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : encodeTagged(0x18, Buffer.from(digits, 'ascii'))
}
