import type { DefaultTemplate } from '@wachta/client'

export const textNames = ['start_subject', 'start_template', 'end_subject', 'end_template'] as const
export type TextName = (typeof textNames)[number]
export type TemplateTexts = Readonly<Pick<DefaultTemplate, TextName>>

export interface Inserted {
  readonly text: string
  /** Where the next letter goes. */
  readonly caret: number
}

/** What is chosen of a text; where nothing is, both ends are where the caret is. */
interface TextSelection {
  readonly start: number
  readonly end: number
}

/** Puts a variable in the place of what is chosen, or where the caret is. */
export function inserted(text: string, { start, end }: TextSelection, variable: string): Inserted {
  const tag = `{{${variable}}}`
  return { text: text.slice(0, start) + tag + text.slice(end), caret: start + tag.length }
}

/** The texts for another channel or language: what is still as it was given is given anew, what was written stays. */
export function reworded<Whole extends TemplateTexts>(
  values: Whole,
  before: TemplateTexts | undefined,
  after: TemplateTexts | undefined,
): Whole {
  if (!before || !after) return values
  const changed = textNames.filter((name) => values[name] === before[name])
  return { ...values, ...Object.fromEntries(changed.map((name) => [name, after[name]])) }
}

/** Whether a text is set in HTML, as letters are. */
export const isHtml = (text: string): boolean => /<\/(?:p|div|table|a|h[1-6]|ul|body)>/i.test(text)

/** What a reader of a letter in HTML sees of it, without its looks. Nothing of it is ever shown as HTML here. */
export function readable(html: string): string {
  return html
    .replaceAll(/<(head|style|script|title)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<li\b[^>]*>/gi, '\n– ')
    .replaceAll(/<\/(?:td|th)>/gi, ' ')
    .replaceAll(/<br\s*\/?>|<\/(?:tr|li)>/gi, '\n')
    .replaceAll(/<\/(?:p|div|h[1-6]|table|ul|ol|pre)>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => characterOf(name) ?? whole)
    .replaceAll(/[ \t]*\n[ \t]*/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return named[name.toLowerCase()]
  const isHex = name[1]?.toLowerCase() === 'x'
  const code = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
