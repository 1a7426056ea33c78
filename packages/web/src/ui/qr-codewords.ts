/** A size of QR code, at error correction level M. */
export interface Version {
  readonly number: number
  /** Codewords of all kinds. */
  readonly total: number
  /** Codewords of error correction in each block. */
  readonly correction: number
  readonly blocks: number
  /** The positions of the alignment patterns, on both axes. */
  readonly alignment: readonly number[]
}

const versions: readonly Version[] = (
  [
    [26, 10, 1, []],
    [44, 16, 1, [6, 18]],
    [70, 26, 1, [6, 22]],
    [100, 18, 2, [6, 26]],
    [134, 24, 2, [6, 30]],
    [172, 16, 4, [6, 34]],
    [196, 18, 4, [6, 22, 38]],
    [242, 22, 4, [6, 24, 42]],
    [292, 22, 5, [6, 26, 46]],
    [346, 26, 5, [6, 28, 50]],
  ] as const
).map(([total, correction, blocks, alignment], place) => ({ number: place + 1, total, correction, blocks, alignment }))

const capacity = ({ total, correction, blocks }: Version): number => total - correction * blocks
/** Of the mode, and of the count of bytes. */
const headerBits = ({ number }: Version): number => (number < 10 ? 12 : 20)

/** The capacity of the largest supported version. */
export const maxBytes = 213

/** Returns the smallest version for this number of bytes. */
export function findVersion(bytes: number): Version {
  const found = versions.find((version) => headerBits(version) + bytes * 8 <= capacity(version) * 8)
  if (!found) throw new RangeError(`${bytes} bytes are too many for a QR code of version 10`)
  return found
}

/** Encodes bytes as codewords: padded, split into blocks, with error correction, and interleaved. */
export function toCodewords(bytes: Uint8Array, version: Version): Uint8Array {
  const blocks = split(pad(bytes, version), version)
  const corrections = blocks.map((block) => computeCorrection(block, version.correction))
  return Uint8Array.from([...interleave(blocks), ...interleave(corrections)])
}

function pad(bytes: Uint8Array, version: Version): Uint8Array {
  const count = bytes.length.toString(2).padStart(headerBits(version) - 4, '0')
  const data = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const room = capacity(version) * 8
  const bits = `0100${count}${data}`
  const ended = bits.padEnd(Math.min(bits.length + 4, room), '0')
  const whole = ended.padEnd(Math.ceil(ended.length / 8) * 8, '0').match(/.{8}/g) ?? []
  const filled = whole.map((byte) => Number.parseInt(byte, 2))
  for (let filler = 0xec; filled.length < capacity(version); filler ^= 0xec ^ 0x11) filled.push(filler)
  return Uint8Array.from(filled)
}

/** Splits data into blocks; the last blocks are one byte longer if the length is not divisible. */
function split(data: Uint8Array, { blocks }: Version): Uint8Array[] {
  const short = Math.floor(data.length / blocks)
  const shortOnes = blocks - (data.length % blocks)
  let from = 0
  return Array.from({ length: blocks }, (_, place) => {
    const length = short + (place < shortOnes ? 0 : 1)
    from += length
    return data.subarray(from - length, from)
  })
}

function interleave(blocks: readonly Uint8Array[]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => blocks.flatMap((block) => block[place] ?? [])).flat()
}

/** Reed–Solomon: the remainder of the block divided by the generator polynomial, whose roots are the powers of two. */
function computeCorrection(block: Uint8Array, degree: number): Uint8Array {
  const divisor = generator(degree)
  const left = new Uint8Array(degree)
  for (const byte of block) {
    const factor = byte ^ (left[0] ?? 0)
    left.copyWithin(0, 1)
    left[degree - 1] = 0
    for (let place = 0; place < degree; place += 1)
      left[place] = (left[place] ?? 0) ^ product(divisor[place] ?? 0, factor)
  }
  return left
}

function generator(degree: number): Uint8Array {
  const coefficients = new Uint8Array(degree)
  coefficients[degree - 1] = 1
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    for (let place = 0; place < degree; place += 1)
      coefficients[place] = product(coefficients[place] ?? 0, root) ^ (coefficients[place + 1] ?? 0)
    root = product(root, 2)
  }
  return coefficients
}

/** In the field of 256 elements that the standard computes in. */
export function product(one: number, other: number): number {
  let result = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d)
    result ^= ((other >>> bit) & 1) * one
  }
  return result
}
