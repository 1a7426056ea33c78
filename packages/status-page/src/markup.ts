/** Markup in which all text from people is already escaped. Only the tag `markup` creates it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type MarkupValue = string | number | null | Markup | readonly MarkupValue[]

/**
 * Builds HTML, SVG or XML, in all of which the same characters have to be escaped: every value is, unless it is markup itself.
 * So nothing reaches a page unescaped by omission.
 */
export function markup(literals: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(literals.map((literal, index) => literal + toText(values[index] ?? '')).join(''))
}

/** Joins markup with nothing in between. */
export const joinMarkup = (parts: readonly Markup[]): Markup => new Markup(parts.map(({ text }) => text).join(''))

export const noMarkup = new Markup('')

/**
 * Removes what XML forbids even escaped (control characters, lone surrogates, non-characters), and characters that change the
 * direction of text, with which one name can be made to look like another.
 */
export const stripControls = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]|\p{Bidi_Control}/gu, '')

/** The same on a single line. */
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
