import type { Language } from '@wachta/domain'
import { escapedCharacters } from './escape.ts'
import type { Message } from './message.ts'

/**
 * Wraps the text of a message in an HTML document, so that mail programs need not guess the charset, width and colours.
 * Links are large enough to tap.
 */
export function htmlDocument({ kind, subject, text, language }: Message): string {
  const [product, automatic] = signature[language]
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root { color-scheme: light dark }
a { display: inline-block; padding: 6px 0 }
p:first-child > strong { font-size: 18px }
</style>
<title>${escaped(subject)}</title>
</head>
<body style="${styles.body}">
<div role="article" lang="${language}" style="${styles.main}">
<div style="${styles.text};border-left:4px solid ${accents[kind]}">
${text}
</div>
<p style="${styles.signature}">${product}<br>
${automatic}</p>
</div>
</body>
</html>
`
}

// Colours follow the light or dark theme of the mail program; only the bar has its own, legible on both.
const styles = {
  body: "margin:0;padding:24px 16px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  main: 'max-width:560px;margin:0 auto',
  text: 'padding:1px 0 1px 16px;overflow-wrap:anywhere;word-break:break-word',
  signature: 'margin:28px 0 0;padding-top:14px;border-top:1px solid #8a8f98;font-size:14px;opacity:.75',
}

const accents: Readonly<Record<Message['kind'], string>> = {
  start: '#d32f2f',
  end: '#2e9e4f',
  test: '#2f6fde',
  code: '#2f6fde',
}

const signature: Readonly<Record<Language, readonly [string, string]>> = {
  pl: ['Wachta, zdalny monitoring usług', 'Tę wiadomość wysłał automat.'],
  en: ['Wachta, remote monitoring of services', 'This message was sent automatically.'],
}

const escaped = (text: string): string => [...escapedCharacters(text, 'html')].join('')
