import { deriveColours } from '@wachta/domain/brand-colours'
import { joinLines, type Markup, markup, noMarkup } from '../markup.ts'
import type { MailContext } from './message-page.ts'

export interface MailParts extends MailContext {
  readonly subject: string
  readonly main: Markup
  readonly button: { readonly label: string; readonly url: string }
  readonly small: Markup
}

/**
 * An e-mail in the design of its page. Mail programs support only inline styles, and show pictures only with the
 * permission of the reader.
 */
export function renderMailDocument({ page, language, subject, main, button, small }: MailParts): string {
  const { band, onBand } = deriveColours(page.accentColour)
  const brand = page.brandName === '' ? page.title : page.brandName
  const bodyStyle =
    "margin:0;padding:0;font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  const buttonStyle = `display:inline-block;padding:12px 20px;border-radius:8px;background:${band};color:${onBand};font-weight:600;text-decoration:none`
  return markup`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${joinLines(subject)}</title>
</head>
<body style="${bodyStyle}">
<div style="padding:16px;background:${band};color:${onBand};font-size:18px;font-weight:600"><div style="max-width:560px;margin:0 auto">${joinLines(brand)}</div></div>
<div role="article" lang="${language}" style="max-width:560px;margin:0 auto;padding:20px 16px;overflow-wrap:anywhere">
${main}
<p style="margin:24px 0"><a href="${button.url}" style="${buttonStyle}">${button.label}</a></p>
<div style="margin:28px 0 0;padding-top:14px;border-top:1px solid #8a8f98;font-size:14px;opacity:.8">
${small}
${page.footer === '' ? noMarkup : markup`<p style="white-space:pre-line">${page.footer}</p>`}
</div>
</div>
</body>
</html>
`.text
}
