import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { buildColumns } from './chart-columns.ts'
import { type ChartContent, isEmptyChart, listInitiallyHidden, omitHiddenSeries } from './chart-data.ts'
import { ChartLegend } from './chart-legend.tsx'
import { buildChartOptions, type TimeSpan } from './chart-options.ts'
import { ChartTooltip, showReadings } from './chart-tooltip.tsx'
import { useWidth } from './use-width.ts'

interface ChartProps extends ChartContent {
  readonly label: string
  readonly theme: string
  /** A table of the same data. */
  readonly dataTable: ReactNode
  readonly height?: number
  /**
   * Called with a time range, in seconds since 1970, that the user selected by dragging; without it, dragging zooms in
   * on that range.
   */
  readonly onSelect?: (from: number, to: number) => void
}

/** A line chart over time. All its data is also in the table below it, for people who cannot see the chart. */
export function Chart({ label, data, texts, theme, dataTable, height = 280, onSelect }: ChartProps) {
  const [hidden, toggle] = useHidden(() => listInitiallyHidden(data))
  const [zoom, setZoom] = useState<TimeSpan | null>(null)
  const visibleData = useMemo(() => omitHiddenSeries(data, hidden), [data, hidden])
  const isEmpty = isEmptyChart(data)
  return (
    <Card className="overflow-visible p-3 sm:p-4">
      <figure className="m-0">
        {isEmpty ? (
          <p style={{ minHeight: height }} className="grid place-items-center px-6 text-center text-muted">
            {texts.empty}
          </p>
        ) : (
          <>
            <Plot
              label={label}
              content={{ data: visibleData, texts }}
              theme={theme}
              height={height}
              zoom={zoom}
              onSelect={(span) => (onSelect ? onSelect(span.from, span.to) : setZoom(span))}
            />
            <div className="flex items-start justify-between gap-4">
              <ChartLegend data={data} hidden={hidden} onToggle={toggle} />
              {zoom && (
                <Button size="small" onClick={() => setZoom(null)}>
                  {texts.resetZoom}
                </Button>
              )}
            </div>
          </>
        )}
        {dataTable}
      </figure>
    </Card>
  )
}

interface PlotProps {
  readonly label: string
  readonly content: ChartContent
  readonly theme: string
  readonly height: number
  readonly zoom: TimeSpan | null
  readonly onSelect: (span: TimeSpan) => void
}

function Plot({ label, content: { data, texts }, theme, height, zoom, onSelect }: PlotProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const tooltip = useRef<HTMLDivElement>(null)
  const width = useWidth(containerRef)
  const select = useRef(onSelect)
  select.current = onSelect
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the theme changes
  useEffect(() => {
    const host = containerRef.current
    if (host === null || width === 0) return
    const columns = [data.times, ...buildColumns(data)] as unknown as uPlot.AlignedData
    const point = (drawn: uPlot) => showReadings(tooltip.current, drawn, { data, texts })
    const drawing = { data, texts, width, height, host, zoom, point }
    const drawn = new uPlot(buildChartOptions({ ...drawing, select: (span) => select.current(span) }), columns, host)
    return () => drawn.destroy()
  }, [data, texts, width, height, theme, zoom])
  return (
    <div className="relative">
      <div ref={containerRef} role="img" aria-label={label} style={{ minHeight: height }} className="overflow-hidden" />
      <ChartTooltip ref={tooltip} data={data} />
    </div>
  )
}

/** Returns the labels that are hidden, and a function that hides or shows the line of a label. */
function useHidden(initial: () => ReadonlySet<string>): readonly [ReadonlySet<string>, (label: string) => void] {
  const [hidden, setHidden] = useState(initial)
  const toggle = (label: string) =>
    setHidden((before) => (before.has(label) ? before.difference(new Set([label])) : new Set([...before, label])))
  return [hidden, toggle]
}
