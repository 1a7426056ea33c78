import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Acknowledge, Unacknowledge } from './acknowledge.tsx'
import { DiagnoseLink } from './diagnose-link.tsx'
import { describeIncident, getIncidentState, incidentMarks, mayAcknowledge } from './incident-state.ts'
import { NoteButton } from './note-button.tsx'
import { useOpenFailures } from './use-open-incidents.ts'

/** The open incident of a service on its page, with everything that can be done about it. */
export function ServiceIncident({ id, subject }: { readonly id: number; readonly subject: string }) {
  const { t, formats } = useI18n()
  const now = useNow()
  const incident = useOpenFailures().get(id)
  if (!incident) return null
  const state = getIncidentState(incident)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Link
        to="/incidents/$id"
        params={{ id: String(incident.id) }}
        className="flex flex-wrap items-baseline gap-x-1.5 text-ink no-underline"
      >
        <StatusMark status={incidentMarks[state]} text={t(`incident.state.${state}`)} />
        <span className="underline underline-offset-4">{describeIncident(incident, { t, formats, now })}</span>
      </Link>
      {mayAcknowledge(incident) && <Acknowledge incidents={[incident]} subject={subject} size="small" />}
      {incident.permissions?.update && (
        <>
          {incident.acknowledged_at !== null && <Unacknowledge incident={incident} subject={subject} />}
          <DiagnoseLink incident={incident} subject={subject} size="small" />
          <NoteButton incident={incident} subject={subject} size="small" />
        </>
      )}
    </div>
  )
}
