import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RangeName } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange } from '../../app/shell/use-list-search.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { AnalysisRow } from './analysis-row.tsx'
import { analysesPerPage, analysesQuery } from './queries.ts'

interface AnalysesProps {
  readonly id: number
  readonly range: RangeName
  /** The control that selects the range. */
  readonly choice: ReactNode
}

/** The analyses of a service: verdicts with the numbers of checks behind them. */
export function Analyses({ id, range, choice }: AnalysesProps) {
  const { t } = useI18n()
  const [page, setPage] = usePage()
  const { only, open } = useSearch({ strict: false })
  const change = useSearchChange()
  const onlyFailures = only === 'failures'
  const { data, error } = useQuery(analysesQuery(id, range, { page, onlyFailures }))
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t('service.analyses')}</h2>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <label className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              checked={onlyFailures}
              onChange={() => change({ only: onlyFailures ? '' : 'failures', page: '' })}
              className="size-4.5 accent-accent"
            />
            {t('analyses.onlyFailures')}
          </label>
          {choice}
        </div>
      </div>
      {data.total === 0 ? (
        <EmptyState title={t(onlyFailures ? 'analyses.noFailures' : 'analyses.emptyTitle')}>
          {!onlyFailures && t('analyses.empty')}
        </EmptyState>
      ) : (
        <>
          <Card>
            <table className="w-full border-collapse text-left">
              <caption className="sr-only">{t('service.analyses')}</caption>
              <thead>
                <tr className="border-b border-line text-sm text-muted">
                  <th scope="col" className="py-2 pr-4 font-medium">
                    {t('analyses.time')}
                  </th>
                  <th scope="col" className="py-2 pr-4 font-medium">
                    {t('analyses.verdict')}
                  </th>
                  <th scope="col" className="py-2 pr-4 font-medium max-sm:hidden">
                    {t('analyses.reason')}
                  </th>
                  <th scope="col" className="py-2 pr-4 text-right font-medium">
                    <span className="max-sm:sr-only">{t('analyses.counts')}</span>
                  </th>
                  <th scope="col" className="py-2 text-right font-medium max-lg:hidden">
                    {t('analyses.tolerance')}
                  </th>
                </tr>
              </thead>
              {data.items.map((analysis) => (
                <AnalysisRow
                  key={analysis.analysis_id}
                  analysis={analysis}
                  isOpen={open === analysis.analysis_id}
                  onToggle={() => change({ open: open === analysis.analysis_id ? '' : analysis.analysis_id })}
                />
              ))}
            </table>
          </Card>
          <ListPager page={page} size={analysesPerPage} total={data.total} onGo={setPage} isAlwaysShown />
        </>
      )}
    </>
  )
}
