/** The properties of a TrueType font that the layout needs: its characters and their widths. */
export interface FontMetrics {
  readonly glyphs: ReadonlyMap<number, number>
  /** Returns the width of a character in em; `undefined` if the font has no glyph for it. */
  readonly getWidth: (codePoint: number) => number | undefined
}

export function readFontMetrics(font: Uint8Array): FontMetrics {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const tables = readTableOffsets(view)
  const glyphs = readCharacterMap(view, tables.get('cmap') ?? 0)
  const unitsPerEm = view.getUint16((tables.get('head') ?? 0) + 18)
  const advanceCount = view.getUint16((tables.get('hhea') ?? 0) + 34)
  const advances = tables.get('hmtx') ?? 0
  return {
    glyphs,
    getWidth(codePoint) {
      const glyph = glyphs.get(codePoint)
      if (glyph === undefined) return undefined
      // Glyphs after the last entry have the width of that entry.
      return view.getUint16(advances + Math.min(glyph, advanceCount - 1) * 4) / unitsPerEm
    },
  }
}

function readTableOffsets(view: DataView): Map<string, number> {
  return new Map(
    Array.from({ length: view.getUint16(4) }, (_, index) => {
      const entry = 12 + index * 16
      const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(entry + byte)))
      return [tag, view.getUint32(entry + 8)]
    }),
  )
}

/** Reads the Unicode subtables of `cmap`, formats 4 and 12; each of our fonts has one of them. */
function readCharacterMap(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < view.getUint16(cmap + 2); index++) {
    const record = cmap + 4 + index * 8
    const platform = view.getUint16(record)
    if (platform !== 0 && platform !== 3) continue
    const subtable = cmap + view.getUint32(record + 4)
    const format = view.getUint16(subtable)
    if (format === 4) readSegments(view, subtable, glyphs)
    if (format === 12) readGroups(view, subtable, glyphs)
  }
  return glyphs
}

function readSegments(view: DataView, subtable: number, glyphs: Map<number, number>): void {
  const doubledCount = view.getUint16(subtable + 6)
  const ends = subtable + 14
  const starts = ends + doubledCount + 2
  for (let offset = 0; offset < doubledCount; offset += 2) {
    const delta = view.getUint16(starts + doubledCount + offset)
    const rangeAddress = starts + 2 * doubledCount + offset
    const range = view.getUint16(rangeAddress)
    const start = view.getUint16(starts + offset)
    const end = Math.min(view.getUint16(ends + offset), 0xfffe)
    for (let code = start; code <= end; code++) {
      const glyphIndex = range === 0 ? code : view.getUint16(rangeAddress + range + (code - start) * 2)
      const glyph = glyphIndex === 0 ? 0 : (glyphIndex + delta) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
}

function readGroups(view: DataView, subtable: number, glyphs: Map<number, number>): void {
  for (let index = 0; index < view.getUint32(subtable + 12); index++) {
    const group = subtable + 16 + index * 12
    const start = view.getUint32(group)
    const firstGlyph = view.getUint32(group + 8)
    for (let code = start; code <= view.getUint32(group + 4); code++) glyphs.set(code, firstGlyph + code - start)
  }
}
