import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { useMe } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { lazyPart } from '../../app/routing/lazy-part.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange, useSorting, useTypedText } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { saveFile, toCsv } from '../../ui/csv.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Table } from '../../ui/table.tsx'
import { useServiceTypes } from '../dictionaries/queries.ts'
import { useGroups } from '../groups/queries.ts'
import { AddService } from './add-service.tsx'
import { useColumns } from './columns.tsx'
import { CustomerFilters } from './customer-filters.tsx'
import { type Customers, findCustomers } from './customers.ts'
import { FilterMenu } from './filter-menu.tsx'
import { GroupTarget } from './group-target.tsx'
import { GroupTree } from './group-tree.tsx'
import { PeriodicReports } from './periodic-reports.tsx'
import { archivedQuery, type ServiceWithStatus, statusesQuery } from './queries.ts'
import { ShareGroup } from './share-group.tsx'
import { getShownState, states } from './state.ts'
import { listTags, useServiceTags } from './tags.ts'
import { useSelection } from './use-selection.ts'

const route = getRouteApi('/inside/framed/services')
const BulkBar = lazyPart(async () => (await import('./bulk-bar.tsx')).BulkBar)
const BudgetList = lazyPart(async () => (await import('../error-budgets/budget-list.tsx')).BudgetList)

/** The list of all services, with filters, sorting and bulk actions. */
export function Services() {
  const { t } = useI18n()
  useTitle(t('nav.services'))
  const { data: me } = useMe()
  const filters = useFilters()
  const areArchived = filters.state === 'archived'
  const statuses = useQuery(statusesQuery)
  const archived = useQuery({ ...archivedQuery, enabled: areArchived })
  const { data, error, isPending, refetch } = areArchived ? archived : statuses
  const groups = useGroups()
  const types = useServiceTypes()
  const customers = useMemo(() => findCustomers(groups, data ?? []), [groups, data])
  const tags = useServiceTags()
  const shown = useShownServices(data, filters, { customers, tags })
  const isGrouped = filters.by === 'customer' && customers.areSeveral
  const columns = useColumns({ groups, types, customers: customers.areSeveral && !isGrouped ? customers : null, tags })
  const selection = useSelection(shown)
  const order = useSorting({ column: 'name', descending: false })
  if (isPending) return <SkeletonRows label={t('common.loading')} count={10} />
  if (!data) return <Failed error={error} reset={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={t('nav.services')}
        below={t('filters.shown', { shown: shown.length, all: data.length })}
        actions={
          <>
            <GroupTarget key={`target ${filters.group}`} group={groups.get(Number(filters.group))} />
            <PeriodicReports key={`periodic ${filters.group}`} group={groups.get(Number(filters.group))} />
            <ShareGroup key={filters.group} group={groups.get(Number(filters.group))} />
            <SaveAsCsv shown={shown} areArchived={areArchived} {...{ groups, types, customers }} />
            <AddService />
          </>
        }
      />
      <ServiceFilters filters={filters} groups={groups} customers={customers} tags={listTags(tags)} />
      <FilterMenu
        current={{
          query: filters.query,
          state: filters.state,
          group: filters.group,
          customer: filters.customer,
          tag: filters.tag,
        }}
        onChoose={filters.set}
      />
      <div className="flex gap-6">
        <GroupTree
          groups={groups}
          services={data}
          ownAccount={me?.id}
          chosen={filters.group}
          onChoose={(group) => filters.set({ group })}
        />
        <div className="min-w-0 grow">
          {groups.get(Number(filters.group))?.service_level_target != null && !areArchived && (
            <Suspense>
              <BudgetList services={shown} />
            </Suspense>
          )}
          <Table
            caption={t('nav.services')}
            columns={columns}
            rows={shown}
            getKey={({ id }) => String(id)}
            {...order}
            selection={selection.forTable}
            getGroup={isGrouped ? (each) => customers.findCustomer(each)?.name ?? '–' : undefined}
            empty={<NoServices isFiltered={data.length > 0 || areArchived} onClear={() => filters.setQuery('')} />}
          />
          {selection.services.length > 0 && (
            <Suspense>
              <BulkBar chosen={selection.services} onDone={selection.clear} groups={groups} areArchived={areArchived} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  )
}

interface ServiceFiltersProps {
  readonly filters: ReturnType<typeof useFilters>
  readonly customers: Customers
  readonly groups: ReturnType<typeof useGroups>
  readonly tags: readonly string[]
}

function ServiceFilters({ filters, groups, customers, tags }: ServiceFiltersProps) {
  const { t } = useI18n()
  return (
    <Filters label={t('filters.label')}>
      <SearchBox
        label={t('filters.search')}
        value={filters.query}
        onChange={filters.setQuery}
        className="w-full sm:max-w-sm"
      />
      <Select
        aria-label={t('filters.state')}
        value={filters.state}
        choices={[
          { value: '', label: t('filters.anyState') },
          ...states.map((value) => ({ value, label: t(`state.${value}`) })),
          { value: 'archived', label: t('filters.archived') },
        ]}
        onChoose={(state) => filters.set({ state })}
        className="!w-auto"
      />
      <Select
        aria-label={t('filters.group')}
        value={filters.group}
        choices={[
          { value: '', label: t('filters.anyGroup') },
          ...[...groups.values()].map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChoose={(group) => filters.set({ group })}
        className="!w-auto max-w-full lg:hidden"
      />
      <CustomerFilters
        customers={customers.all}
        chosen={filters.customer}
        isGrouped={filters.by === 'customer'}
        onChange={filters.set}
      />
      {(tags.length > 0 || filters.tag !== '') && (
        <Select
          aria-label={t('tags.filter')}
          value={filters.tag}
          choices={[
            { value: '', label: t('tags.any') },
            ...[...new Set([...tags, filters.tag])].filter(Boolean).map((value) => ({ value, label: value })),
          ]}
          onChoose={(tag) => filters.set({ tag })}
          className="!w-auto max-w-full"
        />
      )}
    </Filters>
  )
}

interface SaveAsCsvProps {
  readonly shown: readonly ServiceWithStatus[]
  readonly areArchived: boolean
  readonly groups: ReturnType<typeof useGroups>
  readonly types: ReturnType<typeof useServiceTypes>
  readonly customers: Customers
}

/** Downloads the displayed rows as a CSV file. */
function SaveAsCsv({ shown, areArchived, groups, types, customers }: SaveAsCsvProps) {
  const { t } = useI18n()
  const rows = () => [
    [
      t('column.name'),
      t('list.csvAddress'),
      t('column.state'),
      t('list.csvSince'),
      t('column.type'),
      t('column.group'),
      ...(customers.areSeveral ? [t('column.customer')] : []),
      t('column.lastCheck'),
    ],
    ...shown.map((each) => [
      each.name,
      each.address,
      areArchived ? t('filters.archived') : t(`state.${getShownState(each)}`),
      each.since,
      types.get(each.type_id)?.name ?? each.type_id,
      groups.get(each.group_id)?.name ?? '',
      ...(customers.areSeveral ? [customers.findCustomer(each)?.name ?? ''] : []),
      each.last_analysis_time ?? '',
    ]),
  ]
  return (
    <Button disabled={shown.length === 0} onClick={() => saveFile('services.csv', 'text/csv', toCsv(rows()))}>
      {t('list.csv')}
    </Button>
  )
}

function NoServices({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  const { t } = useI18n()
  if (!isFiltered)
    return (
      <EmptyState title={t('dashboard.emptyTitle')} example={<ExampleService />} action={<AddService />}>
        {t('dashboard.empty')}
      </EmptyState>
    )
  return (
    <EmptyState title={t('filters.nothing')}>
      {t('filters.nothingHint')}{' '}
      <Link to="/services" onClick={onClear} className="text-accent underline">
        {t('filters.clear')}
      </Link>
    </EmptyState>
  )
}

function ExampleService() {
  const { t, formats } = useI18n()
  return (
    <span className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <StatusMark status="ok" text={t('state.ok')} />
      <span className="font-mono">https://shop.example.com/</span>
      <span className="text-muted">{formats.milliseconds(184)}</span>
    </span>
  )
}

interface ListFilters {
  readonly query: string
  readonly state: string
  readonly group: string
  readonly customer: string
  /** `customer` if the list is grouped. */
  readonly by: string
  readonly tag: string
}

function useFilters() {
  const search = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(search.query ?? '', (text) => change({ query: text }))
  return {
    query,
    setQuery,
    state: search.state ?? '',
    group: search.group ?? '',
    customer: search.customer ?? '',
    by: search.by ?? '',
    tag: search.tag ?? '',
    set: (next: Partial<ListFilters>) => {
      if (next.query !== undefined) setQuery(next.query)
      change(next)
    },
  }
}

function useShownServices(
  all: readonly ServiceWithStatus[] | undefined,
  { query, state, group, customer, tag }: ListFilters,
  { customers, tags }: { readonly customers: Customers; readonly tags: ReturnType<typeof useServiceTags> },
): readonly ServiceWithStatus[] {
  const deferredQuery = useDeferredValue(query)
  return useMemo(
    () =>
      (all ?? []).filter(
        (each) =>
          (state === '' || state === 'archived' || getShownState(each) === state) &&
          (group === '' || String(each.group_id) === group) &&
          (customer === '' || String(customers.findCustomer(each)?.id) === customer) &&
          (tag === '' || tags.get(each.id)?.includes(tag) === true) &&
          matches(deferredQuery, each.name, each.address, String(each.id), ...(tags.get(each.id) ?? [])),
      ),
    [all, deferredQuery, state, group, customer, customers, tag, tags],
  )
}
