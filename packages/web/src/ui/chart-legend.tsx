import type { Ref } from 'react'
import type { ChartContent, ChartData } from './chart-data.ts'

interface ChartLegendProps {
  readonly data: ChartData
  readonly ref: Ref<HTMLUListElement>
}

/** The names of lines and shades, and the values at the cursor. */
export function ChartLegend({ data, ref }: ChartLegendProps) {
  const thickness = data.isStacked ? 10 : 2
  const names = [
    ...(data.band ? [{ label: `${data.band.label} p50–p95`, color: 'var(--accent-soft)', thickness: 10 }] : []),
    ...data.lines.map(({ label, color }) => ({ label, color, thickness })),
  ]
  const shades = new Map(data.shades.map((shade) => [shade.label, shade]))
  return (
    <ul ref={ref} aria-hidden="true" className="flex flex-wrap gap-x-5 gap-y-1 pl-2 text-sm sm:pl-16">
      {names.map(({ label, color, thickness }) => (
        <li key={label} className="flex items-center gap-2">
          <svg viewBox="0 0 16 10" aria-hidden="true" className="h-2.5 w-4">
            <rect
              y={5 - thickness / 2}
              width="16"
              height={thickness}
              fill={color}
              stroke="var(--line)"
              strokeWidth="0.5"
            />
          </svg>
          {label}
          <span data-value className="text-muted" />
        </li>
      ))}
      {[...shades.values()].map(({ label, color, isHatched }) => (
        <li key={`shade ${label}`} className="flex items-center gap-2">
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
            <rect x="0.5" y="0.5" width="15" height="15" fill={color} stroke="var(--edge)" strokeWidth="0.5" />
            {isHatched && <path d="M1 15 15 1M1 8l7-7M8 15l7-7" stroke="var(--edge)" strokeWidth="0.75" />}
          </svg>
          {label}
        </li>
      ))}
      <li data-time className="ml-auto text-muted" />
    </ul>
  )
}

/** Written past React: it changes with every pixel that the pointer moves. */
export function showValues(list: HTMLElement | null, at: number | null, { data, texts }: ChartContent): void {
  if (!list) return
  const { band, lines, times } = data
  const value = (values: readonly (number | null | undefined)[], place: number) => texts.value(values[place] ?? null)
  const said =
    at === null
      ? []
      : [
          ...(band ? [`${value(band.low, at)} – ${value(band.high, at)}`] : []),
          ...lines.map(({ values }) => value(values, at)),
        ]
  for (const [place, span] of [...list.querySelectorAll('[data-value]')].entries()) span.textContent = said[place] ?? ''
  const time = list.querySelector('[data-time]')
  if (time) time.textContent = at === null ? '' : texts.time(times[at] ?? 0)
}
