import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { useMemo } from 'react'
import { type RangeName, shortRanges } from '../../../app/client/ranges.ts'
import { Failed } from '../../../app/shell/failed.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useShadeNames } from '../chart-text.ts'
import { useEvidenceI18n } from '../evidence/use-evidence-i18n.ts'
import { TimesChart } from '../times-chart.tsx'
import { stepTimesQuery } from './queries.ts'
import { buildStepsChart } from './steps-data.ts'

interface StepTimesProps {
  readonly service: Pick<Service, 'id'>
  readonly range: RangeName
}

/** How long the steps of a scenario take over time, as a stack. */
export function StepTimes({ service, range }: StepTimesProps) {
  const { t } = useEvidenceI18n()
  const isShort = shortRanges.includes(range)
  return (
    <section aria-labelledby="step-times">
      <h2 id="step-times" className="text-lg font-semibold">
        {t('stepTimes.title')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('stepTimes.text')}</p>
      {isShort ? (
        <StepTimesChart service={service} range={range} />
      ) : (
        <EmptyState title={t('stepTimes.tooLongTitle')}>{t('phases.tooLong')}</EmptyState>
      )}
    </section>
  )
}

function StepTimesChart({ service, range }: StepTimesProps) {
  const { t } = useEvidenceI18n()
  const { data, error } = useQuery(stepTimesQuery(service.id, range))
  const shades = useShadeNames()
  const chartData = useMemo(
    () =>
      data &&
      buildStepsChart(data.chart, data.changes, {
        shades,
        nameOf: (step, name) => (name === null ? t('steps.number', { step }) : `${step}. ${name}`),
        others: t('stepTimes.others'),
      }),
    [data, shades, t],
  )
  if (!data || !chartData) return error ? <Failed error={error} /> : <Skeleton className="h-64" />
  if (data.chart.points.length === 0)
    return <EmptyState title={t('chart.emptyTitle')}>{t('stepTimes.empty')}</EmptyState>
  return <TimesChart key={range} label={t('stepTimes.label')} caption={t('stepTimes.title')} data={chartData} />
}
