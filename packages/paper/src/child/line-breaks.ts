const zeroWidthSpace = '\u200b'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Allows line breaks in words that are wider than a line: only after punctuation, as in URLs, if that is sufficient.
 * Words that fit stay unchanged, because a line may break at every break opportunity.
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
  const segments: string[] = []
  let width = measure('…')
  for (const { segment } of graphemes.segment(text)) {
    width += measure(segment)
    if (width > widthEm) break
    segments.push(segment)
  }
  return `${segments.join('').trimEnd()}…`
}

/** Joins one-character words to the next word: in Polish typography, a line must not end with one. */
export const bindShortWords = (text: string) => text.replace(/(?<=^|[\s(„])([aiouwz]) (?=\S)/giu, '$1\u00a0')
