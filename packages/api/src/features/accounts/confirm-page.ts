import type { Language } from '@wachta/domain'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { LinkProblem } from '../../platform/http/linked-page.ts'
import { type HtmlPage, renderHtmlPage } from '../../platform/http/page.ts'
import type { ConfirmableAddress } from './confirm-address.ts'

const texts = {
  pl: {
    account: 'Konto',
    address: 'Adres e-mail',
    email_address: {
      title: 'Potwierdź adres e-mail',
      ask: 'Po potwierdzeniu ten adres będzie adresem e-mail konta.',
      button: 'Potwierdź adres',
      doneTitle: 'Adres potwierdzony',
      done: 'Ten adres jest teraz adresem e-mail konta.',
    },
    recipient: {
      title: 'Zgoda na wiadomości',
      ask: 'Właściciel konta chce wysyłać na ten adres powiadomienia lub raporty o swoich usługach. Bez Twojej zgody ich nie wyślemy.',
      button: 'Zgadzam się',
      doneTitle: 'Adres potwierdzony',
      done: 'Odtąd to konto może wysyłać powiadomienia i raporty na ten adres.',
    },
    problems: {
      unknown: ['Nieprawidłowy link', 'Ten link jest nieprawidłowy, został już użyty albo wygasł. Poproś o nowy.'],
      busy: ['Za dużo żądań', 'Odczekaj chwilę i otwórz link ponownie.'],
      unavailable: ['Chwilowo niedostępne', 'Nic nie zostało zapisane. Odczekaj chwilę i otwórz link ponownie.'],
    },
  },
  en: {
    account: 'Account',
    address: 'E-mail address',
    email_address: {
      title: 'Confirm e-mail address',
      ask: 'After you confirm, this is the e-mail address of the account.',
      button: 'Confirm address',
      doneTitle: 'Address confirmed',
      done: 'This is now the e-mail address of the account.',
    },
    recipient: {
      title: 'Receive messages?',
      ask: 'The account holder wants to send notifications or reports about their services to this address. We send none of them without your consent.',
      button: 'I agree',
      doneTitle: 'Address confirmed',
      done: 'From now on this account can send notifications and reports to this address.',
    },
    problems: {
      unknown: ['Invalid link', 'This link is wrong, was used already or has expired. Request a new one.'],
      busy: ['Too many requests', 'Wait a moment and open the link again.'],
      unavailable: ['Temporarily unavailable', 'Nothing was saved. Wait a moment and open the link again.'],
    },
  },
} as const satisfies Record<Language, unknown>

/** Shows the account and the address with one button, or that the address is confirmed. */
export function renderConfirmPage(found: ConfirmableAddress, language: Language, isDone: boolean): HtmlPage {
  const labels = texts[language]
  const text = labels[found.purpose]
  const facts = [
    [labels.account, found.account],
    [labels.address, found.address],
  ] as const
  return renderHtmlPage(language, isDone ? text.doneTitle : text.title, [
    `<dl>${facts.map(([label, value]) => `<dt>${escapeHtml(label)}<dd><bdi>${escapeHtml(value)}</bdi>`).join('')}</dl>`,
    isDone
      ? `<p role="status">${escapeHtml(text.done)}</p>`
      : `<p>${escapeHtml(text.ask)}</p><form method="post"><button>${escapeHtml(text.button)}</button></form>`,
  ])
}

export function renderConfirmProblemPage(problem: LinkProblem, language: Language): HtmlPage {
  const [heading, text] = texts[language].problems[problem]
  return renderHtmlPage(language, heading, [`<p>${escapeHtml(text)}</p>`])
}
