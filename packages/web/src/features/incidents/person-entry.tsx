import type { IncidentTimeline } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { TimelineItem } from './timeline-item.tsx'

interface PersonEntryProps {
  readonly at: string
  readonly entry: IncidentTimeline['entries'][number]
}

/** What a person did about the incident. */
export function PersonEntry({ at, entry }: PersonEntryProps) {
  const { t } = useI18n()
  const { kind = 'note', author = '', text = '' } = entry
  const isAcknowledged = kind === 'acknowledged'
  return (
    <TimelineItem
      at={at}
      title={t(`timeline.entry.${kind}`, { who: author })}
      {...(isAcknowledged && { status: 'acknowledged' as const })}
    >
      {text && <p className="whitespace-pre-wrap">{t('timeline.note', { note: text })}</p>}
    </TimelineItem>
  )
}
