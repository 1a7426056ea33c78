/** The number of characters that are examined: a text can be a long page, and only its beginning is shown. */
const maxExaminedLength = 4000

/**
 * Quotes a text of unknown origin: one line, of limited length, without tags, links, and characters that are
 * invisible or change the direction of writing. It cannot end its own quotation marks.
 */
export function quoteForeignText(text: string, maxLength: number): string {
  const plain = text
    .slice(0, maxExaminedLength)
    .toWellFormed()
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\b[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/\S+/g, '[link]')
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/["„“”«»]/g, "'")
    .trim()
  const characters = [...plain]
  const shown =
    characters.length > maxLength
      ? `${characters
          .slice(0, maxLength - 1)
          .join('')
          .trimEnd()}…`
      : plain
  return `“${shown}”`
}
