export interface Day {
  readonly from: string
  readonly ok_seconds: number
  readonly failure_seconds: number
  readonly paused_seconds: number
  readonly unknown_seconds: number
  readonly service_level: number | null
  /** What was measured, before anybody corrected it. */
  readonly raw_service_level?: number | null
}

interface AvailabilityBarProps {
  readonly days: readonly Day[]
  /** What a listener hears in its place. */
  readonly label: string
  readonly titleOf?: (day: Day) => string
  readonly className?: string
}

const width = 4
const gap = 1.5
const height = 32

/**
 * A day is a stroke, the newest on the right. Its height tells as much as its colour: a day with a failure stands out
 * above the others, a paused one is a stub, an unknown one only a tick on the ground, and one without data is blank.
 */
export function AvailabilityBar({ days, label, titleOf, className = '' }: AvailabilityBarProps) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(days.length, 1) * (width + gap) - gap} ${height}`}
      preserveAspectRatio="none"
      className={`h-8 w-full ${className}`}
    >
      {days.map((day, place) => (
        <Stroke key={day.from} day={day} x={place * (width + gap)} title={titleOf?.(day)} />
      ))}
    </svg>
  )
}

function Stroke({ day, x, title }: { readonly day: Day; readonly x: number; readonly title: string | undefined }) {
  const seen = day.ok_seconds + day.failure_seconds
  const unseen = day.paused_seconds + day.unknown_seconds
  const share = seen + unseen === 0 ? 0 : seen / (seen + unseen)
  return (
    <g>
      {title && <title>{title}</title>}
      <rect x={x} y={0} width={width} height={height} fill="transparent" />
      {unseen > 0 && share < fully && <Unseen day={day} x={x} />}
      {seen > 0 && <Seen failed={day.failure_seconds / seen} share={share} x={x} />}
    </g>
  )
}

/** Where the stroke of a good day begins; what is above is left to bad ones. */
const top = 10
/** A day that was seen so far counts as wholly seen. */
const fully = 0.97

function Seen({ failed, share, x }: { readonly failed: number; readonly share: number; readonly x: number }) {
  const tall = Math.max((height - top) * share, 4)
  if (failed === 0) return <rect x={x} y={height - tall} width={width} height={tall} fill="var(--ok-fill)" rx={1} />
  // Five bad minutes of a day must be seen too, hence at least a third of the stroke.
  const bad = Math.max(failed, 1 / 3) * height
  return (
    <>
      <rect x={x} y={bad} width={width} height={height - bad} fill="var(--ok-fill)" />
      <rect x={x} y={0} width={width} height={bad} fill="var(--failure-fill)" rx={1} />
    </>
  )
}

function Unseen({ day, x }: { readonly day: Day; readonly x: number }) {
  const tall = day.paused_seconds > day.unknown_seconds ? 8 : 2
  return <rect x={x} y={height - tall} width={width} height={tall} fill="var(--paused-fill)" />
}
