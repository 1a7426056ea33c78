import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { NotificationLine } from './notification-line.tsx'
import type { TimelineRound } from './timeline-entries.ts'
import { TimelineItem } from './timeline-item.tsx'

/** The rest is shown on request: a step may notify a hundred people. */
const shownAtFirst = 8

interface NotificationsEntryProps {
  readonly at: string
  readonly round: TimelineRound
  /** The name of the escalation step; null for legacy notifications. */
  readonly name: string | null
}

/** The notifications of one round: recipients, channels and outcomes. */
export function NotificationsEntry({ at, round, name }: NotificationsEntryProps) {
  const { t } = useI18n()
  const [isWhole, setWhole] = useState(false)
  const { messages, kind, repeat } = round
  const isSent = messages.some(({ status }) => status === 'sent')
  const shown = isWhole ? messages : messages.slice(0, shownAtFirst)
  const what = t(kind === 'end' ? 'timeline.ofEnd' : repeat > 0 ? 'timeline.repeat' : 'timeline.first', { repeat })
  return (
    <TimelineItem
      at={at}
      title={name === null ? t('timeline.legacy', { what }) : t('timeline.step', { step: name, what })}
      {...(!isSent && { status: 'paused' as const })}
    >
      <ul className="divide-y divide-line">
        {shown.map((message) => (
          <NotificationLine key={message.id} message={message} />
        ))}
      </ul>
      {shown.length < messages.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          {t('timeline.showAll', { count: messages.length })}
        </Button>
      )}
    </TimelineItem>
  )
}
