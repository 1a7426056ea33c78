import type { IncidentTimeline } from '@wachta/client'
import type { Tone } from '../frame/color.ts'
import type { CliLanguage } from '../frame/localized-text.ts'
import { notificationStates, stateLabel } from '../kinds/state-labels.ts'

/** One thing that happened in an incident. */
export interface TimelineRow {
  readonly time: string
  readonly what: string
  readonly details: string
  readonly tone?: Tone | undefined
}

const words = {
  start: { en: 'Alert started', pl: 'Początek alertu' },
  end: { en: 'Alert ended', pl: 'Koniec alertu' },
  legacy: { en: 'Legacy alert', pl: 'Alert starszego typu' },
  notification: { en: 'Notification', pl: 'Powiadomienie' },
}

/** The parts of a timeline in the order in which they happened. */
export function timelineRows(
  { alerts, notifications, entries }: IncidentTimeline,
  language: CliLanguage,
): TimelineRow[] {
  const started = alerts.map(({ start_time = '', event_name }) => ({
    ...{ time: start_time, what: words.start[language], tone: 'bad' as const },
    details: event_name ?? words.legacy[language],
  }))
  const ended = alerts.flatMap(({ end_time, end_reason, event_name }) => {
    if (!end_time) return []
    const reason = stateLabel('incidents', 'end_reason', end_reason)?.[language]
    const details = `${event_name ?? words.legacy[language]}${reason === undefined ? '' : `: ${reason}`}`
    return [{ time: end_time, what: words.end[language], details, tone: 'good' as const }]
  })
  const notified = notifications.map((each) => ({
    time: each.time ?? '',
    what: `${words.notification[language]}: ${notificationStates[each.status ?? '']?.[language].toLowerCase() ?? each.status}`,
    details: [each.contact_name, each.channel_id, each.address, each.explanation && `(${each.explanation})`]
      .filter(Boolean)
      .join(' '),
    tone: notificationStates[each.status ?? '']?.tone,
  }))
  const written = entries.map(({ created_at = '', kind, author = '', text = '' }) => ({
    time: created_at,
    what: stateLabel('incident-entries', 'kind', kind)?.[language] ?? String(kind),
    details: [author, text].filter(Boolean).join(': '),
    tone: stateLabel('incident-entries', 'kind', kind)?.tone,
  }))
  return [...started, ...ended, ...notified, ...written].sort(
    (one, other) => Date.parse(one.time) - Date.parse(other.time),
  )
}
