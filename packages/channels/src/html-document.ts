import type { Language } from '@wachta/domain'
import { mailStyles, renderHtmlHead } from './mail-html.ts'
import type { Message } from './message.ts'

/** Wraps the text of a message in an HTML document, in which links are large enough to tap. */
export function renderHtmlDocument({ kind, subject, text, language, isDigest = false }: Message): string {
  const [product, automatic] = signature[language]
  return `${renderHtmlHead({ language, subject, style })}
<body style="${mailStyles.body}">
<div role="article" lang="${language}" style="${mailStyles.main}">
<div style="${textStyle}${isDigest ? '' : `;${barStyle}${accents[kind]}`}">
${text}
</div>
<p style="${mailStyles.signature}">${product}<br>
${automatic}</p>
</div>
</body>
</html>
`
}

const style = `
${mailStyles.theme}
a { display: inline-block; padding: 6px 0 }
p:first-child > strong { font-size: 18px }
`

const textStyle = 'overflow-wrap:anywhere;word-break:break-word'

/** A message about one alert has a bar; in a digest, each notification has its own. */
const barStyle = 'padding:1px 0 1px 16px;border-left:4px solid '

// The bar has its own colour, legible in both themes.
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
