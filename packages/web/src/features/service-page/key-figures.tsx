import { useQuery } from '@tanstack/react-query'
import type { Service } from '@wachta/client'
import { useI18n } from '../../app/i18n/language.tsx'
import { findMonthStart } from '../../app/i18n/month-start.ts'
import { type Stat, StatRow } from '../../ui/stat-row.tsx'
import { describeBudget } from '../error-budgets/budget-text.ts'
import { getChartPercentile } from './chart-percentile.ts'
import { getOutageFigures } from './outages.ts'
import { keyFiguresQuery } from './queries.ts'
import { useCertificateDays } from './use-certificate-days.ts'

/** The strip of key figures of a service. */
export function KeyFigures({ service }: { readonly service: Service }) {
  const { t, formats } = useI18n()
  const { data } = useQuery(keyFiguresQuery(service.id, findMonthStart(formats.timeZone, new Date())))
  const certificate = useCertificateDays(service)
  const budget = data?.levels.month.error_budget
  const outages = data && getOutageFigures(data.changes)
  const formatPercentile = (share: number) => data && formats.milliseconds(getChartPercentile(data.times, share))
  const stats: readonly Stat[] = [
    ...(['day', 'week', 'month', 'thisMonth'] as const).map((period) => ({
      name: t(`figures.level.${period}`),
      value: data && formats.percent(data.levels[period].service_level),
    })),
    ...(budget
      ? [
          { name: t('figures.target'), value: `${formats.number(budget.target, 5)}%` },
          { name: t('figures.budget'), value: describeBudget(budget, t, formats) },
        ]
      : []),
    { name: t('figures.p50'), value: formatPercentile(0.5) },
    { name: t('figures.p95'), value: formatPercentile(0.95) },
    { name: t('figures.outages'), value: outages && formats.number(outages.count) },
    {
      name: t('figures.recovery'),
      value: outages && (outages.recovery === null ? '–' : formats.duration(outages.recovery)),
    },
    ...(certificate === undefined
      ? []
      : [
          {
            name: t('figures.certificate'),
            value: certificate === null ? '–' : t('figures.days', { days: certificate }),
          },
        ]),
  ]
  return <StatRow label={t('figures.title')} stats={stats} />
}
