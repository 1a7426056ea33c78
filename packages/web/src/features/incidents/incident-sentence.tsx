import { useQuery } from '@tanstack/react-query'
import type { Incident, IncidentTimeline } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark, statusTextClasses } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { listRecipients } from '../alert-rules/steps.ts'
import {
  describeIncident,
  getIncidentState,
  incidentMarks,
  type ShownIncidentState,
} from '../open-incidents/incident-state.ts'
import type { IncidentText } from './incident-text.ts'
import { stepsQuery } from './queries.ts'
import { findNextStep } from './timeline-entries.ts'

const stateClasses: Readonly<Record<ShownIncidentState, string>> = {
  open: 'border-failure-fill bg-failure-soft',
  flapping: 'border-unknown-fill bg-unknown-soft',
  recovering: 'border-line bg-surface',
  acknowledged: 'border-acknowledged bg-acknowledged-soft',
  resolved: 'border-line bg-surface',
}

interface IncidentSentenceProps {
  readonly incident: Incident
  readonly text: IncidentText
  readonly timeline: IncidentTimeline
}

/** The state of an incident in one sentence, and its next escalation step. */
export function IncidentSentence({ incident, text, timeline }: IncidentSentenceProps) {
  const { t, formats } = useI18n()
  const now = useNow()
  const state = getIncidentState(incident)
  return (
    <section className={`mb-6 rounded-md border border-l-4 px-4 py-3 ${stateClasses[state]}`}>
      <p
        role="status"
        className={`flex items-baseline gap-2.5 text-lg font-medium ${statusTextClasses[incidentMarks[state]]}`}
      >
        <span className="translate-y-0.5">
          <StatusMark status={incidentMarks[state]} large />
        </span>
        {t('incident.sentence', {
          state: t(`incident.state.${state}`),
          what: text.problem,
          details: describeIncident(incident, { t, formats, now }),
        })}
      </p>
      {incident.end_time === null && <NextStep timeline={timeline} now={now} />}
    </section>
  )
}

/** The next escalation step or reminder, or that none is left. */
function NextStep({ timeline, now }: { readonly timeline: IncidentTimeline; readonly now: Date }) {
  const { t, formats } = useI18n()
  const next = findNextStep(timeline)
  const { data: steps = [] } = useQuery(stepsQuery(next?.id ? [next.id] : []))
  if (!next) {
    const hasNoPolicy = timeline.escalations.length + timeline.notifications.length === 0
    return <p className="mt-1">{t(hasNoPolicy ? 'incident.noPolicy' : 'incident.noNext')}</p>
  }
  const recipients = listRecipients(next.id, steps)
  return (
    <p className="mt-1">
      {t(next.isReminder ? 'incident.nextReminder' : 'incident.next', {
        step: next.name,
        time: formats.since(next.at, now),
        people: recipients.length,
      })}
      {recipients.length > 0 && ` ${formats.list(recipients)}.`}
    </p>
  )
}
