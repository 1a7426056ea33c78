import type { Language } from '@wachta/domain'
import { escapeHtml } from '../../../platform/http/escape-html.ts'
import type { LinkProblem } from '../../../platform/http/linked-page.ts'
import { type HtmlPage, renderHtmlPage } from '../../../platform/http/page.ts'
import { subscriptionTexts } from './subscription-texts.ts'

export interface ComponentChoice {
  readonly publicId: string
  readonly name: string
  readonly isChosen: boolean
}

/** The content of a form about a subscription. */
export interface SubscriptionForm {
  readonly title: string
  readonly components: readonly ComponentChoice[]
  readonly languages: readonly Language[]
  readonly chosenLanguage: Language
}

/** The sign-up form, for visitors who did not use the one on the status page or entered something wrong. */
export function renderSubscribePage(form: SubscriptionForm, language: Language, isWrong: boolean): HtmlPage {
  const texts = subscriptionTexts[language]
  const page = renderHtmlPage(language, texts.subscribe(form.title), [
    ...(isWrong ? [renderAlert(texts.wrongAddress)] : []),
    `<form method="post"><p><label>${escapeHtml(texts.email)}<br><input type="email" name="email" required maxlength="254" autocomplete="email"></label></p>
${renderChoices(form, language)}<button>${escapeHtml(texts.subscribeButton)}</button></form>`,
  ])
  // The script of a status page tests whether the form exists, before it sends visitors to it.
  return isWrong ? { ...page, status: 422 } : { ...page, isShared: true }
}

/** The response to the script of a status page, which does not show it. */
export const buildBrowserAnswer = (status: 200 | 422 | 429): HtmlPage => ({
  ...renderHtmlPage('en', status === 200 ? 'Accepted' : 'Rejected', []),
  status,
  isShared: status === 200,
})

/** Shows the same page whether or not the address is known. */
export function renderCheckMailboxPage(language: Language): HtmlPage {
  const texts = subscriptionTexts[language]
  return renderHtmlPage(language, texts.checkTitle, [`<p role="status">${escapeHtml(texts.check)}</p>`])
}

export function renderConfirmSubscriptionPage(title: string, language: Language, isDone: boolean): HtmlPage {
  const texts = subscriptionTexts[language]
  return isDone
    ? renderHtmlPage(language, texts.confirmedTitle, [`<p role="status">${escapeHtml(texts.confirmed)}</p>`])
    : renderHtmlPage(language, texts.confirmTitle(title), [
        `<p>${escapeHtml(texts.confirm)}</p><form method="post"><button>${escapeHtml(texts.confirmButton)}</button></form>`,
      ])
}

export function renderUnsubscribePage(title: string, language: Language, isDone: boolean): HtmlPage {
  const texts = subscriptionTexts[language]
  return isDone
    ? renderHtmlPage(language, texts.unsubscribedTitle, [`<p role="status">${escapeHtml(texts.unsubscribed)}</p>`])
    : renderHtmlPage(language, title === '' ? texts.unsubscribeAnyTitle : texts.unsubscribeTitle(title), [
        `<form method="post"><button>${escapeHtml(texts.unsubscribeButton)}</button></form>`,
      ])
}

export interface ManagedSubscription extends SubscriptionForm {
  readonly unsubscribePath: string
}

export function renderManagePage(form: ManagedSubscription, language: Language, isSaved: boolean): HtmlPage {
  const texts = subscriptionTexts[language]
  return renderHtmlPage(language, texts.manageTitle(form.title), [
    ...(isSaved ? [`<p role="status">${escapeHtml(texts.saved)}</p>`] : []),
    `<form method="post">${renderChoices(form, language)}<button>${escapeHtml(texts.saveButton)}</button></form>
<p><a href="${escapeHtml(form.unsubscribePath)}">${escapeHtml(texts.unsubscribeLink)}</a></p>`,
  ])
}

/** For a status page that visitors cannot subscribe to any more: neither its title nor its components are shown. */
export function renderClosedPage(unsubscribePath: string, language: Language): HtmlPage {
  const texts = subscriptionTexts[language]
  return renderHtmlPage(language, texts.closedTitle, [
    `<p>${escapeHtml(texts.closed)}</p>
<p><a href="${escapeHtml(unsubscribePath)}">${escapeHtml(texts.unsubscribeLink)}</a></p>`,
  ])
}

/** Shows the same page for every invalid link, so that it reveals nothing. */
export function renderSubscriptionProblemPage(problem: LinkProblem, language: Language): HtmlPage {
  const [heading, text] = subscriptionTexts[language][problem]
  return renderHtmlPage(language, heading, [`<p>${escapeHtml(text)}</p>`])
}

const renderAlert = (text: string): string => `<p role="alert">${escapeHtml(text)}</p>`

function renderChoices({ components, languages, chosenLanguage }: SubscriptionForm, language: Language): string {
  const texts = subscriptionTexts[language]
  const boxes = components.map(
    ({ publicId, name, isChosen }) =>
      `<p><label><input type="checkbox" name="component" value="${escapeHtml(publicId)}"${isChosen ? ' checked' : ''}> ${escapeHtml(name)}</label></p>`,
  )
  const options = languages.map(
    (each) => `<option value="${each}"${each === chosenLanguage ? ' selected' : ''}>${texts.languages[each]}</option>`,
  )
  return [
    ...(boxes.length < 2
      ? []
      : [`<fieldset><legend>${escapeHtml(texts.components)}</legend>${boxes.join('')}</fieldset>`]),
    ...(options.length < 2
      ? []
      : [`<p><label>${escapeHtml(texts.language)} <select name="language">${options.join('')}</select></label></p>`]),
  ].join('\n')
}
