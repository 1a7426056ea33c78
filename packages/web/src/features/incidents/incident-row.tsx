import { Link } from '@tanstack/react-router'
import type { Incident } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Acknowledge } from '../open-incidents/acknowledge.tsx'
import { describeIncident, getIncidentState, incidentMarks, mayAcknowledge } from '../open-incidents/incident-state.ts'
import type { IncidentText } from './incident-text.ts'

interface IncidentRowProps {
  readonly incident: Incident
  readonly text: IncidentText
  readonly now: Date
}

/** One incident in a list: its state, subject, duration, who acknowledged it, and the numbers of notifications. */
export function IncidentRow({ incident, text, now }: IncidentRowProps) {
  const { t, formats } = useI18n()
  const state = getIncidentState(incident)
  return (
    <li className="relative grid items-center gap-x-5 gap-y-1 py-3 hover:bg-hover sm:grid-cols-[9.5rem_minmax(0,1fr)_auto] lg:grid-cols-[9.5rem_minmax(0,1fr)_minmax(0,22rem)_7.5rem]">
      <div>
        <StatusMark status={incidentMarks[state]} text={t(`incident.state.${state}`)} />
      </div>
      <div className="min-w-0">
        <Link
          to="/incidents/$id"
          params={{ id: String(incident.id) }}
          className="font-medium text-ink no-underline after:absolute after:inset-0 hover:underline"
        >
          {text.subject}
        </Link>
        <p className="text-sm text-muted">{text.problem}</p>
      </div>
      <div className="text-sm max-lg:sm:col-start-2">
        <p>{describeIncident(incident, { t, formats, now })}</p>
        <Counts counts={incident.notification_counts} />
      </div>
      {mayAcknowledge(incident) && (
        <div className="relative max-sm:mt-1 max-lg:sm:col-start-3 max-lg:sm:row-span-2 max-lg:sm:row-start-1 lg:text-right">
          <Acknowledge incidents={[incident]} subject={text.subject} size="small" />
        </div>
      )}
    </li>
  )
}

function Counts({ counts }: { readonly counts: Incident['notification_counts'] }) {
  const { t } = useI18n()
  const parts = (['sent', 'pending', 'failed', 'suppressed'] as const).flatMap((name) =>
    counts[name] === 0 ? [] : [t(`incident.count.${name}`, { count: counts[name] })],
  )
  return <p className="text-muted">{parts.length > 0 ? parts.join(', ') : t('incident.count.none')}</p>
}
