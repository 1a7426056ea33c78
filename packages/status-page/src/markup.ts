/** Markup in which all user-entered text is already escaped. Create it only with `markup` or `joinMarkup`. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type MarkupValue = string | number | null | Markup | readonly MarkupValue[]

/**
 * Builds HTML, SVG or XML, which need the same characters escaped. Every value is escaped unless it is markup itself,
 * so that escaping cannot be forgotten.
 */
export function markup(literals: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(literals.map((literal, index) => literal + toText(values[index] ?? '')).join(''))
}

/** Joins markup with nothing in between. */
export const joinMarkup = (parts: readonly Markup[]): Markup => new Markup(parts.map(({ text }) => text).join(''))

export const noMarkup = new Markup('')

/**
 * Removes characters that XML forbids even if escaped (control characters, lone surrogates, non-characters), and those
 * that change the direction of text, which can make one name look like another.
 */
export const stripControls = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]|\p{Bidi_Control}/gu, '')

/** Removes the same characters as `stripControls`, and joins the lines into one. */
export const joinLines = (text: string): string =>
  stripControls(text)
    .replaceAll(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function toText(value: MarkupValue): string {
  if (value instanceof Markup) return value.text
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string')
    return stripControls(value).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
  return value.map(toText).join('')
}
