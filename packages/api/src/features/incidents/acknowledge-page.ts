import { type Language, toZoneName } from '@wachta/domain'
import { escapeHtml } from '../../platform/http/escape-html.ts'
import type { LinkProblem } from '../../platform/http/linked-page.ts'
import { type HtmlPage, renderHtmlPage } from '../../platform/http/page.ts'

/** The facts about an incident that the page shows. */
export interface IncidentFacts {
  readonly service: string
  /** The name of the alert rule that the notification is about; null for a legacy notification, which has none. */
  readonly event: string | null
  readonly error: string | null
  readonly start: Date
  readonly end: Date | null
  readonly acknowledged: { readonly at: Date; readonly by: string } | null
  readonly timeZoneId: string
}

const texts = {
  pl: {
    locale: 'pl-PL',
    title: 'Potwierdzić incydent?',
    effect: 'Przypomnienia i dalsze kroki eskalacji zostaną zatrzymane. O końcu incydentu i tak powiadomimy.',
    button: 'Potwierdź incydent',
    acknowledgedTitle: 'Incydent potwierdzony',
    done: 'Dziękujemy. Przypomnienia i dalsze kroki eskalacji są zatrzymane. O końcu incydentu i tak powiadomimy.',
    acknowledgedBy: (by: string, at: string) => `Potwierdził(a): ${by}, ${at}.`,
    endedTitle: 'Incydent zakończony',
    ended: (at: string) => `Incydent zakończył się ${at}. Nie trzeba go potwierdzać.`,
    service: 'Usługa',
    rule: 'Reguła alertu',
    failure: 'Awaria usługi',
    error: 'Błąd',
    since: 'Od',
    unknown: ['Nieprawidłowy link', 'Ten link jest nieprawidłowy albo wygasł. Linki z powiadomień są ważne 7 dni.'],
    busy: ['Za dużo żądań', 'Odczekaj chwilę i otwórz link ponownie.'],
    unavailable: ['Chwilowo niedostępne', 'Nic nie zostało zapisane. Odczekaj chwilę i otwórz link ponownie.'],
  },
  en: {
    locale: 'en-GB',
    title: 'Acknowledge this incident?',
    effect: 'This stops reminders and later escalation steps. Recipients are still notified when the incident ends.',
    button: 'Acknowledge',
    acknowledgedTitle: 'Incident acknowledged',
    done: 'Thank you. Reminders and later escalation steps have stopped. Recipients are still notified when the incident ends.',
    acknowledgedBy: (by: string, at: string) => `Acknowledged by ${by}, ${at}.`,
    endedTitle: 'Incident resolved',
    ended: (at: string) => `The incident ended on ${at}. There is nothing to acknowledge.`,
    service: 'Service',
    rule: 'Alert rule',
    failure: 'Service down',
    error: 'Error',
    since: 'Since',
    unknown: ['Invalid link', 'This link is wrong or has expired. Links in notifications are valid for 7 days.'],
    busy: ['Too many requests', 'Wait a moment and open the link again.'],
    unavailable: ['Temporarily unavailable', 'Nothing was saved. Wait a moment and open the link again.'],
  },
} as const satisfies Record<Language, unknown>

/** Shows the incident with one button, or who acknowledged it, or that it has ended. */
export function renderAcknowledgePage(incident: IncidentFacts, language: Language, isDone: boolean): HtmlPage {
  const text = texts[language]
  const { service, event, error, start, end, acknowledged, timeZoneId } = incident
  const timeZone = toZoneName(timeZoneId) ?? 'UTC'
  const time = new Intl.DateTimeFormat(text.locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const heading = end ? text.endedTitle : acknowledged ? text.acknowledgedTitle : text.title
  const facts: [string, string][] = [
    [text.service, service],
    [text.rule, event ?? text.failure],
    ...(error === null ? [] : [[text.error, error] satisfies [string, string]]),
    [text.since, `${time.format(start)} (${timeZone})`],
  ]
  const states = [
    ...(isDone ? [text.done] : []),
    ...(acknowledged ? [text.acknowledgedBy(acknowledged.by, time.format(acknowledged.at))] : []),
    ...(end ? [text.ended(time.format(end))] : []),
  ]
  const isOpen = !end && !acknowledged
  return renderHtmlPage(language, heading, [
    `<dl>${facts.map(([label, value]) => `<dt>${escapeHtml(label)}<dd><bdi>${escapeHtml(value)}</bdi>`).join('')}</dl>`,
    ...states.map((line) => `<p role="status">${escapeHtml(line)}</p>`),
    ...(isOpen
      ? [`<p>${escapeHtml(text.effect)}</p><form method="post"><button>${escapeHtml(text.button)}</button></form>`]
      : []),
  ])
}

/** Shows the same page for every invalid link, so that it reveals nothing. */
export function renderAcknowledgeProblemPage(problem: LinkProblem, language: Language): HtmlPage {
  const [heading, text] = texts[language][problem]
  return renderHtmlPage(language, heading, [`<p>${escapeHtml(text)}</p>`])
}
