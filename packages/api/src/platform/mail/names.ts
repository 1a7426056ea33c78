const maxLength = 80

/**
 * A name as a message may show it. Anyone can register someone else's address under any name, so a name is cut, keeps to
 * one line, has nothing invisible in it and does not become a link in the reader's program.
 */
export function toDisplayName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const characters = [...plain]
  const cut = characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trimEnd()}…` : plain
  // Mail programs make links of bare text; a zero-width space is what they stop at.
  return cut.replaceAll(/(?<=\S)[.:/@](?=\S)/g, '$&\u200b') || '–'
}
