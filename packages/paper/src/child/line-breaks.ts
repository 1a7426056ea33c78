const zeroWidthSpace = '\u200b'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Allows breaks in words that are wider than their line, in addresses after punctuation if that suffices. A word that
 * fits is left alone, because a line may break at every opportunity it is given.
 */
export function breakLongWords(text: string, widthEm: number, measure: (text: string) => number): string {
  // No character is wider than 2 em, so most texts need no measuring.
  if (text.length * 2 <= widthEm) return text
  return text
    .split(' ')
    .map((word) => (measure(word) <= widthEm ? word : breakWord(word, widthEm, measure)))
    .join(' ')
}

function breakWord(word: string, widthEm: number, measure: (text: string) => number): string {
  return word
    .split(/(?<=[/._\-?&=:;,@+#])/)
    .map((part) => (measure(part) <= widthEm ? part : breakAnywhere(part)))
    .join(zeroWidthSpace)
}

const breakAnywhere = (part: string) =>
  Array.from(graphemes.segment(part), ({ segment }) => segment).join(zeroWidthSpace)

/** Cuts a text so that it fits on one line. */
export function truncateToWidth(text: string, widthEm: number, measure: (text: string) => number): string {
  if (measure(text) <= widthEm) return text
  const kept: string[] = []
  let width = measure('…')
  for (const { segment } of graphemes.segment(text)) {
    width += measure(segment)
    if (width > widthEm) break
    kept.push(segment)
  }
  return `${kept.join('').trimEnd()}…`
}

/** Polish typography leaves no one-letter word at the end of a line. */
export const bindShortWords = (text: string) => text.replace(/(?<=^|[\s(„])([aiouwz]) (?=\S)/giu, '$1\u00a0')
