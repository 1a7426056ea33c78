import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RangeName } from '../../app/client/ranges.ts'
import { useI18n } from '../../app/i18n/language.tsx'
import { useTexts } from '../../app/i18n/own-texts.ts'
import { usePreferences } from '../../app/i18n/preferences.ts'
import { Failed } from '../../app/shell/failed.tsx'
import { Chart } from '../../ui/chart.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useChartTexts, useShadeNames } from '../checks-and-history/chart-text.ts'
import { CollapsibleData, DataRows } from '../checks-and-history/data-table.tsx'
import { buildPerformanceChart } from '../checks-and-history/performance-data.ts'
import type { Period } from './preview.ts'
import { recordQuery } from './queries.ts'
import { RecordedStates } from './recorded-states.tsx'
import { correctionTexts } from './texts.ts'

interface RecordChartProps {
  readonly service: number
  readonly range: RangeName
  readonly period: Period | null
  /** Called with the period that the user selected, on the chart or below it; undefined if the user may not correct. */
  readonly onChoose?: (period: Period) => void
}

/** A chart of response times with failures in the background and the period to correct. */
export function RecordChart({ service, range, period, onChoose }: RecordChartProps) {
  const { t, formats } = useI18n()
  const ownTexts = useTexts(correctionTexts)
  const { theme } = usePreferences()
  const { data, error, refetch } = useQuery(recordQuery(service, range))
  const names = useShadeNames()
  const chartData = useMemo(() => {
    if (!data) return null
    const chart = buildPerformanceChart(data, { ...names, median: t('chart.median'), band: t('chart.band') })
    const selectedShade = period && {
      from: period.start / 1000,
      to: period.end / 1000,
      color: 'color-mix(in srgb, var(--accent) 30%, transparent)',
      rail: 'var(--accent)',
      label: ownTexts('corrections.chosen'),
    }
    return { ...chart, shades: selectedShade ? [...chart.shades, selectedShade] : chart.shades }
  }, [data, names, period, t, ownTexts])
  const texts = useChartTexts()
  if (!data || !chartData)
    return error ? <Failed error={error} reset={() => void refetch()} /> : <Skeleton className="h-64" />
  return (
    <>
      {onChoose && <p className="mb-2 text-sm text-muted">{ownTexts('corrections.dragHint')}</p>}
      <Chart
        label={ownTexts('corrections.chartLabel')}
        data={chartData}
        texts={texts}
        theme={theme}
        height={220}
        {...(onChoose && { onSelect: (from, to) => onChoose(roundToMinutes(from, to)) })}
        dataTable={
          <CollapsibleData>
            {() => (
              <DataRows
                caption={t('chart.title')}
                headers={[t('chart.time'), 'p50', 'p95']}
                rows={chartData.times
                  .map((time, index) => [
                    formats.dateTime(new Date(time * 1000)),
                    formats.milliseconds(chartData.band?.low[index] ?? null),
                    formats.milliseconds(chartData.band?.high[index] ?? null),
                  ])
                  .toReversed()}
              />
            )}
          </CollapsibleData>
        }
      />
      <RecordedStates changes={data.changes} {...(onChoose && { onChoose })} />
    </>
  )
}

/** Rounds to whole minutes, because dragging on a chart is not more precise. */
const roundToMinutes = (from: number, to: number): Period => ({
  start: Math.floor(from / 60) * 60_000,
  end: Math.ceil(to / 60) * 60_000,
})
