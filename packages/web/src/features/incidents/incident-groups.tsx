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
  const { data: openIncidents = [] } = useQuery(openIncidentsQuery)
  const incidentsById = new Map(openIncidents.map((incident) => [incident.id, incident]))
  const shownGroups = groups.flatMap(
    ({ cause = 'address', label = '', incident_count: count = 0, incident_ids = [] }) => {
      const incidents = incident_ids.flatMap((id) => incidentsById.get(id) ?? [])
      return incidents.length > 1 ? [{ cause, label, count, incidents }] : []
    },
  )
  if (shownGroups.length === 0) return null
  return (
    <section aria-label={t('incidents.groups')} className="mb-4 grid gap-3">
      {shownGroups.map((group) => (
        <Group key={`${group.cause} ${group.label}`} {...group} />
      ))}
    </section>
  )
}

interface GroupProps {
  readonly cause: 'dependency' | 'address' | 'sensors'
  readonly label: string
  /** The number of incidents in the group; not all of them may be loaded. */
  readonly count: number
  readonly incidents: readonly Incident[]
}

/** Further incidents of a group are only counted. */
const maxLinks = 20

function Group({ cause, label, count, incidents }: GroupProps) {
  const { t } = useI18n()
  const getText = useIncidentText()
  const unacknowledged = incidents.filter(mayAcknowledge)
  const title = t(`incidents.group.${cause}`, { count, label })
  const linked = incidents.slice(0, maxLinks)
  return (
    <article className="rounded-lg border border-l-4 border-line border-l-failure-fill bg-surface px-4 py-3 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-medium">{title}</h2>
        {unacknowledged.length > 0 && (
          <Acknowledge
            incidents={unacknowledged}
            subject={title}
            label={t(unacknowledged.length === count ? 'acknowledge.all' : 'acknowledge.some', {
              count: unacknowledged.length,
              total: count,
            })}
            size="small"
          />
        )}
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {linked.map((incident) => (
          <li key={incident.id}>
            <Link
              to="/incidents/$id"
              params={{ id: String(incident.id) }}
              className="text-accent underline underline-offset-4"
            >
              {getText(incident).subject}
            </Link>
          </li>
        ))}
        {count > linked.length && (
          <li className="text-muted">{t('incidents.group.more', { count: count - linked.length })}</li>
        )}
      </ul>
    </article>
  )
}
