import type { Language, Localized } from '@wachta/domain'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { escapeHtml } from '../http/escape-html.ts'
import { getAcceptedLanguage } from '../http/language.ts'
import { type HtmlPage, renderHtmlPage } from '../http/page.ts'

/** Shows errors that must not be sent to an application, because it is unknown or its redirect URI is wrong. */
export async function renderOAuthError(
  context: KoaContextWithOIDC,
  { error, error_description }: { readonly error: string; readonly error_description?: string | undefined },
): Promise<void> {
  const language = getAcceptedLanguage(context.get('accept-language')) ?? 'en'
  const { html, policy } = renderHtmlPage(language, heading[language], [
    `<p>${escapeHtml((error === 'invalid_request' && context.oidc?.route === 'resume' ? expiredText : rejectedText)[language])}</p>`,
    `<dl><dt>${escapeHtml(label[language])}</dt><dd>${escapeHtml(error)}${error_description === undefined ? '' : `: ${escapeHtml(error_description)}`}</dd></dl>`,
  ])
  context.set('content-security-policy', policy)
  context.type = 'text/html; charset=utf-8'
  context.body = html
}

/** The page for a request that cannot continue in this browser. */
export const renderExpiredRequestPage = (language: Language): HtmlPage =>
  renderHtmlPage(language, heading[language], [`<p>${escapeHtml(expiredText[language])}</p>`])

const heading: Localized = { en: 'The application cannot be connected', pl: 'Nie można połączyć aplikacji' }
const label: Localized = { en: 'Error', pl: 'Błąd' }
const rejectedText: Localized = {
  en: 'The application sent a request that was rejected. Send its developer the error below.',
  pl: 'Aplikacja wysłała żądanie, które zostało odrzucone. Przekaż jej autorowi poniższy błąd.',
}
const expiredText: Localized = {
  en: 'The request has expired or was opened in another browser. Start again in the application.',
  pl: 'Żądanie wygasło albo otwarto je w innej przeglądarce. Zacznij od nowa w aplikacji.',
}
