import type { Language } from '@wachta/domain'
import { escapeCharacters } from './escape.ts'

interface HtmlHead {
  readonly language: Language
  readonly subject: string
  readonly style: string
}

/** Everything before the body of an e-mail: mail programs need not guess the charset, the width or the theme. */
export function renderHtmlHead({ language, subject, style }: HtmlHead): string {
  return `<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>${style}</style>
<title>${[...escapeCharacters(subject, 'html')].join('')}</title>
</head>`
}

/** The styles that all e-mails share. Colours follow the light or dark theme of the mail program. */
export const mailStyles = {
  theme: ':root { color-scheme: light dark }',
  body: "margin:0;padding:24px 16px;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  main: 'max-width:560px;margin:0 auto',
  signature: 'margin:28px 0 0;padding-top:14px;border-top:1px solid #8a8f98;font-size:14px;opacity:.75',
}
