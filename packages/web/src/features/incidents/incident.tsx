import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { Incident, IncidentTimeline } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Acknowledge, Unacknowledge } from '../open-incidents/acknowledge.tsx'
import { DiagnoseLink } from '../open-incidents/diagnose-link.tsx'
import { mayAcknowledge } from '../open-incidents/incident-state.ts'
import { NoteButton } from '../open-incidents/note-button.tsx'
import { incidentQuery } from '../open-incidents/queries.ts'
import { IncidentSentence } from './incident-sentence.tsx'
import type { IncidentText } from './incident-text.ts'
import { timelineQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'
import { omitNextSteps } from './timeline-entries.ts'
import { useIncidentText } from './use-incident-text.ts'

const route = getRouteApi('/inside/framed/incidents/$id')

/** The page of one incident, with everything that happened from its start to its end. */
export function IncidentPage() {
  const { t, language } = useI18n()
  const id = Number(route.useParams().id)
  const { data: incident, error, refetch } = useQuery(incidentQuery(id))
  const { data: loadedTimeline, error: timelineError, refetch: refetchTimeline } = useQuery(timelineQuery(id, language))
  if (!incident || !loadedTimeline) {
    const failure = error ?? timelineError
    return failure ? (
      <Failed error={failure} reset={() => void Promise.all([refetch(), refetchTimeline()])} />
    ) : (
      <SkeletonRows label={t('common.loading')} />
    )
  }
  // An acknowledgement stops the escalation immediately, but the loaded timeline can still list next steps.
  const timeline = incident.acknowledged_at === null ? loadedTimeline : omitNextSteps(loadedTimeline)
  return <IncidentContent incident={incident} timeline={timeline} />
}

function IncidentContent({ incident, timeline }: { readonly incident: Incident; readonly timeline: IncidentTimeline }) {
  const { t } = useI18n()
  const text = useIncidentText()(incident)
  useTitle(text.subject)
  return (
    <>
      <PageHeader
        above={
          <Link to="/incidents" className="text-accent underline underline-offset-4">
            {t('nav.incidents')}
          </Link>
        }
        title={text.subject}
        below={<RelatedLinks incident={incident} timeline={timeline} />}
        actions={<IncidentActions incident={incident} text={text} />}
      />
      <IncidentSentence incident={incident} text={text} timeline={timeline} />
      <Timeline incident={incident} timeline={timeline} />
    </>
  )
}

/** Links to the service and to the alert rules whose alerts belong to the incident. */
function RelatedLinks({ incident, timeline }: { readonly incident: Incident; readonly timeline: IncidentTimeline }) {
  const { t } = useI18n()
  const rules = new Map(
    timeline.alerts.flatMap(({ event_id, event_name }) => (event_id ? [[event_id, event_name ?? ''] as const] : [])),
  )
  return (
    <p className="flex flex-wrap gap-x-3 text-sm">
      <Link
        to="/services/$id"
        params={{ id: String(incident.service_id) }}
        className="text-accent underline underline-offset-4"
      >
        {incident.sensor_id !== null && incident.service?.name
          ? t('incident.affected', { name: incident.service.name })
          : t('incident.toService')}
      </Link>
      {[...rules].map(([id, name]) => (
        <Link
          key={id}
          to="/events/rules/$id"
          params={{ id: String(id) }}
          className="text-accent underline underline-offset-4"
        >
          {t('incident.rule', { name })}
        </Link>
      ))}
      {rules.size === 0 && <span>{t('incident.legacy')}</span>}
    </p>
  )
}

function IncidentActions({ incident, text }: { readonly incident: Incident; readonly text: IncidentText }) {
  if (!incident.permissions?.update) return null
  return (
    <>
      <DiagnoseLink incident={incident} subject={text.subject} />
      <NoteButton incident={incident} subject={text.subject} />
      {mayAcknowledge(incident) && (
        // On a phone, the first thing to do comes first.
        <span className="max-sm:order-first">
          <Acknowledge incidents={[incident]} subject={text.subject} />
        </span>
      )}
      {incident.end_time === null && incident.acknowledged_at !== null && (
        <Unacknowledge incident={incident} subject={text.subject} />
      )}
    </>
  )
}
