import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
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
import { useNow } from '../../ui/use-now.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { useErrorTypes } from '../error-types/queries.ts'
import { IncidentGroups } from '../incidents/incident-groups.tsx'
import { useOpenFailures } from '../open-incidents/use-open-incidents.ts'
import { AddService } from '../services/add-service.tsx'
import { statusesQuery, type Watched } from '../services/queries.ts'
import { byUrgency, counted, type State, shownState, states } from '../services/state.ts'
import { Counters } from './counters.tsx'
import { RowHeadings, ServiceRow } from './service-row.tsx'
import { StatsLine } from './stats-line.tsx'

const route = getRouteApi('/inside/framed/')
const idOf = ({ id }: Watched): number => id

/** All services with their status, most urgent first. */
export function Dashboard() {
  const { t, formats } = useI18n()
  useTitle(t('nav.dashboard'))
  const { data, error, isPending, refetch } = useQuery(statusesQuery)
  const errorTypes = useErrorTypes()
  const incidents = useOpenFailures()
  const now = useNow()
  const { query, setQuery, state, setState } = useFilters()
  const sought = useDeferredValue(query)
  const all = useMemo(() => data?.toSorted(byUrgency) ?? [], [data])
  const counts = useMemo(() => counted(all), [all])
  const context = useMemo(() => ({ t, formats, errorTypes, now }), [t, formats, errorTypes, now])
  const shown = useMemo(
    () =>
      all.filter(
        (each) =>
          (state === null || shownState(each) === state) && matches(sought, each.name, each.address, String(each.id)),
      ),
    [all, state, sought],
  )
  if (isPending) return <SkeletonRows label={t('common.loading')} count={10} />
  if (!data) return <Failed error={error} reset={() => void refetch()} />
  return (
    <>
      <PageHeader
        title={t('nav.dashboard')}
        below={<StatsLine />}
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
        <>
          <Counters counts={counts} chosen={state} onChoose={setState} />
          <IncidentGroups />
          <Filters label={t('filters.label')}>
            <SearchBox label={t('filters.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
            <p role="status" className="text-sm text-muted">
              {t('filters.shown', { shown: shown.length, all: all.length })}
            </p>
          </Filters>
          {shown.length === 0 ? (
            <EmptyState title={t('filters.nothing')}>{t('filters.nothingHint')}</EmptyState>
          ) : (
            <>
              <RowHeadings />
              <VirtualList label={t('dashboard.list')} rows={shown} keyOf={idOf} rowHeight={60}>
                {(service) => <ServiceRow service={service} incident={incidents.get(service.id)} context={context} />}
              </VirtualList>
            </>
          )}
        </>
      )}
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
    setState: (state: State | null) => change({ state: state ?? '' }),
  }
}
