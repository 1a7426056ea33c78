import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findVersion, multiply, toCodewords } from '../src/ui/qr-codewords.ts'
import { buildQrMatrix, type QrMatrix } from '../src/ui/qr-matrix.ts'

const texts = [
  'a',
  'otpauth://totp/Wachta:anna?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Wachta',
  `otpauth://totp/Wachta:${'bardzo.dluga.nazwa@'.repeat(6)}?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP`,
  'ż'.repeat(100),
]

test('a picture is read back as the text, by its own format and mask', () => {
  for (const text of texts) assert.equal(read(buildQrMatrix(text)), text)
})

test('a codeword in the table of the standard comes out', () => {
  // "01234567" is numeric there; the same block by its data codewords: ISO/IEC 18004, annex I.
  const data = Uint8Array.of(
    0x40,
    0x56,
    0x86,
    0x56,
    0xc6,
    0xc6,
    0xf0,
    0xec,
    0x11,
    0xec,
    0x11,
    0xec,
    0x11,
    0xec,
    0x11,
    0xec,
  )
  const made = toCodewords(new TextEncoder().encode('hello'), findVersion(5))
  assert.deepEqual(made.subarray(0, 16), data)
})

test('every block is a word of the code: its syndromes vanish, and no longer do when a bit is spoilt', () => {
  for (const text of texts.slice(0, 2)) {
    const bytes = new TextEncoder().encode(text)
    const version = findVersion(bytes.length)
    const blocks = separated(toCodewords(bytes, version), version)
    for (const block of blocks) assert.ok(syndromes(block, version.correction).every((each) => each === 0))
    const [first = []] = blocks
    const spoilt = first.map((byte, place) => (place === 3 ? byte ^ 4 : byte))
    assert.ok(syndromes(spoilt, version.correction).some((each) => each !== 0))
  }
})

test('what is too long is refused', () => assert.throws(() => buildQrMatrix('x'.repeat(214)), RangeError))

const syndromes = (word: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, power) => {
    let root = 1
    for (let step = 0; step < power; step += 1) root = multiply(root, 2)
    return word.reduce((sum, byte) => multiply(sum, root) ^ byte, 0)
  })

/** Undoes the interleaving. */
function separated(codewords: Uint8Array, { total, correction, blocks }: ReturnType<typeof findVersion>): number[][] {
  const data = total - correction * blocks
  const [short, longOnes] = [Math.floor(data / blocks), data % blocks]
  const parts = Array.from({ length: blocks }, (): number[] => [])
  let at = 0
  for (let place = 0; place <= short; place += 1)
    for (const [block, part] of parts.entries())
      if (place < short || block >= blocks - longOnes) part.push(codewords[at++] ?? 0)
  for (let place = 0; place < correction; place += 1) for (const part of parts) part.push(codewords[at++] ?? 0)
  return parts
}

/** An independent reader by the standard: it shares only the table of versions with the writer. */
function read(matrix: QrMatrix): string {
  const size = matrix.length
  const at = (x: number, y: number) => (matrix[y]?.[x] ? 1 : 0)
  // Format: fourteen to zero, along row 8 from the left and then up column 8.
  const places = [
    [0, 8],
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
    [5, 8],
    [7, 8],
    [8, 8],
    [8, 7],
    [8, 5],
    [8, 4],
    [8, 3],
    [8, 2],
    [8, 1],
    [8, 0],
  ] as const
  const format = places.reduce((sum, [x, y]) => sum * 2 + at(x, y), 0) ^ 0b101010000010010
  assert.equal(format >>> 13, 0, 'level M')
  const mask = (format >>> 10) & 7
  const number = (size - 17) / 4
  const alignment = number === 1 ? [] : number < 7 ? [6, size - 7] : [6, (size - 1) / 2, size - 7]
  const isFunction = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (number >= 7 && ((x < 6 && y >= size - 11) || (y < 6 && x >= size - 11))) ||
    alignment.some((ay) =>
      alignment.some((ax) => {
        const isFinder = (ax === 6 && ay === 6) || (ax === 6 && ay === size - 7) || (ax === size - 7 && ay === 6)
        return !isFinder && Math.abs(x - ax) <= 2 && Math.abs(y - ay) <= 2
      }),
    )
  const flips = (i: number, j: number): boolean =>
    [
      (i + j) % 2,
      i % 2,
      j % 3,
      (i + j) % 3,
      (Math.floor(i / 2) + Math.floor(j / 3)) % 2,
      ((i * j) % 2) + ((i * j) % 3),
      (((i * j) % 2) + ((i * j) % 3)) % 2,
      (((i + j) % 2) + ((i * j) % 3)) % 2,
    ][mask] === 0
  const columns = Array.from({ length: size }, (_, place) => size - 1 - place).filter((x) => x !== 6)
  let bits = ''
  for (let pair = 0; pair < columns.length; pair += 2) {
    const rows = Array.from({ length: size }, (_, place) => (pair % 4 === 0 ? size - 1 - place : place))
    for (const y of rows)
      for (const x of columns.slice(pair, pair + 2)) if (!isFunction(x, y)) bits += at(x, y) ^ (flips(y, x) ? 1 : 0)
  }
  const codewords = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  const version = [...Array(250).keys()]
    .map((bytes) => {
      try {
        return findVersion(bytes)
      } catch {
        return null
      }
    })
    .find((each) => each?.number === number)
  assert.ok(version)
  const data = separated(codewords, version).flatMap((block) => block.slice(0, block.length - version.correction))
  const text = data.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const wide = number < 10 ? 8 : 16
  const count = Number.parseInt(text.slice(4, 4 + wide), 2)
  const bytes = text.slice(4 + wide, 4 + wide + count * 8).match(/.{8}/g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)))
}
