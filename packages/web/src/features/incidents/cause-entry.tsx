import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import type { TimelineCause } from './timeline-entries.ts'
import { TimelineItem } from './timeline-item.tsx'

interface CauseEntryProps {
  readonly at: string
  readonly cause: TimelineCause
}

/** The start of an alert that explains the incident, with a link to its own incident, which has the evidence. */
export function CauseEntry({ at, cause }: CauseEntryProps) {
  const { t } = useI18n()
  const { incident_id, service_name = '', event_name = '', error_message } = cause
  return (
    <TimelineItem
      at={at}
      status="failure"
      title={t('timeline.causeStarted', { service: service_name, rule: event_name })}
    >
      {error_message && <p className="text-sm break-words text-muted">{error_message}</p>}
      <p className="text-sm">
        <Link
          to="/incidents/$id"
          params={{ id: String(incident_id) }}
          className="text-accent underline underline-offset-4"
        >
          {t('timeline.causeIncident')}
        </Link>
      </p>
    </TimelineItem>
  )
}
