import { mailStyles, renderHtmlHead } from '@wachta/channels'
import { escapeHtml, removeLineBreaks } from '../http/escape-html.ts'
import type { Fact, MailMessage } from './messages/message.ts'

const maxColumns = 72

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a message as plain text and as HTML with the same content. */
export function render(message: MailMessage): RenderedMail {
  const subject = removeLineBreaks(message.subject)
  return { subject, text: renderText(message), html: renderHtml(message, subject) }
}

function renderText({ opening, facts, list, action, closing, signature }: MailMessage): string {
  const blocks = [
    ...opening.map((paragraph) => wrap(removeLineBreaks(paragraph))),
    listFacts(facts),
    ...(list ? [`${removeLineBreaks(list.heading)}:\n${listFacts(list.facts)}`] : []),
    // On a line of its own and never wrapped, so that every program finds the end of the link.
    ...(action ? [`${removeLineBreaks(action.label)}:\n${removeLineBreaks(action.link)}`] : []),
    ...closing.map((paragraph) => wrap(removeLineBreaks(paragraph))),
    // The signature delimiter that mail programs recognise.
    ['-- ', ...signature.map(removeLineBreaks)].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

const listFacts = (facts: readonly Fact[]): string =>
  facts.map(([label, value]) => `${removeLineBreaks(label)}: ${removeLineBreaks(value)}`).join('\n')

function wrap(paragraph: string): string {
  const lines: string[] = []
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > maxColumns) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

// The button has its own colours, legible in both themes.
const styles = {
  heading: 'font-size:22px;line-height:1.3;margin:0 0 20px',
  paragraph: 'margin:0 0 16px',
  facts: 'margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid #2f6fde',
  label: 'font-size:14px;opacity:.75',
  button:
    'display:inline-block;padding:12px 24px;border-radius:6px;background:#1f5bc4;color:#ffffff;font-weight:600;text-decoration:none',
  address: 'margin:0 0 20px;font-size:14px;overflow-wrap:anywhere;word-break:break-word',
}

function renderHtml(message: MailMessage, subject: string): string {
  const { language, opening, facts, list, action, closing, signature } = message
  return `${renderHtmlHead({ language, subject, style: mailStyles.theme })}
<body style="${mailStyles.body}">
<div role="article" lang="${language}" style="${mailStyles.main}">
<h1 style="${styles.heading}">${escapeHtml(subject)}</h1>
${opening.map(renderParagraph).join('\n')}
${renderFacts(facts)}
${list ? `${renderParagraph(`${list.heading}:`)}\n${renderFacts(list.facts)}` : ''}
${action ? renderButton(action) : ''}
${closing.map(renderParagraph).join('\n')}
<p style="${mailStyles.signature}">${signature.map(escapeHtml).join('<br>\n')}</p>
</div>
</body>
</html>
`
}

const renderParagraph = (text: string): string => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`

const renderFacts = (facts: readonly Fact[]): string =>
  `<div style="${styles.facts}">\n${facts.map(renderFact).join('\n')}\n</div>`

// Isolated, because a right-to-left name would otherwise reorder the text around it.
const renderFact = ([label, value]: Fact): string =>
  `<div><span style="${styles.label}">${escapeHtml(label)}:</span> <bdi><strong>${escapeHtml(value)}</strong></bdi></div>`

function renderButton({ label, link, otherwise }: NonNullable<MailMessage['action']>): string {
  return `<p style="${styles.paragraph}"><a href="${escapeHtml(link)}" style="${styles.button}">${escapeHtml(label)}</a></p>
<p style="${styles.address}">${escapeHtml(otherwise)}<br>
${escapeHtml(link)}</p>`
}
