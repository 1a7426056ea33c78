const foldedTexts = new Map<string, string>()
const maxFoldedTexts = 20_000

/** Whether each word of the query occurs in one of the texts, ignoring case and diacritics: "lodz" finds "Łódź". */
export function matches(query: string, ...texts: readonly string[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const searchedText = texts.map(fold).join('\n')
  return words.every((word) => searchedText.includes(word))
}

/** Whether the text begins with the query, ignoring case and diacritics. */
export const beginsWith = (query: string, text: string): boolean => fold(text).startsWith(fold(query).trim())

/** The same texts are searched at every keystroke, so their folded forms are cached. */
function fold(text: string): string {
  const cached = foldedTexts.get(text)
  if (cached !== undefined) return cached
  if (foldedTexts.size >= maxFoldedTexts) foldedTexts.clear()
  const value = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').toLowerCase()
  foldedTexts.set(text, value)
  return value
}
