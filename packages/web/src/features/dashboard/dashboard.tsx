import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { Icon } from '../../ui/icon.tsx'
import { matches } from '../../ui/matches.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useGroups } from '../groups/queries.ts'
import { IncidentGroups } from '../incidents/incident-groups.tsx'
import { AddService } from '../services/add-service.tsx'
import { CustomerChoice, GroupByCustomer } from '../services/customer-filters.tsx'
import { findCustomers } from '../services/customers.ts'
import { type ServiceWithStatus, statusesQuery } from '../services/queries.ts'
import { listByCustomer } from '../services/sections.ts'
import { compareUrgency, countStates, getShownState, states } from '../services/state.ts'
import { Counters } from './counters.tsx'
import { CustomerStrip, maxShownCustomers } from './customer-strip.tsx'
import { DashboardList } from './dashboard-list.tsx'
import { StatsLine } from './stats-line.tsx'

const route = getRouteApi('/inside/framed/')
const BudgetList = lazyPart(async () => (await import('../error-budgets/budget-list.tsx')).BudgetList)

/** All services with their status, most urgent first. */
export function Dashboard() {
  const { t } = useI18n()
  useTitle(t('nav.dashboard'))
  const { data, error, isPending, refetch } = useQuery(statusesQuery)
  if (isPending) return <SkeletonRows label={t('common.loading')} count={10} />
  if (!data) return <Failed error={error} reset={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={t('nav.dashboard')}
        below={<StatsLine serviceCount={data.length} />}
        actions={
          <>
            <Link to="/wall" className={buttonClass('secondary', 'small')}>
              <Icon name="expand" />
              {t('wall.open')}
            </Link>
            <AddService />
          </>
        }
      />
      {data.length === 0 ? (
        <EmptyState title={t('dashboard.emptyTitle')} action={<AddService />}>
          {t('dashboard.empty')}
        </EmptyState>
      ) : (
        <Overview services={data} />
      )}
    </>
  )
}

/** The counters, incidents that probably share a cause, and the list of services with its filters. */
function Overview({ services }: { readonly services: readonly ServiceWithStatus[] }) {
  const { t } = useI18n()
  const filters = useFilters()
  const groups = useGroups()
  const sortedServices = useMemo(() => services.toSorted(compareUrgency), [services])
  const customers = useMemo(() => findCustomers(groups, sortedServices), [groups, sortedServices])
  const customerSections = useMemo(() => listByCustomer(sortedServices, customers), [sortedServices, customers])
  const { state, customer, query } = filters
  const deferredQuery = useDeferredValue(query)
  const customerServices = useMemo(
    () =>
      customer === ''
        ? sortedServices
        : sortedServices.filter((each) => String(customers.findCustomer(each)?.id) === customer),
    [sortedServices, customers, customer],
  )
  const counts = useMemo(() => countStates(customerServices), [customerServices])
  const visibleServices = useMemo(
    () =>
      customerServices.filter(
        (each) =>
          (state === null || getShownState(each) === state) &&
          matches(deferredQuery, each.name, each.address, String(each.id)),
      ),
    [customerServices, state, deferredQuery],
  )
  return (
    <>
      <Counters counts={counts} chosen={state} onChoose={(next) => filters.set({ state: next ?? '' })} />
      {customers.areSeveral && (
        <CustomerStrip
          customers={customerSections}
          chosen={customer}
          onChoose={(next) => filters.set({ customer: next })}
        />
      )}
      <IncidentGroups />
      <Suspense>
        <BudgetList services={customerServices} />
      </Suspense>
      <Filters label={t('filters.label')}>
        <SearchBox
          label={t('filters.search')}
          value={query}
          onChange={filters.setQuery}
          className="w-full sm:max-w-sm"
        />
        {customers.all.length > maxShownCustomers && (
          <CustomerChoice customers={customers.all} chosen={customer} onChange={filters.set} />
        )}
        {customers.areSeveral && <GroupByCustomer isGrouped={filters.isGrouped} onChange={filters.set} />}
        <p role="status" className="text-sm text-muted">
          {t('filters.shown', { shown: visibleServices.length, all: sortedServices.length })}
        </p>
      </Filters>
      <DashboardList
        services={visibleServices}
        customers={customers}
        isGrouped={filters.isGrouped && customers.areSeveral}
      />
    </>
  )
}

function useFilters() {
  const search = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(search.query ?? '', (text) => change({ query: text }))
  return {
    query,
    setQuery,
    state: states.find((each) => each === search.state) ?? null,
    customer: search.customer ?? '',
    isGrouped: search.by === 'customer',
    set: (next: { readonly state?: string; readonly customer?: string; readonly by?: string }) => change(next),
  }
}
