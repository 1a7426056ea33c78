import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LogFilters } from './log-filters.tsx'
import { LogTable } from './log-table.tsx'
import { logFilters, type MessageSearch } from './message-search.ts'
import { type MessageFilters, messagePage, messagesQuery, type Style } from './queries.ts'

interface MessageLogProps {
  readonly style: Style
  readonly search: MessageSearch
  readonly onChange: (change: MessageSearch) => void
}

/** The log of one way of telling, narrowed and page by page. */
export function MessageLog({ style, search, onChange }: MessageLogProps) {
  const { t } = useSpeech()
  const filters = logFilters(search)
  const [page, setPage] = usePage(filters)
  const { data, error, refetch } = useQuery(messagesQuery(style, filters, page))
  const isNarrowed = filters.status !== null || filters.channel !== null || filters.contact !== null
  return (
    <>
      <LogFilters style={style} filters={filters} onChange={onChange} />
      {!data &&
        (error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />)}
      {data?.total === 0 && (
        <EmptyState title={t(isNarrowed ? 'filters.nothing' : 'messages.emptyTitle')}>
          {t(isNarrowed ? 'messages.narrowed' : `messages.empty.${style}`)}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <>
          <LogTable
            messages={data.items}
            services={data.names}
            onOpen={(id) => onChange({ style, message: String(id) })}
          />
          <ListPager page={page} size={messagePage} total={data.total} onGo={setPage} />
        </>
      )}
    </>
  )
}

/** Other filters begin at the first page. */
function usePage(filters: MessageFilters) {
  const key = JSON.stringify(filters)
  const [page, setPage] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters are what it goes by
  useEffect(() => setPage(0), [key])
  return [page, setPage] as const
}
