import { useI18n } from '../../app/i18n/language.tsx'
import { usePreferences } from '../../app/i18n/preferences.ts'
import { Chart } from '../../ui/chart.tsx'
import { type ChartData, type ChartTexts, findMarkers } from '../../ui/chart-data.ts'
import { useChartTexts } from './chart-text.ts'
import { CollapsibleData, DataRows } from './data-table.tsx'
import { findShadeName } from './performance-data.ts'

interface TimesChartProps {
  readonly label: string
  readonly data: ChartData
  /** The caption of the data table; by default, the caption for response times. */
  readonly caption?: string
  /** The formats of other values than response times. */
  readonly texts?: ChartTexts
}

/** A chart of response times or of other values, with a table of its data. */
export function TimesChart({ label, data, caption, texts: customTexts }: TimesChartProps) {
  const { t, formats } = useI18n()
  const { theme } = usePreferences()
  const defaultTexts = useChartTexts()
  const texts = customTexts ?? defaultTexts
  return (
    <Chart
      label={label}
      data={data}
      texts={texts}
      theme={theme}
      dataTable={
        <CollapsibleData>
          {() => (
            <DataRows
              caption={caption ?? t('chart.title')}
              headers={[
                t('chart.time'),
                ...(data.band ? ['p50', 'p95'] : []),
                ...data.lines.map((line) => appendLimit(line.label, data)),
                t('column.state'),
              ]}
              rows={data.times
                .map((time, index) => [
                  formats.dateTime(new Date(time * 1000)),
                  ...(data.band ? [data.band.low, data.band.high] : []).map((values) =>
                    texts.value(values[index] ?? null),
                  ),
                  ...data.lines.map(({ values }) => texts.value(values[index] ?? null)),
                  [findShadeName(data.shades, time), ...findMarkers(data, time)].filter(Boolean).join(', '),
                ])
                .toReversed()}
            />
          )}
        </CollapsibleData>
      }
    />
  )
}

/** Appends the limit of a line, if it has one, to the heading of its column. */
function appendLimit(label: string, { limits = [] }: ChartData): string {
  const limit = limits.find(({ lineLabel }) => lineLabel === label)
  return limit ? `${label} (${limit.label})` : label
}
