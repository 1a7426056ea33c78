/** The alphabet in which 160 characters make one SMS (GSM 03.38). One character outside it leaves room for 70. */
const basicCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These are sent as two characters. */
const extendedCharacters = new Set('^{}\\[~]|€\f')

const replacements: Readonly<Record<string, string>> = {
  ł: 'l',
  Ł: 'L',
  '„': '"',
  '”': '"',
  '“': '"',
  '«': '"',
  '»': '"',
  '’': "'",
  '‘': "'",
  '‚': "'",
  '`': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '•': '-',
  '…': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
}

/** Returns how many septets a text needs, or undefined if a character is not in the alphabet. */
export function countSeptets(text: string): number | undefined {
  let length = 0
  for (const character of text) {
    if (basicCharacters.has(character)) length += 1
    else if (extendedCharacters.has(character)) length += 2
    else return undefined
  }
  return length
}

/**
 * Replaces a character by the nearest one in the alphabet, such as z for ż. A character that is not near any, such as a
 * Cyrillic letter, stays: a more expensive message is better than an unreadable one.
 */
export function foldToGsm7(character: string): string {
  if (countSeptets(character) !== undefined) return character
  const folded = replacements[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
  return countSeptets(folded) === undefined ? character : folded
}

/** The segments of a text: one message, or several that the phone joins. */
export interface Segments {
  readonly alphabet: 'gsm7' | 'ucs2'
  readonly parts: readonly string[]
}

// The header that joins the parts takes space in each of them.
const capacity = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const

/**
 * Splits a text into the segments that networks count and charge. A character is never split, so a segment may be one
 * place short.
 */
export function splitIntoSegments(text: string): Segments {
  const alphabet = countSeptets(text) === undefined ? 'ucs2' : 'gsm7'
  const countUnits = (part: string) => (alphabet === 'gsm7' ? (countSeptets(part) ?? 0) : part.length)
  if (countUnits(text) <= capacity[alphabet].alone) return { alphabet, parts: [text] }
  const parts: string[] = []
  let part = ''
  let usedUnits = 0
  for (const character of text) {
    const addedUnits = countUnits(character)
    if (usedUnits + addedUnits > capacity[alphabet].joined) {
      parts.push(part)
      part = ''
      usedUnits = 0
    }
    part += character
    usedUnits += addedUnits
  }
  return { alphabet, parts: [...parts, part] }
}
