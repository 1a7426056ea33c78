import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { useSearchChange, useSorting, useTypedText } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { useExpiryColumns } from './expiry-columns.tsx'
import { expiriesQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/expiries')
const kinds = ['certificate', 'domain'] as const

/** The certificates and domains of all services, soonest expiry first. */
export function ExpiriesPage() {
  const { t } = useI18n()
  useTitle(t('expiries.title'))
  const { data, error, refetch } = useQuery(expiriesQuery)
  const search = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(search.query ?? '', (text) => change({ query: text }))
  const deferredQuery = useDeferredValue(query)
  const sortingProps = useSorting({ column: 'left', descending: false })
  const columns = useExpiryColumns()
  const kind = kinds.find((each) => each === search.kind) ?? ''
  const visibleRows = (data ?? []).filter(
    (each) => (kind === '' || each.kind === kind) && matches(deferredQuery, each.service.name, each.service.address),
  )
  return (
    <>
      <PageHeader title={t('expiries.title')} below={t('expiries.text')} />
      <Filters label={t('filters.label')}>
        <SearchBox label={t('expiries.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
        <Select
          aria-label={t('expiries.kind')}
          value={kind}
          choices={[
            { value: '', label: t('expiries.anyKind') },
            ...kinds.map((value) => ({ value, label: t(`expiries.kind.${value}`) })),
          ]}
          onChoose={(next) => change({ kind: next })}
          className="!w-auto max-w-full"
        />
      </Filters>
      {!data &&
        (error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />)}
      {data && (
        <Table
          caption={t('expiries.title')}
          columns={columns}
          rows={visibleRows}
          getKey={({ service_id, kind: each }) => `${service_id}/${each}`}
          {...sortingProps}
          empty={
            data.length === 0 ? (
              <EmptyState title={t('expiries.emptyTitle')}>{t('expiries.empty')}</EmptyState>
            ) : (
              <EmptyState title={t('filters.nothing')}>{t('expiries.nothing')}</EmptyState>
            )
          }
        />
      )}
    </>
  )
}
