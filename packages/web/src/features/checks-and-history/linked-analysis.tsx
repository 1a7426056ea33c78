import { useQuery } from '@tanstack/react-query'
import type { Analysis } from '@wachta/client'
import { useEffect, useRef } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import { Failed } from '../../app/shell/failed.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { getVerdictStatus } from './analysis-row.tsx'
import { Checks } from './checks.tsx'
import { analysisQuery } from './queries.ts'

interface LinkedAnalysisProps {
  readonly id: number
  readonly analysis: string
}

/** The analysis that a notification linked to, opened and scrolled into view above the list of the latest ones. */
export function LinkedAnalysis({ id, analysis }: LinkedAnalysisProps) {
  const { t } = useI18n()
  const { data, error } = useQuery(analysisQuery(id, analysis))
  const heading = useRef<HTMLHeadingElement>(null)
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded) return
    heading.current?.scrollIntoView({ block: 'start' })
    heading.current?.focus({ preventScroll: true })
  }, [isLoaded])
  if (error) return <Failed error={error} />
  return (
    <section aria-labelledby="linked" className="mb-6">
      <h2 id="linked" ref={heading} tabIndex={-1} className="mb-3 scroll-mt-20 text-lg font-semibold outline-none">
        {t('analyses.linked')}
      </h2>
      {data === undefined && <Skeleton className="h-40" />}
      {data === null && <EmptyState title={t('analyses.goneTitle')}>{t('analyses.gone')}</EmptyState>}
      {data && <OpenedAnalysis analysis={data} />}
    </section>
  )
}

function OpenedAnalysis({ analysis }: { readonly analysis: Analysis }) {
  const { t, formats } = useI18n()
  const status = getVerdictStatus(analysis)
  return (
    <div className="rounded-lg border border-line bg-surface">
      <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line px-3 py-2 sm:px-6">
        <span className="font-medium">{formats.exact(analysis.time)}</span>
        <StatusMark status={status} text={t(`verdict.${status}`)} />
      </p>
      <div className="px-3 py-3 sm:px-6">
        <Checks service={analysis.service_id} analysis={analysis.analysis_id} />
      </div>
    </div>
  )
}
