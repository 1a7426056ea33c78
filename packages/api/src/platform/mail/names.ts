const maxNameLength = 80

/**
 * Makes a name safe to show in a message. Anyone can register someone else's address under any name, so the name is
 * truncated to one line, without invisible characters and without text that mail programs turn into links.
 */
export function toDisplayName(name: string): string {
  const cleaned = name
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const characters = [...cleaned]
  const shortened =
    characters.length > maxNameLength ? `${characters.slice(0, maxNameLength).join('').trimEnd()}…` : cleaned
  // A zero-width space keeps mail programs from turning the text into a link.
  return shortened.replaceAll(/(?<=\S)[.:/@](?=\S)/g, '$&\u200b') || '–'
}
