import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { OccurrenceDetails } from '@wachta/client'
import { useState } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useAllChannels, useReasons } from '../dictionaries/queries.ts'
import { NotificationDetails } from '../notifications/notification-details.tsx'
import { notificationMarks } from '../notifications/notification-mark.ts'
import { notificationQuery } from '../notifications/queries.ts'

type ListedNotification = OccurrenceDetails['notifications'][number]

/** One notification: recipient, channel and outcome; expanded, its text and delivery attempts. */
export function NotificationLine({ message }: { readonly message: ListedNotification }) {
  const { t, formats } = useI18n()
  const channels = useAllChannels()
  const [isOpen, setOpen] = useState(false)
  const { status = 'pending', channel_id = '', address, contact_name, time = '' } = message
  const channel = channels.get(channel_id)?.name ?? channel_id
  return (
    <li className="grid gap-x-4 gap-y-0.5 py-1.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <div>
        <StatusMark status={notificationMarks[status]} text={t(`notification.status.${status}`)} />
      </div>
      <div className="min-w-0">
        <p>
          {contact_name && <span className="font-medium">{contact_name}</span>}
          {contact_name && ' · '}
          {channel}
          {address && <span className="text-muted"> · {address}</span>}
          {status === 'sent' && <span className="text-muted"> · {formats.clock(time)}</span>}
        </p>
        <NotificationReason message={message} />
        {status !== 'suppressed' && address && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-6 items-center gap-1 text-sm text-accent"
          >
            <Icon name={isOpen ? 'down' : 'right'} />
            {t('notification.open')}
            <span className="sr-only">{`${contact_name ?? address}, ${channel}`}</span>
          </button>
        )}
        {isOpen && <OpenedNotification message={message} />}
      </div>
    </li>
  )
}

/** Why a notification was suppressed or failed: the reason, then its explanation. */
function NotificationReason({ message: { reason, explanation } }: { readonly message: ListedNotification }) {
  const reasons = useReasons()
  if (!reason) return null
  const name = reasons.get(reason)?.name ?? reason
  return (
    <p className="text-sm">
      <span className="font-medium">{name}.</span> <span className="text-muted">{explanation}</span>
    </p>
  )
}

function OpenedNotification({ message: { style, id = 0 } }: { readonly message: ListedNotification }) {
  const { t } = useI18n()
  const log = style === 'older' ? 'legacy' : 'contact'
  const { data, error } = useQuery(notificationQuery(log, id))
  if (!data) return error ? <Failed error={error} /> : <Skeleton className="h-20" />
  return (
    <div className="my-2 rounded-md border border-line bg-surface p-3">
      <NotificationDetails notification={data} />
      <p className="mt-3 text-sm">
        <Link to="/messages" search={{ style: log, message: String(id) }} className="text-accent underline">
          {t('notification.inLog')}
        </Link>
      </p>
    </div>
  )
}
