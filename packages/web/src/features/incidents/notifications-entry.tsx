import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { NotificationLine } from './notification-line.tsx'
import type { TimelineRound } from './timeline-entries.ts'
import { TimelineItem } from './timeline-item.tsx'

/** The number of notifications that are shown before the user asks for all: a step may notify a hundred people. */
const initialCount = 8

interface NotificationsEntryProps {
  readonly at: string
  readonly round: TimelineRound
  /** The name of the escalation step; null for legacy notifications. */
  readonly name: string | null
}

/** The notifications of one round: recipients, channels and outcomes. */
export function NotificationsEntry({ at, round, name }: NotificationsEntryProps) {
  const { t } = useI18n()
  const [isExpanded, setExpanded] = useState(false)
  const { notifications, repeat } = round
  const isSent = notifications.some(({ status }) => status === 'sent')
  const shownNotifications = isExpanded ? notifications : notifications.slice(0, initialCount)
  const label = t(getLabelKey(round), { repeat })
  return (
    <TimelineItem
      at={at}
      title={name === null ? t('timeline.legacy', { label }) : t('timeline.step', { step: name, label })}
      // No notification was sent: show the muted mark.
      {...(!isSent && { status: 'paused' as const })}
    >
      <ul className="divide-y divide-line">
        {shownNotifications.map((notification) => (
          <NotificationLine key={notification.id} message={notification} />
        ))}
      </ul>
      {shownNotifications.length < notifications.length && (
        <Button size="small" onClick={() => setExpanded(true)}>
          {t('timeline.showAll', { count: notifications.length })}
        </Button>
      )}
    </TimelineItem>
  )
}

function getLabelKey({ kind, repeat }: TimelineRound) {
  if (kind === 'end') return 'timeline.recovery'
  return repeat > 0 ? 'timeline.repeat' : 'timeline.first'
}
