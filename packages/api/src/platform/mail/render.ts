import type { Language } from '@wachta/domain'
import { escapeHtml, oneLine } from '../http/escape-html.ts'
import type { Fact, MailMessage } from './messages/message.ts'

const maxColumns = 72

export interface RenderedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Renders a message as plain text and as HTML with the same content. */
export function render(message: MailMessage): RenderedMail {
  const subject = oneLine(message.subject)
  return { subject, text: renderText(message), html: renderHtml(message, subject) }
}

function renderText({ opening, facts, action, closing, signature }: MailMessage): string {
  const blocks = [
    ...opening.map((paragraph) => wrap(oneLine(paragraph))),
    facts.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`).join('\n'),
    // On a line of its own and never wrapped, so that every program finds the end of the link.
    ...(action ? [`${oneLine(action.label)}:\n${oneLine(action.link)}`] : []),
    ...closing.map((paragraph) => wrap(oneLine(paragraph))),
    // The signature delimiter that mail programs recognise.
    ['-- ', ...signature.map(oneLine)].join('\n'),
  ]
  return `${blocks.join('\n\n')}\n`
}

function wrap(paragraph: string): string {
  const lines: string[] = []
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + word.length > maxColumns) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join('\n')
}

// Colours follow the light or dark theme of the mail program; only the button has its own, legible on both.
const styles = {
  body: "margin:0;padding:24px 16px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  main: 'max-width:560px;margin:0 auto',
  heading: 'font-size:22px;line-height:1.3;margin:0 0 20px',
  paragraph: 'margin:0 0 16px',
  facts: 'margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid #2f6fde',
  label: 'font-size:14px;opacity:.75',
  button:
    'display:inline-block;padding:12px 24px;border-radius:6px;background:#1f5bc4;color:#ffffff;font-weight:600;text-decoration:none',
  address: 'margin:0 0 20px;font-size:14px;overflow-wrap:anywhere;word-break:break-word',
  signature: 'margin:28px 0 0;padding-top:14px;border-top:1px solid #8a8f98;font-size:14px;opacity:.75',
}

function renderHtml({ language, opening, facts, action, closing, signature }: MailMessage, subject: string): string {
  return `${htmlHead({ language, subject, style: ':root { color-scheme: light dark }' })}
<body style="${styles.body}">
<div role="article" lang="${language}" style="${styles.main}">
<h1 style="${styles.heading}">${escapeHtml(subject)}</h1>
${opening.map(paragraph).join('\n')}
<div style="${styles.facts}">
${facts.map(fact).join('\n')}
</div>
${action ? button(action) : ''}
${closing.map(paragraph).join('\n')}
<p style="${styles.signature}">${signature.map(escapeHtml).join('<br>\n')}</p>
</div>
</body>
</html>
`
}

interface HtmlHead {
  readonly language: Language
  readonly subject: string
  readonly style: string
}

/** Everything before the body: mail programs need not guess the charset, the width or the theme. */
export function htmlHead({ language, subject, style }: HtmlHead): string {
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${style}</style>
<title>${escapeHtml(subject)}</title>
</head>`
}

const paragraph = (text: string): string => `<p style="${styles.paragraph}">${escapeHtml(text)}</p>`

// Isolated, because a right-to-left name would otherwise reorder the text around it.
const fact = ([label, value]: Fact): string =>
  `<div><span style="${styles.label}">${escapeHtml(label)}:</span> <bdi><strong>${escapeHtml(value)}</strong></bdi></div>`

function button({ label, link, otherwise }: NonNullable<MailMessage['action']>): string {
  return `<p style="${styles.paragraph}"><a href="${escapeHtml(link)}" style="${styles.button}">${escapeHtml(label)}</a></p>
<p style="${styles.address}">${escapeHtml(otherwise)}<br>
${escapeHtml(link)}</p>`
}
