import type { Channel } from './channel.ts'
import { htmlLayout, plainLayout } from './layout.ts'
import { omitEmptyLines } from './omit-empty-lines.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import { renderTemplate } from './template.ts'

const maxSubjectLength = 1_000

/** A subject, empty if the channel has none, and a text: as templates or rendered. */
export interface MessageTexts {
  readonly subject: string
  readonly text: string
}

/** The texts of a message before values are put in. */
export interface MessageTemplate extends MessageTexts {
  /** Appended to both texts, which are truncated to make room for it. */
  readonly note?: MessageTexts | undefined
  /** Whether the text is the default of the channel: lines without values are omitted then. */
  readonly isDefaultText?: boolean
}

/**
 * Renders a message. A subject is always one line of plain text; the text has the format of the channel.
 */
export function renderMessage(
  channel: Channel,
  template: MessageTemplate,
  values: Readonly<Record<string, string>>,
): MessageTexts {
  return {
    subject: channel.hasSubject ? renderSubject(template, values) : '',
    text: renderText(channel, template, values),
  }
}

function renderSubject({ subject: template, note }: MessageTemplate, values: Readonly<Record<string, string>>): string {
  const suffix = note === undefined || note.subject === '' ? '' : ` (${note.subject})`
  const subject = renderTemplate(template, values, { escape: 'plain', maxText: maxSubjectLength - suffix.length })
  // Values have no line breaks, but the template of a customer may.
  return `${subject}${suffix}`.replaceAll(lineBreaks, ' ').trim()
}

/** A JSON body gets no note; custom bodies can use the variable `status` instead. */
function renderText(
  channel: Channel,
  { text, note, isDefaultText = false }: MessageTemplate,
  values: Readonly<Record<string, string>>,
): string {
  const { escape: escaping, maxText } = channel
  const template = isDefaultText && !channel.hasFixedLines ? omitEmptyLines(text, values) : text
  const render = (length: number) => {
    const rendered = renderTemplate(template, values, { escape: escaping, maxText: length })
    return escaping === 'html' ? sanitizeHtml(rendered) : rendered
  }
  if (note === undefined || note.text === '' || escaping === 'json') return render(maxText)
  const renderedNote = renderTemplate('{{note}}', { note: note.text }, channel)
  const suffix =
    escaping === 'html' ? `\n${htmlLayout.paragraphs([renderedNote])}` : plainLayout.paragraphs(['', renderedNote])
  return render(Math.max(0, maxText - suffix.length)) + suffix
}

const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu
