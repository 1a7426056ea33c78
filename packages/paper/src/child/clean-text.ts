/**
 * Makes untrusted text printable: a single character without a glyph makes Typst reject PDF/A, and one that changes the
 * text direction can show `gnp.exe` as `exe.png`.
 */
export interface TextCleaner {
  /** Returns one line of at most `maxLength` characters. */
  readonly cleanLine: (text: string, maxLength: number) => string
  /** Returns the SVG file without unprintable characters, and with a replacement for characters without a glyph. */
  readonly cleanSvg: (svg: string) => string
  readonly countReplaced: () => number
}

// Controls, surrogates, private use, unassigned, direction marks, invisible joiners, tags and noncharacters.
const unprintableCharacters =
  /\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}|[\u2028-\u202e\ufff0-\ufffc]|[\u{e0000}-\u{e0fff}]/gu
const combiningMark = /\p{M}/u
const maxMarks = 3
const replacement = '\ufffd'

export function createTextCleaner(hasGlyph: (codePoint: number) => boolean): TextCleaner {
  let replacedCount = 0
  const isPrintable = (character: string) => hasGlyph(character.codePointAt(0) ?? 0)
  const replace = () => {
    replacedCount++
    return replacement
  }

  function cleanLine(text: string, maxLength: number): string {
    const characters: string[] = []
    let marks = 0
    for (const character of normalizeText(text, maxLength)) {
      if (characters.length >= maxLength)
        return `${characters
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`
      if (combiningMark.test(character)) {
        marks++
        // A combining mark needs a printed base character; without one it would be shown on a dotted circle.
        const base = characters.at(-1) ?? ' '
        if (marks > maxMarks || base === ' ' || base === replacement || !isPrintable(character)) continue
        characters.push(character)
        continue
      }
      marks = 0
      characters.push(isPrintable(character) ? character : replace())
    }
    return characters.join('').trim()
  }

  const cleanSvg = (svg: string) =>
    Array.from(
      svg.toWellFormed().replace(unprintableCharacters, (character) => (character === '\n' ? ' ' : '')),
      (character) => (isPrintable(character) ? character : replace()),
    ).join('')

  return { cleanLine, cleanSvg, countReplaced: () => replacedCount }
}

/** Examines only the beginning of the text, because the text may have many megabytes. */
function normalizeText(text: string, maxLength: number): string {
  const bounded = text.slice(0, maxLength * 8 + 64)
  return bounded
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u2007\u202f]/g, '\u00a0')
    .replace(/[^\S\u00a0]+/gu, ' ')
    .replace(unprintableCharacters, '')
    .trimStart()
}
