import type { Language } from '@wachta/domain'
import type { Phrases } from './message.ts'

/** How long a mailed link is valid. */
export const linkValidityHours = 48

/** The texts that every message has in common. */
export const commonTexts = {
  pl: {
    greeting: 'Dzień dobry,',
    account: 'Konto',
    username: 'Nazwa użytkownika',
    otherwise: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
    signature: 'Wachta, monitoring usług',
    automatic: 'To automatyczna wiadomość dotycząca konta podanego wyżej.',
  },
  en: {
    greeting: 'Hello,',
    account: 'Account',
    username: 'Username',
    otherwise: 'If the button does not work, copy this address into your browser:',
    signature: 'Wachta service monitoring',
    automatic: 'This is an automatic message about the account above.',
  },
} as const satisfies Record<Language, unknown>

const localePhrases = {
  pl: {
    locale: 'pl-PL',
    service: (host: string) => `w serwisie Wachta (${host})`,
    contact: 'skontaktuj się z osobą, która zarządza kontami w Twojej organizacji, albo z administratorem instalacji',
    validity: (end: string) => `Link jest ważny ${linkValidityHours} godzin, do ${end}, i działa tylko raz.`,
    renewal: 'Jeśli straci ważność, poproś o nowy.',
  },
  en: {
    locale: 'en-GB',
    service: (host: string) => `on Wachta (${host})`,
    contact: "contact the person who manages your organisation's accounts or the administrator of this installation",
    validity: (end: string) => `The link is valid for ${linkValidityHours} hours, until ${end}, and works once.`,
    renewal: 'If it has expired, request a new one.',
  },
} as const satisfies Record<Language, unknown>

export function createPhrases(language: Language, host: string, timeZone: string): Phrases {
  const { locale, service, contact, validity, renewal } = localePhrases[language]
  const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  const day = new Intl.DateTimeFormat(locale, date)
  const time = new Intl.DateTimeFormat(locale, { ...date, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
  return {
    service: service(host),
    contact,
    validity: (end) => validity(time.format(end)),
    until: (end) => `${validity(time.format(end))} ${renewal}`,
    time: (at) => time.format(at),
    day: (at) => day.format(at),
  }
}
