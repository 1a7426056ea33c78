import type { HarRow, Waterfall } from '../har.ts'
import { markStyles, phaseColors } from './looks.ts'

interface WaterfallBarProps extends Pick<Waterfall, 'marks' | 'length'> {
  readonly row: HarRow
}

const width = 1000
const height = 28
const barHeight = 14

/** One request on the time axis: its phases side by side, with lines for the page marks. */
export function WaterfallBar({ row, marks, length }: WaterfallBarProps) {
  const toX = (time: number) => (length === 0 ? 0 : (width * time) / length)
  const phases = row.phases.length > 0 ? row.phases : [{ phase: 'wait' as const, length: row.length }]
  let start = row.start
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-full min-h-7 w-full"
    >
      <path
        d={[0.25, 0.5, 0.75].map((share) => `M${share * width} 0v${height}`).join('')}
        stroke="var(--line)"
        vectorEffect="non-scaling-stroke"
      />
      {phases.map(({ phase, length: duration }) => {
        const from = toX(start)
        start += duration
        const phaseHeight = phase === 'blocked' ? 3 : barHeight
        return (
          <rect
            key={phase}
            x={from}
            y={(height - phaseHeight) / 2}
            width={Math.max(toX(duration), 2)}
            height={phaseHeight}
            fill={phaseColors[phase]}
          />
        )
      })}
      {marks.map(({ name, at }) => (
        <path
          key={name}
          d={`M${Math.min(toX(at), width - 1)} 0v${height}`}
          stroke={markStyles[name].color}
          strokeWidth="1.5"
          {...(markStyles[name].isDashed && { strokeDasharray: '4 3' })}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
