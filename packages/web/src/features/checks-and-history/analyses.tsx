import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Analysis } from '@wachta/client'
import type { ReactNode } from 'react'
import type { RangeName } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { ListPager } from '../../app/shell/list-pager.tsx'
import { usePage, useSearchChange } from '../../app/shell/use-list-search.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Checks } from './checks.tsx'
import { analysesPerPage, analysesQuery } from './queries.ts'

interface AnalysesProps {
  readonly id: number
  readonly range: RangeName
  readonly choice: ReactNode
}

/** The analyses of a service: verdicts with the numbers of checks behind them. */
export function Analyses({ id, range, choice }: AnalysesProps) {
  const { t } = useI18n()
  const [page, setPage] = usePage()
  const { data, error } = useQuery(analysesQuery(id, range, page))
  const { open } = useSearch({ strict: false })
  const change = useSearchChange()
  if (!data) return error ? <Failed error={error} /> : <SkeletonRows label={t('common.loading')} />
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t('service.analyses')}</h2>
        {choice}
      </div>
      {data.total === 0 ? (
        <EmptyState title={t('analyses.emptyTitle')}>{t('analyses.empty')}</EmptyState>
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
                  <th scope="col" className="py-2 pr-4 text-right font-medium">
                    <span className="max-sm:sr-only">{t('analyses.counts')}</span>
                  </th>
                  <th scope="col" className="py-2 text-right font-medium max-sm:hidden">
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

/** An analysis in which no sensor had a result is unknown, not up. */
export const verdictStatus = ({ failure, ok_checks_count }: Analysis) =>
  failure ? 'failure' : ok_checks_count === 0 ? 'unknown' : 'ok'

interface AnalysisRowProps {
  readonly analysis: Analysis
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function AnalysisRow({ analysis, isOpen, onToggle }: AnalysisRowProps) {
  const { t, formats } = useI18n()
  const { ok_checks_count, error_checks_count, unknown_checks_count } = analysis
  const status = verdictStatus(analysis)
  return (
    <tbody>
      <tr className="border-b border-line hover:bg-hover">
        <td className="pr-4">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onToggle}
            className="inline-flex min-h-10 items-center gap-2 whitespace-nowrap"
          >
            <Icon name={isOpen ? 'down' : 'right'} className="text-muted" />
            {formats.dateTime(analysis.time)}
          </button>
        </td>
        <td className="pr-4">
          <StatusMark status={status} word={t(`verdict.${status}`)} />
        </td>
        <td className="pr-4 text-right whitespace-nowrap">
          <span aria-hidden="true">
            {ok_checks_count} / {error_checks_count} / {unknown_checks_count}
          </span>
          <span className="sr-only">
            {t('analyses.countsSpoken', {
              ok: ok_checks_count,
              error: error_checks_count,
              unknown: unknown_checks_count,
            })}
          </span>
        </td>
        <td className="text-right max-sm:hidden">{formats.number(analysis.error_tolerance)}%</td>
      </tr>
      {isOpen && (
        <tr className="border-b border-line">
          <td colSpan={4} className="bg-sunken px-3 py-3 sm:px-6">
            <Checks service={analysis.service_id} analysis={analysis.analysis_id} />
          </td>
        </tr>
      )}
    </tbody>
  )
}
