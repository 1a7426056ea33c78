import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage } from '../../app/shell/use-list-search.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogTable } from './log-table.tsx'
import { type NotificationSearch, parseLogFilters } from './notification-search.ts'
import { type LogKind, notificationsQuery, pageSize } from './queries.ts'

interface NotificationLogProps {
  readonly kind: LogKind
  readonly search: NotificationSearch
  readonly onChange: (change: NotificationSearch) => void
}

/** The log of one kind of notifications, with filters and pages. */
export function NotificationLog({ kind, search, onChange }: NotificationLogProps) {
  const { t } = useI18n()
  const filters = parseLogFilters(search)
  const [page, setPage] = usePage()
  const { data, error, refetch } = useQuery(notificationsQuery(kind, filters, page))
  const isNarrowed = filters.status !== null || filters.channel !== null || filters.contact !== null
  return (
    <>
      <LogFilters kind={kind} filters={filters} onChange={(change) => onChange({ ...change, page: '' })} />
      {!data &&
        (error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />)}
      {data?.total === 0 && (
        <EmptyState title={t(isNarrowed ? 'filters.nothing' : 'notifications.emptyTitle')}>
          {t(isNarrowed ? 'notifications.narrowed' : `notifications.empty.${kind}`)}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <LogTable
            notifications={data.items}
            services={data.names}
            onOpen={(id) => onChange({ style: kind, message: String(id) })}
          />
          <ListPager page={page} size={pageSize} total={data.total} onGo={setPage} />
        </>
      )}
    </>
  )
}
