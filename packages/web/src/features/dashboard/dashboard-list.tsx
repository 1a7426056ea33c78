import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useErrorTypes } from '../error-types/queries.ts'
import { useOpenFailures, useUnalerted } from '../open-incidents/use-open-incidents.ts'
import type { Customers } from '../services/customers.ts'
import type { ServiceWithStatus } from '../services/queries.ts'
import { listByCustomer, type ServiceSection } from '../services/sections.ts'
import { StateCounts } from '../services/state-counts.tsx'
import { createUrgencyComparator } from './order.ts'
import { RowHeadings, ServiceRow } from './service-row.tsx'

/** A row: a service, or the heading of a customer whose services follow. */
type Item = ServiceWithStatus | ServiceSection

const isSection = (item: Item): item is ServiceSection => 'worst' in item
const getKey = (item: Item): string | number => (isSection(item) ? `customer ${item.id}` : item.id)

interface DashboardListProps {
  /** The services to show, most urgent first. */
  readonly services: readonly ServiceWithStatus[]
  readonly customers: Customers
  readonly isGrouped: boolean
}

/** The services as rows, below the names of their customers if they are grouped. */
export function DashboardList({ services, customers, isGrouped }: DashboardListProps) {
  const { t, formats } = useI18n()
  const errorTypes = useErrorTypes()
  const incidents = useOpenFailures()
  const isUnalerted = useUnalerted()
  const compareServices = useMemo(() => createUrgencyComparator(incidents), [incidents])
  const now = useNow()
  const context = useMemo(() => ({ t, formats, errorTypes, now }), [t, formats, errorTypes, now])
  const items = useMemo(
    () =>
      isGrouped
        ? listByCustomer(services, customers).flatMap((section) => [
            section,
            ...section.services.toSorted(compareServices),
          ])
        : services.toSorted(compareServices),
    [isGrouped, services, customers, compareServices],
  )
  if (services.length === 0) return <EmptyState title={t('filters.nothing')}>{t('filters.nothingHint')}</EmptyState>
  const hasCustomer = customers.areSeveral && !isGrouped
  return (
    <VirtualList<Item>
      label={t('dashboard.list')}
      rows={items}
      getKey={getKey}
      rowHeight={60}
      header={<RowHeadings hasCustomer={hasCustomer} />}
    >
      {(item) =>
        isSection(item) ? (
          <CustomerHeading section={item} />
        ) : (
          <ServiceRow
            service={item}
            customer={hasCustomer ? (customers.findCustomer(item)?.name ?? '–') : undefined}
            incident={incidents.get(item.id)}
            isUnalerted={isUnalerted(item)}
            context={context}
          />
        )
      }
    </VirtualList>
  )
}

function CustomerHeading({ section: { name, counts } }: { readonly section: ServiceSection }) {
  return (
    <h2 className="flex flex-wrap items-baseline justify-between gap-x-4 pt-4 pb-2">
      <span className="text-lg font-semibold">{name}</span>
      <StateCounts counts={counts} />
    </h2>
  )
}
