import { Link } from '@tanstack/react-router'
import type { Group, ServiceType } from '@wachta/client'
import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { compareNames } from '../../ui/by-name.ts'
import { StatusMark } from '../../ui/status-mark.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TagList } from '../../ui/tag-list.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { Customers } from './customers.ts'
import type { ServiceWithStatus } from './queries.ts'
import { compareUrgency, getShownState } from './state.ts'

/** How many tags a row shows; the page of the service shows all of them. */
const maxShownTags = 3

type NamesByKey<Key> = ReadonlyMap<Key, { readonly name: string }>

interface ColumnData {
  readonly groups: ReadonlyMap<number, Group>
  readonly types: ReadonlyMap<string, ServiceType>
  /** Null if there is no column of customers. */
  readonly customers: Customers | null
  readonly tags: ReadonlyMap<number, readonly string[]>
}

/** The columns of the list. */
export function useColumns({ groups, types, customers, tags }: ColumnData): readonly Column<ServiceWithStatus>[] {
  const { t, formats } = useI18n()
  const now = useNow(30_000)
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        compare: compareNames,
        className: 'max-w-0 w-full',
        cell: (each) => (
          <TwoLines below={each.address}>
            <Link
              to="/services/$id"
              params={{ id: String(each.id) }}
              data-primary
              className="font-medium text-ink no-underline hover:underline"
            >
              {each.name}
            </Link>
            <span className="ml-2 inline-flex h-5.5 overflow-hidden align-bottom max-sm:hidden">
              <TagList label={t('tags.label')} tags={(tags.get(each.id) ?? []).slice(0, maxShownTags)} />
            </span>
          </TwoLines>
        ),
      },
      {
        id: 'state',
        header: t('column.state'),
        compare: compareUrgency,
        cell: (each) => <StatusMark status={getShownState(each)} text={t(`state.${getShownState(each)}`)} />,
      },
      ...(customers ? [customerColumn(t('column.customer'), customers)] : []),
      {
        id: 'type',
        header: t('column.type'),
        from: '2xl',
        className: 'whitespace-nowrap',
        compare: (one, other) => findName(types, one.type_id).localeCompare(findName(types, other.type_id)),
        cell: (each) => findName(types, each.type_id),
      },
      {
        id: 'group',
        header: t('column.group'),
        from: '2xl',
        className: 'max-w-48',
        compare: (one, other) => findName(groups, one.group_id).localeCompare(findName(groups, other.group_id)),
        cell: (each) => <span className="block truncate">{findName(groups, each.group_id)}</span>,
      },
      {
        id: 'time',
        header: t('column.responseTime'),
        from: 'md',
        isNumber: true,
        compare: (one, other) => (one.average_response_time ?? -1) - (other.average_response_time ?? -1),
        cell: (each) => formats.milliseconds(each.average_response_time),
      },
      {
        id: 'last',
        header: t('column.lastCheck'),
        from: 'sm',
        isNumber: true,
        className: 'whitespace-nowrap',
        compare: (one, other) => (one.last_analysis_time ?? '').localeCompare(other.last_analysis_time ?? ''),
        cell: (each) => (each.last_analysis_time === null ? '–' : formats.ago(each.last_analysis_time, now)),
      },
    ],
    [t, formats, now, groups, types, customers, tags],
  )
}

const findName = <Key,>(names: NamesByKey<Key>, key: Key): string => names.get(key)?.name ?? ''

function customerColumn(header: string, customers: Customers): Column<ServiceWithStatus> {
  const getCustomerName = (each: ServiceWithStatus) => customers.findCustomer(each)?.name ?? ''
  return {
    id: 'customer',
    header,
    from: 'lg',
    className: 'max-w-48',
    compare: (one, other) => getCustomerName(one).localeCompare(getCustomerName(other)),
    cell: (each) => <span className="block truncate">{getCustomerName(each)}</span>,
  }
}
