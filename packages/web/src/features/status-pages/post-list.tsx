import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { StatusPage, StatusPagePost } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange, useTypedText } from '../../app/shell/use-list-search.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { IndicatorMark } from './indicator-mark.tsx'
import { isFinalPostState } from './post-states.ts'
import { postTexts } from './post-texts.ts'
import { postPageSize, postsQuery } from './queries.ts'

const route = getRouteApi('/inside/framed/status-pages/$id')

/** Links that write a post of each kind. */
export function PostActions({ page }: { readonly page: number }) {
  const texts = useTexts(postTexts)
  const kinds = [
    ['incident', 'newIncident', 'primary'],
    ['maintenance', 'newMaintenance', 'secondary'],
  ] as const
  return kinds.map(([kind, label, look]) => (
    <Link
      key={kind}
      to="/status-pages/$id/posts/$post"
      params={{ id: String(page), post: 'new' }}
      search={kind === 'maintenance' ? { kind } : {}}
      className={buttonClass(look)}
    >
      {texts(label)}
    </Link>
  ))
}

/** The posts of a page, the latest first. */
export function PostList({ page }: { readonly page: StatusPage }) {
  const { t } = useI18n()
  const texts = useTexts(postTexts)
  const { query: searchQuery = '' } = route.useSearch()
  const change = useSearchChange()
  const [pageIndex, setPageIndex] = usePage()
  const [query, setQuery] = useTypedText(searchQuery, (text) => change({ query: text, page: '' }))
  const { data, error, refetch } = useQuery(
    postsQuery({ page: page.id, query: searchQuery, offset: pageIndex * postPageSize }),
  )
  const columns = useColumns()
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const isEmpty = data.total === 0 && searchQuery === ''
  return (
    <>
      {!isEmpty && (
        <Filters label={t('filters.label')}>
          <SearchBox label={texts('search')} value={query} onChange={setQuery} className="w-full sm:max-w-sm" />
        </Filters>
      )}
      <Table
        caption={texts('column.post')}
        columns={columns}
        rows={data.items}
        getKey={({ id }) => String(id)}
        empty={
          <EmptyState title={texts(isEmpty ? 'emptyTitle' : 'nothingFound')}>
            {isEmpty && texts('emptyText')}
          </EmptyState>
        }
      />
      <ListPager page={pageIndex} size={postPageSize} total={data.total} onGo={setPageIndex} />
    </>
  )
}

function useColumns(): readonly Column<StatusPagePost>[] {
  const { formats } = useI18n()
  const texts = useTexts(postTexts)
  return [
    {
      id: 'post',
      header: texts('column.post'),
      className: 'max-w-0 w-full',
      cell: ({ id, status_page_id, title, kind, is_draft, is_automatic, start_time }) => (
        <TwoLines
          below={[
            ...(is_draft ? [texts('draft')] : []),
            ...(is_automatic ? [texts('automatic')] : []),
            texts(`kind.${kind}`),
            formats.dateTime(start_time),
          ].join(' · ')}
        >
          <Link
            to="/status-pages/$id/posts/$post"
            params={{ id: String(status_page_id), post: String(id) }}
            data-primary
            className="font-medium text-ink no-underline hover:underline"
          >
            {title}
          </Link>
        </TwoLines>
      ),
    },
    {
      id: 'impact',
      header: texts('column.impact'),
      from: 'sm',
      className: 'whitespace-nowrap',
      cell: ({ impact }) => <IndicatorMark indicator={impact} text={texts(`impact.${impact}`)} />,
    },
    {
      id: 'state',
      header: texts('column.state'),
      className: 'whitespace-nowrap',
      cell: ({ state }) => (
        <span className={isFinalPostState(state) ? 'text-muted' : 'font-medium'}>{texts(`state.${state}`)}</span>
      ),
    },
  ]
}
