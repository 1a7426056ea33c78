const folded = new Map<string, string>()
const maxFolded = 20_000

/** Whether each word of the query occurs in one of the texts, ignoring case and diacritics: "lodz" finds "Łódź". */
export function matches(query: string, ...texts: readonly string[]): boolean {
  const words = fold(query).split(/\s+/).filter(Boolean)
  const whole = texts.map(fold).join('\n')
  return words.every((word) => whole.includes(word))
}

/** Whether the text begins with the query, ignoring case and diacritics. */
export const beginsWith = (query: string, text: string): boolean => fold(text).startsWith(fold(query).trim())

/** The same texts are searched with every typed letter, so their folded forms are cached. */
function fold(text: string): string {
  const known = folded.get(text)
  if (known !== undefined) return known
  if (folded.size >= maxFolded) folded.clear()
  const value = text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').toLowerCase()
  folded.set(text, value)
  return value
}
