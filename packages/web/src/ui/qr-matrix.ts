import { findVersion, toCodewords, type Version } from './qr-codewords.ts'

/** True is dark. */
export type QrMatrix = readonly (readonly boolean[])[]

/**
 * Encodes a short text as a QR code (ISO/IEC 18004) with error correction level M. It supports only what a phone needs
 * to read a URL from a screen: byte mode, versions 1 to 10, and the best mask by the rules of the standard.
 */
export function buildQrMatrix(text: string): QrMatrix {
  const bytes = new TextEncoder().encode(text)
  const version = findVersion(bytes.length)
  const blank = drawFixedPatterns(version)
  const filled = placeData(blank, toCodewords(bytes, version))
  const candidates = masks.map((_, mask) => maskCells(filled, blank, mask))
  const penalties = candidates.map(computePenalty)
  return candidates[penalties.indexOf(Math.min(...penalties))] ?? []
}

type Cells = (boolean | null)[][]

/** The squares around the middle of a pattern, from the inside: whether they are dark. */
const finderRings = [true, true, false, true, false]
const alignmentRings = [true, false, true]

/** Draws the fixed patterns; null marks the cells for data. */
function drawFixedPatterns({ number, alignment }: Version): Cells {
  const size = number * 4 + 17
  const cells: Cells = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null))
  const set = (x: number, y: number, dark: boolean) => {
    const row = cells[y]
    if (row && x >= 0 && x < size) row[x] = dark
  }
  for (let at = 0; at < size; at += 1) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const drawRings = (centreX: number, centreY: number, rings: readonly boolean[]) => {
    const reach = rings.length - 1
    for (let dy = -reach; dy <= reach; dy += 1)
      for (let dx = -reach; dx <= reach; dx += 1)
        set(centreX + dx, centreY + dy, rings[Math.max(Math.abs(dx), Math.abs(dy))] === true)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawRings(x, y, finderRings)
  const last = alignment.length - 1
  for (const [row, y] of alignment.entries())
    for (const [column, x] of alignment.entries()) {
      const isCorner = (row === 0 && (column === 0 || column === last)) || (row === last && column === 0)
      if (!isCorner) drawRings(x, y, alignmentRings)
    }
  // Reserves the cells of the format, which is written once the mask is chosen.
  for (let bit = 0; bit < 15; bit += 1) for (const [x, y] of listFormatPositions(bit, size)) set(x, y, false)
  set(8, size - 8, true)
  if (number >= 7) {
    const bits = (number << 12) | computeRemainder(number, 12, 0x1f25)
    for (let bit = 0; bit < 18; bit += 1) {
      const [far, near] = [size - 11 + (bit % 3), Math.floor(bit / 3)]
      set(far, near, ((bits >>> bit) & 1) === 1)
      set(near, far, ((bits >>> bit) & 1) === 1)
    }
  }
  return cells
}

/** Places data in columns of two, up and down alternately, from the right, skipping the timing column. */
function placeData(blank: Cells, codewords: Uint8Array): Cells {
  const cells = blank.map((row) => [...row])
  const size = cells.length
  let bit = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step += 1) {
      const isUpward = ((right + 1) & 2) === 0
      const row = cells[isUpward ? size - 1 - step : step]
      for (const x of [right, right - 1]) {
        if (!row || row[x] !== null) continue
        row[x] = (((codewords[bit >>> 3] ?? 0) >>> (7 - (bit & 7))) & 1) === 1
        bit += 1
      }
    }
  }
  return cells
}

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function maskCells(filled: Cells, blank: Cells, mask: number): boolean[][] {
  const flips = masks[mask]
  const cells = filled.map((row, y) =>
    row.map((dark, x) => (blank[y]?.[x] === null && flips?.(x, y)) !== (dark === true)),
  )
  // The format is the level and the mask; the bits of level M are 00.
  const format = ((mask << 10) | computeRemainder(mask, 10, 0x537)) ^ 0x5412
  for (let bit = 0; bit < 15; bit += 1)
    for (const [x, y] of listFormatPositions(bit, cells.length)) {
      const row = cells[y]
      if (row) row[x] = ((format >>> bit) & 1) === 1
    }
  return cells
}

/** Returns both positions of a format bit. */
function listFormatPositions(bit: number, size: number): readonly (readonly [x: number, y: number])[] {
  const around = bit < 6 ? ([8, bit] as const) : bit === 6 ? ([8, 7] as const) : bit === 7 ? ([8, 8] as const) : null
  const first = around ?? (bit === 8 ? ([7, 8] as const) : ([14 - bit, 8] as const))
  return [first, bit < 8 ? ([size - 1 - bit, 8] as const) : ([8, size - 15 + bit] as const)]
}

/** Returns the remainder of a polynomial over GF(2), after `degree` zeros were appended to it. */
function computeRemainder(value: number, degree: number, generator: number): number {
  let result = value
  for (let step = 0; step < degree; step += 1) result = (result << 1) ^ ((result >>> (degree - 1)) * generator)
  return result
}

/** How hard a picture is to read, by the four rules of the standard. */
function computePenalty(cells: boolean[][]): number {
  const size = cells.length
  const isDark = (x: number, y: number) => cells[y]?.[x] === true
  let sum = 0
  for (const isColumn of [false, true])
    for (let line = 0; line < size; line += 1) {
      const bits = Array.from({ length: size }, (_, index) => (isColumn ? isDark(line, index) : isDark(index, line)))
      const text = bits.map((dark) => (dark ? '1' : '0')).join('')
      for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2
      for (let start = 0; start + 11 <= size; start += 1)
        if (/^(?:10111010000|00001011101)$/.test(text.slice(start, start + 11))) sum += 40
    }
  for (let y = 0; y + 1 < size; y += 1)
    for (let x = 0; x + 1 < size; x += 1)
      if (
        isDark(x, y) === isDark(x + 1, y) &&
        isDark(x, y) === isDark(x, y + 1) &&
        isDark(x, y) === isDark(x + 1, y + 1)
      )
        sum += 3
  const dark = cells.flat().filter(Boolean).length
  return sum + Math.floor(Math.abs((dark * 20) / size ** 2 - 10)) * 10
}
