/** The alphabet in which 160 characters make one SMS (GSM 03.38). One character outside it leaves room for 70. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
    'abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** These are sent as two characters. */
const extended = new Set('^{}\\[~]|€\f')

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

/** How many of the 160 places a text takes, or undefined when it has a character outside the alphabet. */
export function gsm7Length(text: string): number | undefined {
  let length = 0
  for (const character of text) {
    if (basic.has(character)) length += 1
    else if (extended.has(character)) length += 2
    else return undefined
  }
  return length
}

/**
 * The nearest writing of a character in the alphabet, such as z for ż. What has none, such as a name in Cyrillic, stays:
 * a dearer message is better than one nobody can read.
 */
export function foldToGsm7(character: string): string {
  if (gsm7Length(character) !== undefined) return character
  const folded = replacements[character] ?? character.normalize('NFD').replace(/\p{M}/gu, '')
  return gsm7Length(folded) === undefined ? character : folded
}
