const most = 75

/** A line of RFC 5545: no longer than 75 octets, the rest in further lines that begin with a space. */
export function folded(line: string): string {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > most) {
      parts.push(part)
      // The space that a further line begins with.
      ;[part, octets] = ['', 1]
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}

/** A text as a value. What no line may hold is left out. */
export const escapeContent = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

/** 20261115T104200 */
export const toDigits = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

/** 20261115T094200Z */
export const instant = (at: number): string => `${toDigits(at)}Z`
