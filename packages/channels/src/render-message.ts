import type { Channel } from './channel.ts'
import { htmlLayout, plainLayout } from './layout.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import { renderTemplate } from './template.ts'

const maxSubject = 1_000

/** A subject, empty if the channel has none, and a text: as templates or rendered. */
export interface MessageTexts {
  readonly subject: string
  readonly text: string
}

/**
 * Renders a message. A subject is always one line of plain text; the text has the format of the channel. The note is
 * appended to both, which are truncated to make room for it.
 */
export function renderMessage(
  channel: Channel,
  template: MessageTexts,
  values: Readonly<Record<string, string>>,
  note: MessageTexts = none,
): MessageTexts {
  return {
    subject: channel.hasSubject ? renderSubject(template.subject, values, note.subject) : '',
    text: renderText(channel, template.text, values, note.text),
  }
}

const none: MessageTexts = { subject: '', text: '' }

function renderSubject(template: string, values: Readonly<Record<string, string>>, note: string): string {
  const behind = note === '' ? '' : ` (${note})`
  const subject = renderTemplate(template, values, 'plain', maxSubject - behind.length)
  // Values have no line breaks, but the template of a customer may.
  return `${subject}${behind}`.replaceAll(breaking, ' ').trim()
}

/** JSON has no place for a note; custom bodies can use the variable `status` instead. */
function renderText(
  channel: Channel,
  template: string,
  values: Readonly<Record<string, string>>,
  note: string,
): string {
  const { escape: escaping, maxText } = channel
  const render = (maxLength: number) => {
    const rendered = renderTemplate(template, values, escaping, maxLength)
    return escaping === 'html' ? sanitizeHtml(rendered) : rendered
  }
  if (note === '' || escaping === 'json') return render(maxText)
  const written = renderTemplate('{{note}}', { note }, escaping, maxText)
  const behind = escaping === 'html' ? `\n${htmlLayout.paragraphs([written])}` : plainLayout.paragraphs(['', written])
  return render(Math.max(0, maxText - behind.length)) + behind
}

const breaking = /[\p{Cc}\u2028\u2029]+/gu
