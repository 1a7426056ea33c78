import { Link } from '@tanstack/react-router'
import type { Expiry } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { useGroups } from '../groups/queries.ts'
import { findUrgency, getExpiryDate, urgencyStatuses } from './urgency.ts'

export function useExpiryColumns(): readonly Column<Expiry>[] {
  const { t, formats } = useI18n()
  const groups = useGroups()
  const getGroupName = ({ service }: Expiry) => groups.get(service.group_id)?.name ?? ''
  const compareDaysLeft = (one: Expiry, other: Expiry) => one.days_left - other.days_left
  return [
    {
      id: 'service',
      header: t('expiries.service'),
      compare: (one, other) => one.service.name.localeCompare(other.service.name),
      className: 'max-w-0 w-full',
      cell: ({ service_id, service }) => (
        <>
          <Link
            to="/services/$id"
            params={{ id: String(service_id) }}
            data-primary
            className="block truncate font-medium text-ink no-underline hover:underline"
          >
            {service.name}
          </Link>
          <span className="block truncate text-sm text-muted">{service.address}</span>
        </>
      ),
    },
    {
      id: 'kind',
      header: t('expiries.kind'),
      from: 'md',
      className: 'whitespace-nowrap',
      compare: (one, other) => one.kind.localeCompare(other.kind),
      cell: ({ kind }) => t(`expiries.kind.${kind}`),
    },
    {
      id: 'group',
      header: t('expiries.group'),
      from: 'lg',
      className: 'max-w-48',
      compare: (one, other) => getGroupName(one).localeCompare(getGroupName(other)),
      cell: (each) => <span className="block truncate">{getGroupName(each)}</span>,
    },
    {
      id: 'state',
      header: t('expiries.state'),
      from: 'sm',
      compare: compareDaysLeft,
      cell: (each) => {
        const urgency = findUrgency(each)
        return <StatusMark status={urgencyStatuses[urgency]} text={t(`expiries.${urgency}`, { kind: each.kind })} />
      },
    },
    {
      id: 'date',
      header: t('expiries.date'),
      from: 'md',
      isNumber: true,
      className: 'whitespace-nowrap',
      compare: compareDaysLeft,
      cell: (each) => formats.day(getExpiryDate(each)),
    },
    {
      id: 'left',
      header: t('expiries.left'),
      isNumber: true,
      className: 'whitespace-nowrap',
      compare: compareDaysLeft,
      cell: (each) => (
        <span className={findUrgency(each) === 'later' ? '' : 'font-semibold'}>
          {each.days_left < 0
            ? t('expiries.ago', { days: Math.floor(-each.days_left) })
            : t('expiries.days', { days: Math.floor(each.days_left) })}
        </span>
      ),
    },
  ]
}
