import type { Incident, IncidentTimeline } from '@wachta/client'
import type { Invocation } from '../frame/command.ts'
import { showRecord } from '../kinds/show-record.ts'
import { findStateLabel, notificationStates } from '../kinds/state-labels.ts'
import { formatLocalTime } from '../times/time-text.ts'
import { formatProblem, getServiceName } from './incident-columns.ts'
import { buildTimelineRows } from './timeline-rows.ts'

interface ShownIncident {
  readonly incident: Incident
  readonly timeline: IncidentTimeline
  readonly errorName: (id: number | null) => string
}

/** Prints an incident, then what happened in it, oldest first. */
export function showIncident(
  { out, language }: Pick<Invocation, 'out' | 'language'>,
  { incident, timeline, errorName }: ShownIncident,
): void {
  const rows = buildTimelineRows(timeline, language)
  const show = () => {
    const { id, state, start_time, end_time, end_reason, quiet_since, closes_at, ...rest } = incident
    const { acknowledged_at, acknowledged_by, notification_counts } = rest
    const summary = {
      id,
      service: getServiceName(incident),
      state: findStateLabel('incidents', 'state', state)?.[language],
      problem: formatProblem(incident, { language, errorName }),
      start_time,
      ...(end_time !== null && {
        end_time,
        end_reason: findStateLabel('incidents', 'end_reason', end_reason)?.[language],
      }),
      ...(quiet_since !== null && { quiet_since, closes_at }),
      ...(acknowledged_at !== null && { acknowledged_at, acknowledged_by }),
      notifications: Object.entries(notification_counts)
        .filter(([, count]) => count > 0)
        .map(([status, count]) => `${notificationStates[status]?.[language] ?? status}: ${count}`),
    }
    showRecord(out, summary, { kind: 'incidents', language, now: new Date() })
    out.line('')
    out.table(rows, [
      { title: { en: 'Time', pl: 'Czas' }, value: ({ time }) => formatLocalTime(time), isNeverCut: true },
      {
        title: { en: 'What', pl: 'Zdarzenie' },
        value: ({ title }) => title,
        tone: ({ tone }) => tone,
        isNeverCut: true,
      },
      { title: { en: 'Details', pl: 'Szczegóły' }, value: ({ details }) => details },
    ])
  }
  // As CSV, a line for each thing that happened.
  out.result(
    { ...incident, timeline },
    show,
    rows.map(({ time, title, details }) => ({ time, what: title, details })),
  )
}
