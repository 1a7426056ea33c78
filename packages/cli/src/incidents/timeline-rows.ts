import type { IncidentTimeline } from '@wachta/client'
import type { Tone } from '../frame/color.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import { findStateLabel, notificationStates } from '../kinds/state-labels.ts'

/** One thing that happened in an incident. */
export interface TimelineRow {
  readonly time: string
  readonly title: string
  readonly details: string
  readonly tone?: Tone | undefined
}

const labels = {
  start: { en: 'Alert started', pl: 'Początek alertu' },
  end: { en: 'Alert ended', pl: 'Koniec alertu' },
  cause: { en: 'Probable cause', pl: 'Prawdopodobna przyczyna' },
  causeEnd: { en: 'Probable cause ended', pl: 'Przyczyna ustąpiła' },
  legacy: { en: 'Legacy notifications', pl: 'Powiadomienia starszego typu' },
  notification: { en: 'Notification', pl: 'Powiadomienie' },
}

/** Returns the parts of a timeline in the order in which they happened. */
export function buildTimelineRows(
  { alerts, causes, notifications, entries }: IncidentTimeline,
  language: CliLanguage,
): TimelineRow[] {
  const startRows = alerts.map(({ start_time = '', event_name }) => ({
    ...{ time: start_time, title: labels.start[language], tone: 'bad' as const },
    details: event_name ?? labels.legacy[language],
  }))
  const endRows = alerts.flatMap(({ end_time, end_reason, event_name }) => {
    if (!end_time) return []
    const reason = findStateLabel('incidents', 'end_reason', end_reason)?.[language]
    const details = `${event_name ?? labels.legacy[language]}${reason === undefined ? '' : `: ${reason}`}`
    return [{ time: end_time, title: labels.end[language], details, tone: 'good' as const }]
  })
  const causeRows = causes.flatMap(({ start_time = '', end_time, service_name = '', error_message }) => [
    {
      ...{ time: start_time, title: labels.cause[language], tone: 'bad' as const },
      details: [service_name, error_message].filter(Boolean).join(': '),
    },
    ...(end_time
      ? [{ time: end_time, title: labels.causeEnd[language], details: service_name, tone: 'good' as const }]
      : []),
  ])
  const notificationRows = notifications.map((each) => ({
    time: each.time ?? '',
    title: `${labels.notification[language]}: ${notificationStates[each.status ?? '']?.[language].toLowerCase() ?? each.status}`,
    details: [each.contact_name, each.channel_id, each.address, each.explanation && `(${each.explanation})`]
      .filter(Boolean)
      .join(' '),
    tone: notificationStates[each.status ?? '']?.tone,
  }))
  const entryRows = entries.map(({ created_at = '', kind, author = '', text = '' }) => ({
    time: created_at,
    title: findStateLabel('incident-entries', 'kind', kind)?.[language] ?? String(kind),
    details: [author, text].filter(Boolean).join(': '),
    tone: findStateLabel('incident-entries', 'kind', kind)?.tone,
  }))
  return [...causeRows, ...startRows, ...endRows, ...notificationRows, ...entryRows].sort(
    (one, other) => toSortKey(one) - toSortKey(other),
  )
}

/** Rows without a time come last. */
function toSortKey({ time }: TimelineRow): number {
  const at = Date.parse(time)
  return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at
}
