import { Link } from '@tanstack/react-router'
import { useI18n } from '../../app/i18n/language.tsx'
import { Card } from '../../ui/card.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useContactNames } from '../contacts/queries.ts'
import { useAllChannels, useReasons } from '../dictionaries/queries.ts'
import { notificationMarks } from './notification-mark.ts'
import type { LoggedNotification } from './queries.ts'

interface LogTableProps {
  readonly notifications: readonly LoggedNotification[]
  readonly services: ReadonlyMap<number, string>
  readonly onOpen: (id: number) => void
}

/** One page of a log. On narrow screens the status is below the time, and reason and service are below the address. */
export function LogTable({ notifications, services, onOpen }: LogTableProps) {
  const { t } = useI18n()
  const headers = [
    ['notifications.time', ''],
    ['notifications.status', 'max-md:hidden'],
    ['notifications.to', ''],
    ['notifications.service', 'max-sm:hidden'],
  ] as const
  return (
    <Card>
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{t('nav.notifications')}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            {headers.map(([name, className]) => (
              <th key={name} scope="col" className={`py-2 pr-4 font-medium ${className}`}>
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notifications.map((notification) => (
            <Row key={notification.id} notification={notification} services={services} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

interface RowProps extends Omit<LogTableProps, 'notifications'> {
  readonly notification: LoggedNotification
}

function Row({ notification, services, onOpen }: RowProps) {
  const { t, formats } = useI18n()
  const [channels, contacts, reasons] = [useAllChannels(), useContactNames(), useReasons()]
  const { status, reason, address, channel_id, contact_id, kind, service_id, occurrence_id } = notification
  const name = (contact_id !== undefined && contacts.get(contact_id)) || address
  const mark = <StatusMark status={notificationMarks[status]} text={t(`notification.status.${status}`)} />
  const reasonText = reason !== null && <p className="text-sm text-muted">{reasons.get(reason)?.name ?? reason}</p>
  const subject =
    service_id === null
      ? t(`notification.kind.${kind}`)
      : (services.get(service_id) ?? t('incident.service', { id: service_id }))
  return (
    <tr className="border-b border-line align-top hover:bg-hover">
      <td className="py-2 pr-4">
        <button
          type="button"
          onClick={() => onOpen(notification.id)}
          className="min-h-6 text-left whitespace-nowrap text-accent underline underline-offset-4"
        >
          {formats.dateTime(notification.time)}
          <span className="sr-only">{`, ${name}`}</span>
        </button>
        <div className="md:hidden">{mark}</div>
      </td>
      <td className="py-2 pr-4 max-md:hidden">
        {mark}
        {reasonText}
      </td>
      <td className="py-2 pr-4 max-sm:pr-0">
        <p className="font-medium">{name}</p>
        <p className="text-sm text-muted">
          {channels.get(channel_id)?.name ?? channel_id}
          {name !== address && ` · ${address}`}
        </p>
        <div className="md:hidden">{reasonText}</div>
        <p className="text-sm sm:hidden">{subject}</p>
      </td>
      <td className="py-2 max-sm:hidden">
        {occurrence_id === null ? (
          subject
        ) : (
          <Link
            to="/events/$id"
            params={{ id: String(occurrence_id) }}
            className="text-accent underline underline-offset-4"
          >
            {subject}
          </Link>
        )}
        <p className="text-sm text-muted">
          {t(`notification.kind.${kind}`)}
          {notification.repeat_number > 0 && ` · ${t('notification.repeat', { repeat: notification.repeat_number })}`}
        </p>
      </td>
    </tr>
  )
}
