import { useI18n } from '../../app/i18n/language.tsx'
import type { PersonAction } from './timeline-entries.ts'
import { TimelineItem } from './timeline-item.tsx'

interface PersonEntryProps {
  readonly at: string
  readonly entry: PersonAction
}

/** What a person did about the incident. */
export function PersonEntry({ at, entry: { kind, author, text } }: PersonEntryProps) {
  const { t } = useI18n()
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
