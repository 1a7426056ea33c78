import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ErrorType } from '@wachta/client'
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
import type { Column } from '../../ui/table-rows.ts'
import { errorCategoriesQuery, errorTypesQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/errors')

/** The list of all error types. */
export function ErrorsPage() {
  const { t, language } = useI18n()
  useTitle(t('errors.title'))
  const { data: types, error, refetch } = useQuery(errorTypesQuery(language))
  const { data: categories = [] } = useQuery(errorCategoriesQuery(language))
  const search = route.useSearch()
  const change = useSearchChange()
  const [query, setQuery] = useTypedText(search.query ?? '', (text) => change({ query: text }))
  const sortingProps = useSorting({ column: 'code', descending: false })
  const deferredQuery = useDeferredValue(query)
  const category = search.category ?? ''
  const visibleTypes = [...(types?.values() ?? [])].filter(
    (each) =>
      (category === '' || each.category_ids.includes(category)) &&
      matches(deferredQuery, String(each.id), each.name, each.description, each.diagnosis),
  )
  const columns = useErrorColumns(new Map(categories.map(({ id, name }) => [id, name])))
  return (
    <>
      <PageHeader title={t('errors.title')} below={t('errors.text')} />
      <Filters label={t('filters.label')}>
        <SearchBox label={t('errors.search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
        <Select
          aria-label={t('errors.category')}
          value={category}
          choices={[
            { value: '', label: t('errors.anyCategory') },
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChoose={(next) => change({ category: next })}
          className="!w-auto max-w-full"
        />
      </Filters>
      {!types &&
        (error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />)}
      {types && (
        <Table
          caption={t('errors.title')}
          columns={columns}
          rows={visibleTypes}
          getKey={({ id }) => String(id)}
          {...sortingProps}
          rowHeight={64}
          empty={<EmptyState title={t('filters.nothing')}>{t('errors.empty')}</EmptyState>}
        />
      )}
    </>
  )
}

function useErrorColumns(categoryNames: ReadonlyMap<string, string>): readonly Column<ErrorType>[] {
  const { t } = useI18n()
  const listCategories = (type: ErrorType) => type.category_ids.map((id) => categoryNames.get(id) ?? id).join(', ')
  return [
    {
      id: 'code',
      header: t('errors.code'),
      cell: ({ id }) => <span className="font-mono text-sm">{id}</span>,
      compare: (one, other) => one.id - other.id,
      className: 'w-20',
    },
    {
      id: 'name',
      header: t('errors.name'),
      cell: (type) => (
        <span className="grid min-w-0">
          <Link
            to="/errors/$id"
            params={{ id: String(type.id) }}
            data-primary
            className="font-medium text-accent underline-offset-4 hover:underline max-sm:line-clamp-2 sm:truncate"
          >
            {type.name}
          </Link>
          <span className="truncate text-sm text-muted max-sm:hidden">{type.description}</span>
        </span>
      ),
      compare: (one, other) => one.name.localeCompare(other.name),
      className: 'max-w-0',
    },
    {
      id: 'category',
      header: t('errors.category'),
      cell: (type) => <span className="text-muted">{listCategories(type)}</span>,
      compare: (one, other) => listCategories(one).localeCompare(listCategories(other)),
      from: 'md',
      className: 'w-56',
    },
  ]
}
