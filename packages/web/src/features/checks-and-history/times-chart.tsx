import { useI18n } from '../../app/i18n/language.tsx'
import { usePreferences } from '../../app/i18n/preferences.ts'
import { Chart } from '../../ui/chart.tsx'
import { type ChartData, markersAt } from '../../ui/chart-data.ts'
import { useChartTexts } from './chart-text.ts'
import { DataTable, Figures } from './data-table.tsx'
import { shadeAt } from './performance-data.ts'

interface TimesChartProps {
  readonly label: string
  readonly data: ChartData
}

/** A chart of response times, with a table of its data. */
export function TimesChart({ label, data }: TimesChartProps) {
  const { t, formats } = useI18n()
  const { theme } = usePreferences()
  const texts = useChartTexts()
  return (
    <Chart
      label={label}
      data={data}
      texts={texts}
      theme={theme}
      dataTable={
        <DataTable>
          {() => (
            <Figures
              caption={t('chart.title')}
              headers={[
                t('chart.time'),
                ...(data.band ? ['p50', 'p95'] : []),
                ...data.lines.map(({ label }) => label),
                t('column.state'),
              ]}
              rows={data.times
                .map((time, index) => [
                  formats.dateTime(new Date(time * 1000)),
                  ...(data.band ? [data.band.low, data.band.high] : []).map((values) =>
                    formats.milliseconds(values[index] ?? null),
                  ),
                  ...data.lines.map(({ values }) => formats.milliseconds(values[index] ?? null)),
                  [shadeAt(data.shades, time), ...markersAt(data, time)].filter(Boolean).join(', '),
                ])
                .toReversed()}
            />
          )}
        </DataTable>
      }
    />
  )
}
