import type { Language } from '@wachta/domain'
import type { Phrases } from './message.ts'

/** How long a mailed link works. */
export const linkHours = 48

/** What frames every letter. */
export const frame = {
  pl: {
    greeting: 'Dzień dobry,',
    account: 'Konto',
    username: 'Nazwa użytkownika',
    otherwise: 'Jeśli przycisk nie działa, skopiuj ten adres do przeglądarki:',
    signature: 'Wachta, zdalny monitoring usług',
    automatic: 'Tę wiadomość wysłał automat w sprawie podanego wyżej konta.',
  },
  en: {
    greeting: 'Hello,',
    account: 'Account',
    username: 'Username',
    otherwise: 'If the button does not work, copy this address into your browser:',
    signature: 'Wachta, remote monitoring of services',
    automatic: 'This message was sent automatically about the account named above.',
  },
} as const satisfies Record<Language, unknown>

const places = {
  pl: {
    locale: 'pl-PL',
    service: (host: string) => `w serwisie Wachta (${host})`,
    contact: 'skontaktuj się z osobą, od której masz to konto, albo z tą, która prowadzi ten serwis',
    until: (end: string) =>
      `Link działa przez ${linkHours} godzin, do ${end}, i tylko raz. Potem trzeba poprosić o nowy.`,
  },
  en: {
    locale: 'en-GB',
    service: (host: string) => `at Wachta (${host})`,
    contact: 'contact the person you have this account from, or whoever runs this service',
    until: (end: string) =>
      `The link works for ${linkHours} hours, until ${end}, and only once. After that, ask for a new one.`,
  },
} as const satisfies Record<Language, unknown>

export function phrases(language: Language, host: string, timeZone: string): Phrases {
  const { locale, service, contact, until } = places[language]
  const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone } as const
  const day = new Intl.DateTimeFormat(locale, date)
  const time = new Intl.DateTimeFormat(locale, { ...date, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
  return {
    service: service(host),
    contact,
    until: (end) => until(time.format(end)),
    time: (at) => time.format(at),
    day: (at) => day.format(at),
  }
}
