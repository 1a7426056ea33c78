import { useMemo } from 'react'
import type { LocaleFormats } from '../../app/i18n/formats.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { ChartTexts } from '../../ui/chart-data.ts'
import type { ShadeNames } from './performance-data.ts'

/** Returns the formats for the values and times of a response time chart. */
export function useChartTexts(): ChartTexts {
  const { t, formats } = useI18n()
  return useMemo(
    () => ({
      value: formats.milliseconds,
      time: (seconds: number) => formats.dateTime(new Date(seconds * 1000)),
      ticks: (seconds) => axisLabels(seconds, formats),
      empty: t('chart.emptyTitle'),
      resetZoom: t('chart.resetZoom'),
    }),
    [t, formats],
  )
}

/** Labels times of day with the clock, and whenever a day begins with its date: no date is shown twice. */
export function axisLabels(seconds: readonly number[], formats: Pick<LocaleFormats, 'clock' | 'dateTime'>): string[] {
  const isDaily = (seconds[1] ?? 0) - (seconds[0] ?? 0) >= 86_400
  let last = ''
  return seconds.map((each) => {
    const at = new Date(each * 1000)
    const date = formats.dateTime(at).split(',')[0] ?? ''
    const isNew = date !== last
    last = date
    if (isDaily) return isNew ? date : ''
    return isNew ? `${formats.clock(at)}\n${date}` : formats.clock(at)
  })
}

export function useShadeNames(): ShadeNames {
  const { t } = useI18n()
  return useMemo(() => ({ failure: t('state.failure'), paused: t('state.paused'), unknown: t('state.unknown') }), [t])
}
