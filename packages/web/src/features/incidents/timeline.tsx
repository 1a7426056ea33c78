import { useQuery } from '@tanstack/react-query'
import type { Escalation, Incident, IncidentTimeline } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { findStepName, listRecipients } from '../alert-rules/steps.ts'
import { AnalysisEntry } from './analysis-entry.tsx'
import { CauseEntry } from './cause-entry.tsx'
import { DiagnosticsEntry } from './diagnostics-entry.tsx'
import { NotificationsEntry } from './notifications-entry.tsx'
import { PersonEntry } from './person-entry.tsx'
import { correctionsOfIncidentQuery, decidingAnalysesQuery, stepsQuery } from './queries.ts'
import { buildTimeline, type TimelineEntry } from './timeline-entries.ts'
import { TimelineItem } from './timeline-item.tsx'

const noAnalyses = { start: [], end: [] }

interface TimelineProps {
  readonly incident: Incident
  readonly timeline: IncidentTimeline
}

/** The timeline of an incident, latest first: what comes next, what happened last, and how it began. */
export function Timeline({ incident, timeline }: TimelineProps) {
  const { t } = useI18n()
  const { data: decidingAnalyses = noAnalyses } = useQuery({
    ...decidingAnalysesQuery(incident),
    // Incidents about lost sensors are not based on analyses.
    enabled: incident.sensor_id === null,
  })
  const { data: corrections = [] } = useQuery(correctionsOfIncidentQuery(incident))
  const { data: steps = [] } = useQuery(stepsQuery(listStepIds(timeline)))
  const entries = buildTimeline({ incident, timeline, decidingAnalyses, corrections })
  return (
    <section aria-labelledby="thread">
      <h2 id="thread" className="mb-4 text-lg font-semibold">
        {t('timeline.title')}
      </h2>
      <ol>
        {entries.toReversed().map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may be of one type and time, and keep their order
          <EntryItem key={`${entry.type} ${entry.at} ${index}`} entry={entry} timeline={timeline} steps={steps} />
        ))}
      </ol>
    </section>
  )
}

/** Returns the ids of the steps so far, unique and sorted, so that equal sets of steps share one query. */
const listStepIds = ({ escalations, notifications }: IncidentTimeline): number[] =>
  [...new Set([...escalations, ...notifications].flatMap(({ escalation_id }) => escalation_id ?? []))].toSorted(
    (one, other) => one - other,
  )

interface EntryItemProps {
  readonly entry: TimelineEntry
  readonly timeline: IncidentTimeline
  readonly steps: readonly Escalation[]
}

function EntryItem({ entry, timeline, steps }: EntryItemProps) {
  const { t, formats } = useI18n()
  switch (entry.type) {
    case 'analysis':
      return <AnalysisEntry analysis={entry.analysis} />
    case 'started':
      return (
        <TimelineItem at={entry.at} status="failure" title={t('timeline.started')}>
          <p className="text-sm text-muted">
            {t('timeline.decided', { time: formats.exact(timeline.alerts[0]?.decided_at ?? entry.at) })}
            {timeline.alerts.some(({ is_flapping }) => is_flapping) && ` ${t('timeline.flapping')}`}
          </p>
        </TimelineItem>
      )
    case 'alert_started':
      return <TimelineItem at={entry.at} title={t('timeline.alertStarted', { rule: entry.alert.event_name ?? '' })} />
    case 'alert_ended':
      return <TimelineItem at={entry.at} title={t('timeline.alertEnded', { rule: entry.alert.event_name ?? '' })} />
    case 'cause_started':
      return <CauseEntry at={entry.at} cause={entry.cause} />
    case 'cause_ended':
      return (
        <TimelineItem
          at={entry.at}
          title={t('timeline.causeEnded', {
            service: entry.cause.service_name ?? '',
            rule: entry.cause.event_name ?? '',
          })}
        />
      )
    case 'entry':
      return <PersonEntry at={entry.at} entry={entry.entry} />
    case 'diagnostics':
      return <DiagnosticsEntry at={entry.at} run={entry.run} />
    case 'closes':
      return <TimelineItem at={entry.at} isUpcoming title={t('timeline.closes')} />
    case 'held':
      return (
        <TimelineItem at={entry.at} status="paused" title={t('timeline.held', { until: formats.clock(entry.until) })}>
          <p className="text-sm text-muted">{t('timeline.heldWhy')}</p>
        </TimelineItem>
      )
    case 'notified':
      return (
        <NotificationsEntry at={entry.at} round={entry.round} name={findStepName(entry.round.step, timeline, steps)} />
      )
    case 'ended':
      return (
        <TimelineItem
          at={entry.at}
          status={entry.reason === 'recovered' ? 'ok' : 'paused'}
          title={t(`timeline.ended.${toEndReason(entry.reason)}`)}
        />
      )
    case 'corrected':
      return (
        <TimelineItem at={entry.at} title={t(`timeline.corrected.${entry.correction.status}`)}>
          <p className="text-sm text-muted">
            {formats.dateTime(entry.correction.start_time)} – {formats.dateTime(entry.correction.end_time)}
            {entry.correction.description && ` · ${entry.correction.description}`}
          </p>
        </TimelineItem>
      )
    case 'next':
      return (
        <TimelineItem
          at={entry.at}
          isUpcoming
          title={t(entry.isFirst ? 'timeline.next' : 'timeline.again', {
            step: findStepName(entry.step, timeline, steps) ?? '',
          })}
        >
          <p className="text-sm text-muted">{formats.list(listRecipients(entry.step, steps))}</p>
        </TimelineItem>
      )
  }
}

const endReasons = ['recovered', 'paused', 'removed'] as const
const toEndReason = (reason: string | null) => endReasons.find((each) => each === reason) ?? 'removed'
