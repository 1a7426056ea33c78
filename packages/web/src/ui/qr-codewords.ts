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
).map(([total, correction, blocks, alignment], index) => ({ number: index + 1, total, correction, blocks, alignment }))

const getCapacity = ({ total, correction, blocks }: Version): number => total - correction * blocks
/** The bits of the mode indicator and of the byte count. */
const countHeaderBits = ({ number }: Version): number => (number < 10 ? 12 : 20)

/** The capacity of the largest supported version. */
export const maxBytes = 213

/** Returns the smallest version for this number of bytes. */
export function findVersion(bytes: number): Version {
  const found = versions.find((version) => countHeaderBits(version) + bytes * 8 <= getCapacity(version) * 8)
  if (!found) throw new RangeError(`${bytes} bytes are too many for a QR code of version 10`)
  return found
}

/** Encodes bytes as codewords: padded, split into blocks, with error correction, and interleaved. */
export function toCodewords(bytes: Uint8Array, version: Version): Uint8Array {
  const blocks = splitIntoBlocks(pad(bytes, version), version)
  const corrections = blocks.map((block) => computeCorrection(block, version.correction))
  return Uint8Array.from([...interleave(blocks), ...interleave(corrections)])
}

function pad(bytes: Uint8Array, version: Version): Uint8Array {
  const count = bytes.length.toString(2).padStart(countHeaderBits(version) - 4, '0')
  const data = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const capacityBits = getCapacity(version) * 8
  const bits = `0100${count}${data}`
  const terminated = bits.padEnd(Math.min(bits.length + 4, capacityBits), '0')
  const byteTexts = terminated.padEnd(Math.ceil(terminated.length / 8) * 8, '0').match(/.{8}/g) ?? []
  const padded = byteTexts.map((byte) => Number.parseInt(byte, 2))
  for (let filler = 0xec; padded.length < getCapacity(version); filler ^= 0xec ^ 0x11) padded.push(filler)
  return Uint8Array.from(padded)
}

/** Splits data into blocks; the last blocks are one byte longer if the length is not divisible. */
function splitIntoBlocks(data: Uint8Array, { blocks }: Version): Uint8Array[] {
  const shortLength = Math.floor(data.length / blocks)
  const shortBlockCount = blocks - (data.length % blocks)
  let from = 0
  return Array.from({ length: blocks }, (_, index) => {
    const length = shortLength + (index < shortBlockCount ? 0 : 1)
    from += length
    return data.subarray(from - length, from)
  })
}

function interleave(blocks: readonly Uint8Array[]): number[] {
  const maxLength = Math.max(...blocks.map(({ length }) => length))
  return Array.from({ length: maxLength }, (_, index) => blocks.flatMap((block) => block[index] ?? [])).flat()
}

/** Reed–Solomon: the remainder of the block divided by the generator polynomial, whose roots are the powers of two. */
function computeCorrection(block: Uint8Array, degree: number): Uint8Array {
  const divisor = buildGenerator(degree)
  const remainder = new Uint8Array(degree)
  for (const byte of block) {
    const factor = byte ^ (remainder[0] ?? 0)
    remainder.copyWithin(0, 1)
    remainder[degree - 1] = 0
    for (let index = 0; index < degree; index += 1)
      remainder[index] = (remainder[index] ?? 0) ^ multiply(divisor[index] ?? 0, factor)
  }
  return remainder
}

function buildGenerator(degree: number): Uint8Array {
  const coefficients = new Uint8Array(degree)
  coefficients[degree - 1] = 1
  let root = 1
  for (let step = 0; step < degree; step += 1) {
    for (let index = 0; index < degree; index += 1)
      coefficients[index] = multiply(coefficients[index] ?? 0, root) ^ (coefficients[index + 1] ?? 0)
    root = multiply(root, 2)
  }
  return coefficients
}

/** Multiplies in the field of 256 elements that the standard uses. */
export function multiply(one: number, other: number): number {
  let result = 0
  for (let bit = 7; bit >= 0; bit -= 1) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d)
    result ^= ((other >>> bit) & 1) * one
  }
  return result
}
