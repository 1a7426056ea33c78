/**
 * Makes untrusted text printable: one character without a glyph makes Typst reject PDF/A, and one that changes the text
 * direction can show `gnp.exe` as `exe.png`.
 */
export interface TextCleaner {
  /** One line of at most `maxLength` characters. */
  readonly cleanLine: (text: string, maxLength: number) => string
  /** The text of an SVG file: only unprintable characters are replaced. */
  readonly cleanSvg: (svg: string) => string
  readonly countReplaced: () => number
}

// Controls, surrogates, private use, unassigned, marks of direction, invisible joiners, tags and noncharacters.
const unprintable =
  /\p{Cc}|\p{Cs}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}|[\u2028-\u202e\ufff0-\ufffc]|[\u{e0000}-\u{e0fff}]/gu
const mark = /\p{M}/u
const maxMarks = 3
const replacement = '\ufffd'

export function createTextCleaner(hasGlyph: (codePoint: number) => boolean): TextCleaner {
  let replaced = 0
  const printable = (character: string) => hasGlyph(character.codePointAt(0) ?? 0)
  const replace = () => {
    replaced++
    return replacement
  }

  function cleanLine(text: string, maxLength: number): string {
    const kept: string[] = []
    let marks = 0
    for (const character of prepare(text, maxLength)) {
      if (kept.length >= maxLength)
        return `${kept
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`
      if (mark.test(character)) {
        marks++
        // A combining mark needs a printed letter; without one it would get a dotted circle.
        const base = kept.at(-1) ?? ' '
        if (marks > maxMarks || base === ' ' || base === replacement || !printable(character)) continue
        kept.push(character)
        continue
      }
      marks = 0
      kept.push(printable(character) ? character : replace())
    }
    return kept.join('').trim()
  }

  const cleanSvg = (svg: string) =>
    Array.from(
      svg.toWellFormed().replace(unprintable, (character) => (character === '\n' ? ' ' : '')),
      (character) => (printable(character) ? character : replace()),
    ).join('')

  return { cleanLine, cleanSvg, countReplaced: () => replaced }
}

/** Never examines more than a bounded part: a text of many megabytes costs no more than a long one. */
function prepare(text: string, maxLength: number): string {
  const bounded = text.slice(0, maxLength * 8 + 64)
  return bounded
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\u2007\u202f]/g, '\u00a0')
    .replace(/[^\S\u00a0]+/gu, ' ')
    .replace(unprintable, '')
    .trimStart()
}
