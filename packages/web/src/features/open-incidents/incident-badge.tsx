import { Link } from '@tanstack/react-router'
import type { Incident } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Acknowledge } from './acknowledge.tsx'
import { getIncidentState, incidentMarks, mayAcknowledge } from './incident-state.ts'

interface IncidentBadgeProps {
  readonly incident: Incident
  readonly subject: string
}

/** The incident of a service in a list of services: its owner or state, and a button to acknowledge it. */
export function IncidentBadge({ incident, subject }: IncidentBadgeProps) {
  const { t } = useI18n()
  const state = getIncidentState(incident)
  const { acknowledged_by } = incident
  const text = t(state === 'open' ? 'incident.untouched' : `incident.state.${state}`)
  return (
    <span className="relative mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <Link to="/incidents/$id" params={{ id: String(incident.id) }} className="text-ink underline underline-offset-4">
        <StatusMark
          status={incidentMarks[state]}
          text={acknowledged_by === null ? text : t('incident.owner', { who: acknowledged_by })}
        />
      </Link>
      {mayAcknowledge(incident) && <Acknowledge incidents={[incident]} subject={subject} size="small" />}
    </span>
  )
}
