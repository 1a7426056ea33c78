const maxOctets = 75

/** Folds a line as RFC 5545 requires: at most 75 octets, continued in lines that begin with a space. */
export function foldLine(line: string): string {
  const parts: string[] = []
  let [part, octets] = ['', 0]
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > maxOctets) {
      parts.push(part)
      // Counts the space at the start of a continuation line.
      ;[part, octets] = ['', 1]
    }
    part += character
    octets += size
  }
  return [...parts, part].join('\r\n ')
}

/** Escapes a text as the value of a property, and removes control characters, which are not allowed there. */
export const escapeContent = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

/** Formats a local time: 20261115T104200 */
export const toDigits = (wall: number): string => new Date(wall).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

/** Formats an instant in UTC: 20261115T094200Z */
export const formatUtc = (at: number): string => `${toDigits(at)}Z`
