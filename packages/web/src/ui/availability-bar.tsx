import { FloatingNote, usePointedColumn } from './floating-note.tsx'

export interface Day {
  readonly from: string
  readonly ok_seconds: number
  readonly failure_seconds: number
  readonly paused_seconds: number
  readonly unknown_seconds: number
  readonly service_level: number | null
  /** The service level as measured, without corrections. */
  readonly raw_service_level?: number | null
  /** Before the first result: the service did not exist yet, or was not monitored. */
  readonly isBefore?: true
}

interface AvailabilityBarProps {
  readonly days: readonly Day[]
  /** The accessible name. */
  readonly label: string
  /** The tooltip of a day. */
  readonly getTitle?: (day: Day) => string
  readonly className?: string
}

const width = 4
const gap = 1.5
const height = 32

/**
 * One stroke per day, the newest on the right. The height shows the status as well as the colour: a day with a failure
 * is taller, a paused day is a stub, an unknown day is a tick at the bottom, a day before monitoring is a dot,
 * and a day without data is blank.
 */
export function AvailabilityBar({ days, label, getTitle, className = '' }: AvailabilityBarProps) {
  const { pointed, listeners } = usePointedColumn(days.length)
  const day = pointed && days[pointed.index]
  return (
    <div className={`relative h-8 w-full ${className}`} {...(getTitle && listeners)}>
      {getTitle && pointed && day && <FloatingNote at={pointed}>{getTitle(day)}</FloatingNote>}
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(days.length, 1) * (width + gap) - gap} ${height}`}
        preserveAspectRatio="none"
        className="block size-full"
      >
        {days.map((day, index) => (
          <Stroke key={day.from} day={day} x={index * (width + gap)} />
        ))}
      </svg>
    </div>
  )
}

function Stroke({ day, x }: { readonly day: Day; readonly x: number }) {
  const measuredSeconds = day.ok_seconds + day.failure_seconds
  const unmeasuredSeconds = day.paused_seconds + day.unknown_seconds
  const share = measuredSeconds + unmeasuredSeconds === 0 ? 0 : measuredSeconds / (measuredSeconds + unmeasuredSeconds)
  return (
    <g>
      {day.isBefore && <rect x={x + 1} y={height - 2} width={width - 2} height={2} fill="var(--line)" />}
      {unmeasuredSeconds > 0 && share < fullyMeasuredShare && <UnmeasuredPart day={day} x={x} />}
      {measuredSeconds > 0 && <MeasuredPart failed={day.failure_seconds / measuredSeconds} share={share} x={x} />}
    </g>
  )
}

/** The top of the stroke of a day without failures; only days with failures are taller. */
const strokeTop = 10
/** A day with at least this share of known time counts as fully known. */
const fullyMeasuredShare = 0.97

function MeasuredPart({ failed, share, x }: { readonly failed: number; readonly share: number; readonly x: number }) {
  const barHeight = Math.max((height - strokeTop) * share, 4)
  if (failed === 0)
    return <rect x={x} y={height - barHeight} width={width} height={barHeight} fill="var(--ok-fill)" rx={1} />
  // Even five minutes of failure must be visible, so the part is at least a third of the stroke.
  const failureHeight = Math.max(failed, 1 / 3) * height
  return (
    <>
      <rect x={x} y={failureHeight} width={width} height={height - failureHeight} fill="var(--ok-fill)" />
      <rect x={x} y={0} width={width} height={failureHeight} fill="var(--failure-fill)" rx={1} />
    </>
  )
}

function UnmeasuredPart({ day, x }: { readonly day: Day; readonly x: number }) {
  const barHeight = day.paused_seconds > day.unknown_seconds ? 8 : 2
  return <rect x={x} y={height - barHeight} width={width} height={barHeight} fill="var(--paused-fill)" />
}
