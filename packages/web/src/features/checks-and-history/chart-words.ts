import { useMemo } from 'react'
import type { RangeName } from '../../app/client/ranges.ts'
import { useSpeech } from '../../app/i18n/language.tsx'
import type { ChartTexts } from '../../ui/chart-data.ts'
import type { ShadeNames } from './performance-data.ts'

/** How a chart of response times writes its values and its times. */
export function useChartTexts(range: RangeName): ChartTexts {
  const { formats } = useSpeech()
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
  const { t } = useSpeech()
  return useMemo(() => ({ failure: t('state.failure'), paused: t('state.paused'), unknown: t('state.unknown') }), [t])
}
