import type { HarRow, Waterfall } from '../har.ts'
import { markLooks, phaseColors } from './looks.ts'

interface WaterfallBarProps extends Pick<Waterfall, 'marks' | 'length'> {
  readonly row: HarRow
}

const width = 1000
const height = 28
const thick = 14

/** One request on the time axis: its phases side by side, over the moments of the page. */
export function WaterfallBar({ row, marks, length }: WaterfallBarProps) {
  const x = (time: number) => (length === 0 ? 0 : (width * time) / length)
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
      {phases.map(({ phase, length: taken }) => {
        const from = x(start)
        start += taken
        const tall = phase === 'blocked' ? 3 : thick
        return (
          <rect
            key={phase}
            x={from}
            y={(height - tall) / 2}
            width={Math.max(x(taken), 2)}
            height={tall}
            fill={phaseColors[phase]}
          />
        )
      })}
      {marks.map(({ name, at }) => (
        <path
          key={name}
          d={`M${Math.min(x(at), width - 1)} 0v${height}`}
          stroke={markLooks[name].color}
          strokeWidth="1.5"
          {...(markLooks[name].isDashed && { strokeDasharray: '4 3' })}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}
