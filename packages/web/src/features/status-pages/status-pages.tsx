import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { StatusPage } from '@wachta/client'
import { useMay } from '../../app/client/me.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { useSorting } from '../../app/shell/use-list-search.ts'
import { useTitle } from '../../app/shell/use-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import type { Column } from '../../ui/table-rows.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { IndicatorMark } from './indicator-mark.tsx'
import { filterByPage, usePageStatus } from './page-status.ts'
import { openPostsQuery, statusPagesQuery } from './queries.ts'
import { statusPageTexts } from './texts.ts'

/** All status pages, with how they are doing. */
export function StatusPagesScreen() {
  const { t } = useI18n()
  const texts = useTexts(statusPageTexts)
  useTitle(t('statusPages.title'))
  const { data, error, refetch } = useQuery(statusPagesQuery)
  const order = useSorting({ column: 'title', descending: false })
  const columns = useColumns()
  const createLink = useMay('create_status_pages') && (
    <Link to="/status-pages/$id" params={{ id: 'new' }} className={buttonClass('primary')}>
      {t('statusPages.new')}
    </Link>
  )
  const isEmpty = data?.length === 0
  return (
    <>
      <PageHeader title={t('statusPages.title')} below={texts('about')} actions={!isEmpty && createLink} />
      {data ? (
        <Table
          caption={t('statusPages.title')}
          columns={columns}
          rows={data}
          getKey={({ id }) => String(id)}
          {...order}
          empty={
            <EmptyState title={texts('emptyTitle')} action={createLink}>
              {texts('emptyText')}
            </EmptyState>
          }
        />
      ) : error ? (
        <Failed error={error} reset={() => void refetch()} />
      ) : (
        <SkeletonRows label={t('common.loading')} />
      )}
    </>
  )
}

function useColumns(): readonly Column<StatusPage>[] {
  const { formats } = useI18n()
  const texts = useTexts(statusPageTexts)
  const getStatus = usePageStatus()
  const { data: posts = [] } = useQuery(openPostsQuery)
  const getVisibility = ({ is_published, visibility }: StatusPage) =>
    is_published ? texts(`visibility.${visibility}`) : texts('notPublished')
  return [
    {
      id: 'title',
      header: texts('column.title'),
      compare: (one, other) => one.title.localeCompare(other.title),
      className: 'max-w-0 w-full',
      cell: (page) => (
        <TwoLines below={`/${page.slug}`}>
          <Link
            to="/status-pages/$id"
            params={{ id: String(page.id) }}
            data-primary
            className="font-medium text-ink no-underline hover:underline"
          >
            {page.title}
          </Link>
        </TwoLines>
      ),
    },
    {
      id: 'status',
      header: texts('column.status'),
      className: 'whitespace-nowrap',
      cell: ({ id }) => {
        const status = getStatus?.(id)
        return status && <IndicatorMark indicator={status} text={texts(`indicator.${status}`)} />
      },
    },
    {
      id: 'visibility',
      header: texts('column.visibility'),
      from: 'md',
      className: 'whitespace-nowrap',
      compare: (one, other) => getVisibility(one).localeCompare(getVisibility(other)),
      cell: getVisibility,
    },
    {
      id: 'posts',
      header: texts('column.posts'),
      from: 'sm',
      isNumber: true,
      cell: ({ id }) => formats.number(filterByPage(posts, id).length),
    },
  ]
}
