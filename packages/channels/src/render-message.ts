import type { Channel } from './channel.ts'
import { htmlLayout, plainLayout } from './layout.ts'
import { sanitizeHtml } from './sanitize-html.ts'
import { renderTemplate } from './template.ts'

const maxSubject = 1_000

/** A subject, which is empty where the channel has none, and a text: as a template or as they are read. */
export interface MessageTexts {
  readonly subject: string
  readonly text: string
}

/**
 * A message as its reader gets it. A subject is one line of plain text, whatever the channel; the text is in the
 * language of the channel. A note is put behind both, and they make room for it.
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
  // Values have no line breaks by now; the template of a customer may.
  return `${subject}${behind}`.replaceAll(breaking, ' ').trim()
}

/** JSON has no place for another paragraph: whoever writes a body of their own finds the same in the variables. */
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
