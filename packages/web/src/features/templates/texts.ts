import type { DefaultTemplate } from '@wachta/client'

export const textNames = ['start_subject', 'start_template', 'end_subject', 'end_template'] as const
export type TextName = (typeof textNames)[number]
export type TemplateTexts = Readonly<Pick<DefaultTemplate, TextName>>

export interface EditedText {
  readonly text: string
  /** The position of the caret afterwards. */
  readonly caret: number
}

/** The selected part of a text; if nothing is selected, both ends are the position of the caret. */
interface TextSelection {
  readonly start: number
  readonly end: number
}

/** Replaces the selection with a variable, or inserts it at the caret. */
export function insertVariable(text: string, { start, end }: TextSelection, variable: string): EditedText {
  const tag = `{{${variable}}}`
  return { text: text.slice(0, start) + tag + text.slice(end), caret: start + tag.length }
}

/**
 * Returns the texts for another channel or language: default texts are replaced by the new ones, edited texts are kept.
 */
export function replaceDefaultTexts<Whole extends TemplateTexts>(
  values: Whole,
  before: TemplateTexts | undefined,
  after: TemplateTexts | undefined,
): Whole {
  if (!before || !after) return values
  const changed = textNames.filter((name) => values[name] === before[name])
  return { ...values, ...Object.fromEntries(changed.map((name) => [name, after[name]])) }
}

/** Whether a text is HTML, as in e-mails. */
export const isHtml = (text: string): boolean => /<\/(?:p|div|table|a|h[1-6]|ul|body)>/i.test(text)

/** Converts an HTML e-mail to plain text. It is never displayed as HTML here. */
export function toReadableText(html: string): string {
  return html
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<li\b[^>]*>/gi, '\n– ')
    .replaceAll(/<\/(?:td|th)>/gi, ' ')
    .replaceAll(/<br\s*\/?>|<\/(?:tr|li)>/gi, '\n')
    .replaceAll(/<\/(?:p|div|h[1-6]|table|ul|ol|pre)>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#x?[0-9a-f]+|[a-z]+);/gi, (entity, name: string) => findCharacter(name) ?? entity)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
}

function findCharacter(name: string): string | undefined {
  if (!name.startsWith('#')) return namedCharacters[name.toLowerCase()]
  const isHex = name[1]?.toLowerCase() === 'x'
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
