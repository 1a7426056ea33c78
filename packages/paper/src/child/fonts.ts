import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type FontMetrics, readFontMetrics } from './font-metrics.ts'

/** Inter for all text, DejaVu Sans for characters that Inter lacks. Fonts of the machine are never used. */
export const fontFiles = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
] as const

export interface Fonts {
  readonly files: readonly Buffer[]
  readonly hasGlyph: (codePoint: number) => boolean
  /** Returns the width in em of a text without kerning, in semibold; regular is a little narrower. */
  readonly measure: (text: string) => number
}

export function loadFonts(): Fonts {
  const files = fontFiles.map((name) => readFileSync(fileURLToPath(import.meta.resolve(name))))
  const [regular, semibold, , fallback] = files.map(readFontMetrics) as FontMetrics[]
  if (regular === undefined || semibold === undefined || fallback === undefined) throw new Error('a font is missing')
  return {
    files,
    hasGlyph: (codePoint) => regular.glyphs.has(codePoint) || fallback.glyphs.has(codePoint),
    measure: (text) => measure(text, [semibold, fallback]),
  }
}

// All tabular digits of Inter are as wide as its widest digit.
const digitWidth = 0.66

function measure(text: string, [first, fallback]: readonly [FontMetrics, FontMetrics]): number {
  let width = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    if (codePoint >= 0x30 && codePoint <= 0x39) width += digitWidth
    else if (codePoint !== 0x200b) width += first.getWidth(codePoint) ?? fallback.getWidth(codePoint) ?? 1
  }
  return width
}
