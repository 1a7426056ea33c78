const segmenter = new Intl.Segmenter()
const asciiText = /^[\u0020-\u007e]*$/
/** Characters that fill two cells of a terminal. */
const wideCharacter =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u

/** Returns the number of terminal cells that a text fills. */
export function measureTextWidth(text: string): number {
  if (asciiText.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += wideCharacter.test(segment) ? 2 : 1
  return width
}

/** Returns the text if it fits, or its beginning with an ellipsis; with `keepsEnd`, its end as well. */
export function truncateText(text: string, width: number, keepsEnd = false): string {
  if (measureTextWidth(text) <= width) return text
  const segments = [...segmenter.segment(text)].map(({ segment }) => segment)
  const end =
    keepsEnd && width > 10
      ? takeCells(segments.toReversed(), Math.floor(width / 3))
          .toReversed()
          .join('')
      : ''
  const start = takeCells(segments, width - 1 - measureTextWidth(end)).join('')
  return `${end === '' ? start.trimEnd() : start}…${end}`
}

function takeCells(segments: readonly string[], width: number): string[] {
  let used = 0
  const endIndex = segments.findIndex((segment) => {
    used += wideCharacter.test(segment) ? 2 : 1
    return used > width
  })
  return segments.slice(0, endIndex < 0 ? segments.length : endIndex)
}
