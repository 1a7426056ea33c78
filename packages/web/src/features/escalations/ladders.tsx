import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useSpeech } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { useTitle } from '../../app/shell/use-title.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Filters } from '../../ui/filters.tsx'
import { matches } from '../../ui/matches.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LadderRow } from './ladder-row.tsx'
import { laddersQuery } from './queries.ts'

const atOnce = 20

/** Every rule with its ladder: who is told first, and who next if nobody is on it. */
export function LaddersPage() {
  const { t } = useSpeech()
  useTitle(t('nav.escalations'))
  const { data, error, refetch } = useQuery(laddersQuery)
  const [query, setQuery] = useState('')
  const [page, setPage] = useState(0)
  if (!data)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <SkeletonRows label={t('common.loading')} />
  const shown = data.filter(({ event, steps }) => matches(query, event.name, ...steps.map(({ name }) => name)))
  return (
    <>
      <PageHeader title={t('nav.escalations')} below={t('ladders.text')} />
      {data.length > 0 && (
        <Filters label={t('filters.label')}>
          <SearchBox
            label={t('ladders.search')}
            value={query}
            onChange={(next) => {
              setQuery(next)
              setPage(0)
            }}
            className="w-full sm:max-w-sm"
          />
        </Filters>
      )}
      {data.length === 0 && (
        <EmptyState title={t('ladders.emptyTitle')}>
          {t('ladders.empty')}{' '}
          <Link to="/events" className="text-accent underline underline-offset-4">
            {t('nav.events')}
          </Link>
        </EmptyState>
      )}
      {data.length > 0 && shown.length === 0 && (
        <EmptyState title={t('filters.nothing')}>{t('ladders.nothing')}</EmptyState>
      )}
      <ul aria-label={t('nav.escalations')}>
        {shown.slice(page * atOnce, (page + 1) * atOnce).map((ladder) => (
          <LadderRow key={ladder.event.id} ladder={ladder} />
        ))}
      </ul>
      <ListPager total={shown.length} size={atOnce} page={page} onGo={setPage} />
    </>
  )
}
