import { type Language, zoneName } from '@wachta/domain'
import { escaped } from '../../platform/http/escape-html.ts'
import type { LinkProblem } from '../../platform/http/linked-page.ts'
import { laidOut, type Page } from '../../platform/http/page.ts'

/** What somebody is asked to take on, as the page tells it. */
export interface Concern {
  readonly service: string
  /** Null where it is the failure of the service itself. */
  readonly event: string | null
  readonly error: string | null
  readonly start: Date
  readonly end: Date | null
  readonly acknowledged: { readonly at: Date; readonly by: string } | null
  readonly timeZoneId: string
}

const words = {
  pl: {
    locale: 'pl-PL',
    ask: 'Zajmujesz się tym?',
    askMore: 'Po potwierdzeniu nikt więcej nie będzie o tym alarmowany. Powiadomimy dopiero o końcu zdarzenia.',
    button: 'Zajmuję się tym',
    taken: 'Potwierdzone',
    takenByYou: 'Dziękujemy. Nikt więcej nie będzie o tym alarmowany. Powiadomimy dopiero o końcu zdarzenia.',
    takenBy: (by: string, at: string) => `Zajmuje się tym: ${by}, od ${at}.`,
    over: 'Już po wszystkim',
    ended: (at: string) => `Zdarzenie skończyło się ${at}. Nie ma czego potwierdzać.`,
    service: 'Usługa',
    event: 'Zdarzenie',
    failure: 'Awaria usługi',
    error: 'Błąd',
    since: 'Od',
    unknown: [
      'Nic tu nie ma',
      'Ten odnośnik jest nieprawidłowy albo już nie działa. Odnośniki z powiadomień działają 7 dni.',
    ],
    busy: ['Za dużo żądań', 'Odczekaj chwilę i otwórz odnośnik ponownie.'],
    unavailable: ['Chwilowo niedostępne', 'Nic nie zostało zapisane. Odczekaj chwilę i otwórz odnośnik ponownie.'],
  },
  en: {
    locale: 'en-GB',
    ask: 'Are you on it?',
    askMore: 'Once you confirm, nobody else is alarmed about it. The next thing told is its end.',
    button: 'I am on it',
    taken: 'Acknowledged',
    takenByYou: 'Thank you. Nobody else is alarmed about it. The next thing told is its end.',
    takenBy: (by: string, at: string) => `${by} is on it, since ${at}.`,
    over: 'It is over',
    ended: (at: string) => `The event ended on ${at}. There is nothing to acknowledge.`,
    service: 'Service',
    event: 'Event',
    failure: 'Failure of the service',
    error: 'Error',
    since: 'Since',
    unknown: [
      'There is nothing here',
      'This link is wrong or no longer works. Links in notifications work for 7 days.',
    ],
    busy: ['Too many requests', 'Wait a moment and open the link again.'],
    unavailable: ['Briefly unavailable', 'Nothing was recorded. Wait a moment and open the link again.'],
  },
} as const satisfies Record<Language, unknown>

/** What is failing, and one button; or that somebody is on it, or that it is over. */
export function acknowledgePage(concern: Concern, language: Language, isDone: boolean): Page {
  const said = words[language]
  const { service, event, error, start, end, acknowledged, timeZoneId } = concern
  const timeZone = zoneName(timeZoneId) ?? 'UTC'
  const time = new Intl.DateTimeFormat(said.locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const heading = end ? said.over : acknowledged ? said.taken : said.ask
  const facts: [string, string][] = [
    [said.service, service],
    [said.event, event ?? said.failure],
    ...(error === null ? [] : [[said.error, error] satisfies [string, string]]),
    [said.since, `${time.format(start)} (${timeZone})`],
  ]
  const news = [
    ...(isDone ? [said.takenByYou] : []),
    ...(acknowledged ? [said.takenBy(acknowledged.by, time.format(acknowledged.at))] : []),
    ...(end ? [said.ended(time.format(end))] : []),
  ]
  const isOpen = !end && !acknowledged
  return laidOut(language, heading, [
    `<dl>${facts.map(([label, value]) => `<dt>${escaped(label)}<dd><bdi>${escaped(value)}</bdi>`).join('')}</dl>`,
    ...news.map((line) => `<p role="status">${escaped(line)}</p>`),
    ...(isOpen
      ? [`<p>${escaped(said.askMore)}</p><form method="post"><button>${escaped(said.button)}</button></form>`]
      : []),
  ])
}

/** One and the same for whatever leads nowhere. */
export function absencePage(absence: LinkProblem, language: Language): Page {
  const [heading, text] = words[language][absence]
  return laidOut(language, heading, [`<p>${escaped(text)}</p>`])
}
