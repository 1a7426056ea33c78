import { buildSparklinePath, height, width } from './sparkline-path.ts'

interface SparklineProps {
  /** Values in order of time; null if nothing was measured. */
  readonly values: readonly (number | null)[]
  readonly label: string
  readonly className?: string
}

/** A small line chart without scales, which shows only the course of the values. */
export function Sparkline({ values, label, className = '' }: SparklineProps) {
  const measured = values.filter((value) => value !== null)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className={`h-7 w-full ${className}`}
    >
      {measured.length > 1 && (
        <path
          d={buildSparklinePath(values, Math.max(...measured))}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="1.25"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  )
}
