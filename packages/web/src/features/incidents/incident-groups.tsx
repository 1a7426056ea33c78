import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Incident } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Acknowledge } from '../open-incidents/acknowledge.tsx'
import { mayAcknowledge } from '../open-incidents/incident-state.ts'
import { openIncidentsQuery } from '../open-incidents/queries.ts'
import { incidentGroupsQuery } from './queries.ts'
import { useIncidentText } from './use-incident-text.ts'

/** Open incidents that probably have one cause, to look at and to acknowledge together. */
export function IncidentGroups() {
  const { t } = useI18n()
  const { data: groups = [] } = useQuery(incidentGroupsQuery)
  const { data: open = [] } = useQuery(openIncidentsQuery)
  const byId = new Map(open.map((incident) => [incident.id, incident]))
  const shown = groups.flatMap(({ cause = 'address', label = '', incident_ids = [] }) => {
    const incidents = incident_ids.flatMap((id) => byId.get(id) ?? [])
    return incidents.length > 1 ? [{ cause, label, incidents }] : []
  })
  if (shown.length === 0) return null
  return (
    <section aria-label={t('incidents.groups')} className="mb-4 grid gap-3">
      {shown.map((group) => (
        <Group key={`${group.cause} ${group.label}`} {...group} />
      ))}
    </section>
  )
}

interface GroupProps {
  readonly cause: 'dependency' | 'address' | 'sensors'
  readonly label: string
  readonly incidents: readonly Incident[]
}

function Group({ cause, label, incidents }: GroupProps) {
  const { t } = useI18n()
  const text = useIncidentText()
  const untouched = incidents.filter(mayAcknowledge)
  const title = t(`incidents.group.${cause}`, { count: incidents.length, label })
  return (
    <article className="rounded-lg border border-l-4 border-line border-l-failure-fill bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-medium">{title}</h2>
        {untouched.length > 0 && (
          <Acknowledge
            incidents={untouched}
            subject={title}
            label={untouched.length === 1 ? t('acknowledge.button') : t('acknowledge.all', { count: untouched.length })}
            size="small"
          />
        )}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {incidents.map((incident) => (
          <li key={incident.id}>
            <Link
              to="/incidents/$id"
              params={{ id: String(incident.id) }}
              className="text-accent underline underline-offset-4"
            >
              {text(incident).subject}
            </Link>
          </li>
        ))}
      </ul>
    </article>
  )
}
