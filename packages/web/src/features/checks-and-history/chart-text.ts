import { useMemo } from 'react'
import type { RangeName } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import type { ChartTexts } from '../../ui/chart-data.ts'
import type { ShadeNames } from './performance-data.ts'

/** Returns the formats for the values and times of a response time chart. */
export function useChartTexts(range: RangeName): ChartTexts {
  const { formats } = useI18n()
  return useMemo(
    () => ({
      value: formats.milliseconds,
      time: (seconds: number) => formats.dateTime(new Date(seconds * 1000)),
      tick: (seconds: number) => {
        const at = new Date(seconds * 1000)
        return range === 'day' ? formats.clock(at) : (formats.dateTime(at).split(',')[0] ?? '')
      },
    }),
    [formats, range],
  )
}

export function useShadeNames(): ShadeNames {
  const { t } = useI18n()
  return useMemo(() => ({ failure: t('state.failure'), paused: t('state.paused'), unknown: t('state.unknown') }), [t])
}
