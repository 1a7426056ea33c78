import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useContactNames } from '../contacts/queries.ts'
import { useAllChannels, useReasons } from '../dictionaries/queries.ts'
import { NotificationDetails } from './notification-details.tsx'
import { notificationMarks } from './notification-mark.ts'
import { type LoggedNotification, type LogKind, notificationQuery } from './queries.ts'

interface NotificationDialogProps {
  readonly kind: LogKind
  readonly id: number
  readonly onClose: () => void
}

/** All details of one notification. */
export function NotificationDialog({ kind, id, onClose }: NotificationDialogProps) {
  const { t } = useI18n()
  const { data, error } = useQuery(notificationQuery(kind, id))
  return (
    <Dialog open onClose={onClose} wide title={t('notification.title', { id })} closeLabel={t('common.close')}>
      {data ? (
        <FullNotification notification={data} />
      ) : error ? (
        <Failed error={error} />
      ) : (
        <SkeletonRows label={t('common.loading')} count={3} />
      )}
    </Dialog>
  )
}

function FullNotification({ notification }: { readonly notification: LoggedNotification }) {
  const { t, formats } = useI18n()
  const [channels, contacts, reasons] = [useAllChannels(), useContactNames(), useReasons()]
  const { status, reason, channel_id, contact_id, address, created_at, time, occurrence_id } = notification
  const reasonEntry = reason === null ? undefined : reasons.get(reason)
  const contact = contact_id === undefined ? undefined : contacts.get(contact_id)
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)] [&_dt]:text-sm [&_dt]:text-muted">
        <dt>{t('notifications.status')}</dt>
        <dd>
          <StatusMark status={notificationMarks[status]} text={t(`notification.status.${status}`)} />
          {reason && <p className="font-medium">{reasonEntry?.name ?? reason}</p>}
          {reasonEntry?.description && <p className="max-w-prose text-sm text-muted">{reasonEntry.description}</p>}
        </dd>
        <dt>{t('notifications.to')}</dt>
        <dd>
          {contact && <span className="font-medium">{contact} · </span>}
          {address}
        </dd>
        <dt>{t('notifications.channel')}</dt>
        <dd>{channels.get(channel_id)?.name ?? channel_id}</dd>
        <dt>{t('notifications.kind')}</dt>
        <dd>
          {t(`notification.kind.${notification.kind}`)}
          {notification.repeat_number > 0 && ` · ${t('notification.repeat', { repeat: notification.repeat_number })}`}
          {notification.digest_id !== null && ` · ${t('notification.inDigest')}`}
        </dd>
        <dt>{t('notification.decided')}</dt>
        <dd>{formats.exact(created_at)}</dd>
        {status === 'sent' && (
          <>
            <dt>{t('notification.sentAt')}</dt>
            <dd>{formats.exact(time)}</dd>
          </>
        )}
        {occurrence_id !== null && (
          <>
            <dt>{t('notification.incident')}</dt>
            <dd>
              <Link to="/events/$id" params={{ id: String(occurrence_id) }} className="text-accent underline">
                {t('notification.toAlert')}
              </Link>
            </dd>
          </>
        )}
      </dl>
      <NotificationDetails notification={notification} />
    </div>
  )
}
