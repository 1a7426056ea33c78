import { useMemo } from 'react'
import { useI18n } from '../../app/i18n/language.tsx'
import type { ChartTexts } from '../../ui/chart-data.ts'
import { formatAxisLabels } from './axis-labels.ts'
import type { ShadeNames } from './performance-data.ts'

/** Returns the formats for the values and times of a response time chart. */
export function useChartTexts(): ChartTexts {
  const { t, formats } = useI18n()
  return useMemo(
    () => ({
      value: formats.milliseconds,
      time: (seconds: number) => formats.dateTime(new Date(seconds * 1000)),
      ticks: (seconds) => formatAxisLabels(seconds, formats),
      empty: t('chart.emptyTitle'),
      resetZoom: t('chart.resetZoom'),
    }),
    [t, formats],
  )
}

export function useShadeNames(): ShadeNames {
  const { t } = useI18n()
  return useMemo(() => ({ failure: t('state.failure'), paused: t('state.paused'), unknown: t('state.unknown') }), [t])
}
