import type { ChartData } from './chart-data.ts'

interface ChartLegendProps {
  /** Everything, whether it is hidden or not. */
  readonly data: ChartData
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (label: string) => void
}

/** The names of the drawn lines, each a button that hides or shows its line, and the meaning of shades and markers. */
export function ChartLegend({ data, hidden, onToggle }: ChartLegendProps) {
  const shades = new Map(data.shades.map((shade) => [shade.label, shade]))
  const markers = new Set(data.markers?.map(({ label }) => label))
  return (
    <ul className="flex flex-wrap items-center gap-x-1 gap-y-0.5 text-sm sm:pl-14">
      {listDrawnItems(data).map(({ label, color, thickness }) => (
        <li key={label}>
          <button
            type="button"
            aria-pressed={!hidden.has(label)}
            onClick={() => onToggle(label)}
            className="flex min-h-7 items-center gap-2 rounded-md px-2 hover:bg-hover aria-[pressed=false]:text-muted"
          >
            {hidden.has(label) ? <HiddenSwatch /> : <Swatch color={color} thickness={thickness} />}
            {label}
          </button>
        </li>
      ))}
      {(data.limits ?? [])
        .filter(({ lineLabel }) => !hidden.has(lineLabel))
        .map(({ label, color }) => (
          <li key={`limit ${label}`} className="flex min-h-7 items-center gap-2 px-2">
            <svg viewBox="0 0 20 10" aria-hidden="true" className="h-2.5 w-5 shrink-0">
              <path d="M0 5h20" stroke={color} strokeWidth="2" strokeDasharray="6 3" />
            </svg>
            {label}
          </li>
        ))}
      {[...shades.values()].map(({ label, color, rail, isHatched }) => (
        <li key={`shade ${label}`} className="flex min-h-7 items-center gap-2 px-2">
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
            <rect width="16" height="16" fill={color} />
            {isHatched && <path d="M0 12 12 0M4 12 16 0" stroke={rail ?? 'var(--edge)'} strokeWidth="1" />}
            <rect y="12" width="16" height="4" fill={rail ?? 'var(--edge)'} />
          </svg>
          {label}
        </li>
      ))}
      {[...markers].map((label) => (
        <li key={`marker ${label}`} className="flex min-h-7 items-center gap-2 px-2">
          <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4">
            <path d="M8 5v11" stroke="var(--muted)" strokeWidth="1.5" strokeDasharray="3 2" />
            <path d="M4 0h8L8 6z" fill="var(--muted)" />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

/** The entries of the legend and the tooltip, in the same order as the readings of a chart. */
export function listDrawnItems({ median, band, lines, isStacked }: ChartData) {
  return [
    ...(median ? [{ label: median.label, color: median.color, thickness: 3 }] : []),
    ...(band ? [{ label: band.label, color: 'var(--band)', thickness: 10 }] : []),
    ...lines.map(({ label, color }) => ({ label, color, thickness: isStacked ? 10 : 2 })),
  ]
}

/** An empty ring: its line is not drawn. */
function HiddenSwatch() {
  return (
    <svg viewBox="0 0 16 10" aria-hidden="true" className="h-2.5 w-4 shrink-0">
      <rect x="0.75" y="2.75" width="14.5" height="4.5" rx="2.25" fill="none" stroke="var(--edge)" strokeWidth="1.25" />
    </svg>
  )
}

export function Swatch({ color, thickness }: { readonly color: string; readonly thickness: number }) {
  return (
    <svg viewBox="0 0 16 10" aria-hidden="true" className="h-2.5 w-4 shrink-0">
      <rect y={5 - thickness / 2} width="16" height={thickness} fill={color} />
      {color === 'var(--band)' && <path d="M0 .5h16" stroke="var(--band-edge)" />}
    </svg>
  )
}
