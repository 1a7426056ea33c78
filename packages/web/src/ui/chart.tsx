import { type ReactNode, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { buildColumns } from './chart-columns.ts'
import type { ChartContent } from './chart-data.ts'
import { ChartLegend, showValues } from './chart-legend.tsx'
import { chartOptions } from './chart-options.ts'

interface ChartProps extends ChartContent {
  readonly label: string
  readonly theme: string
  /** A table of the same data. */
  readonly dataTable: ReactNode
  readonly height?: number
  /** Called with a time range, in seconds since 1970, that the user selected by dragging. */
  readonly onSelect?: (from: number, to: number) => void
}

/** A line chart over time. All its data is also in the table below it, for people who cannot see the chart. */
export function Chart({ label, data, texts, theme, dataTable, height = 260, onSelect }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const legend = useRef<HTMLUListElement>(null)
  const width = useWidth(place)
  const select = useRef(onSelect)
  select.current = onSelect
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew when the theme changes
  useEffect(() => {
    if (place.current === null || width === 0) return
    const columns = [data.times, ...buildColumns(data)] as unknown as uPlot.AlignedData
    const point = (drawn: uPlot) => showValues(legend.current, drawn.cursor.idx ?? null, { data, texts })
    const options = chartOptions({
      data,
      texts,
      width,
      height,
      host: place.current,
      point,
      ...(select.current && { select: (from: number, to: number) => select.current?.(from, to) }),
    })
    const drawn = new uPlot(options, columns, place.current)
    return () => drawn.destroy()
  }, [data, texts, width, height, theme])
  return (
    <figure className="m-0">
      <div ref={place} role="img" aria-label={label} style={{ minHeight: height }} className="overflow-hidden" />
      <ChartLegend ref={legend} data={data} />
      {dataTable}
    </figure>
  )
}

function useWidth(place: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (place.current === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return width
}
