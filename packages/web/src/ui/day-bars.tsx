import { useId } from 'react'
import type { Day } from './availability-bar.tsx'
import { type DayPart, isCorrected, partNames, splitDayByStatus } from './day-parts.ts'
import { FloatingNote, usePointedColumn } from './floating-note.tsx'

interface DayBarsProps {
  readonly days: readonly Day[]
  /** The accessible name. */
  readonly label: string
  readonly getTitle: (day: Day) => string
  /** Under the bars: from when to when. */
  readonly ends: readonly [first: string, last: string]
  readonly names: Readonly<Record<DayPart['name'] | 'corrected' | 'before', string>>
}

const width = 4
const gap = 1.5
const height = 40

/**
 * One bar per day, divided by status. The shape shows the status as well as the colour: a failure is on top and wide, a
 * pause is narrow, unknown is a thin line, a corrected day is hatched, and a day before monitoring is a low grey stub.
 */
export function DayBars({ days, label, getTitle, ends, names }: DayBarsProps) {
  const pattern = useId()
  const { pointed, listeners } = usePointedColumn(days.length)
  const day = pointed && days[pointed.index]
  return (
    <>
      <div className="relative" {...listeners}>
        {pointed && day && <FloatingNote at={pointed}>{getTitle(day)}</FloatingNote>}
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${Math.max(days.length, 1) * (width + gap) - gap} ${height}`}
          preserveAspectRatio="none"
          className="block h-16 w-full"
        >
          <HatchPattern id={pattern} />
          {days.map((day, index) => (
            <g key={day.from} opacity={pointed === null || pointed.index === index ? 1 : 0.45}>
              {day.isBefore && <Before x={index * (width + gap)} />}
              {splitDayByStatus(day).map((part) => (
                <Part key={part.name} part={part} x={index * (width + gap)} />
              ))}
              {isCorrected(day) && (
                <rect x={index * (width + gap)} y={0} width={width} height={height} fill={`url(#${pattern})`} />
              )}
            </g>
          ))}
        </svg>
      </div>
      <div className="mt-1 flex justify-between text-sm text-muted">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      <Legend
        names={names}
        hasBefore={days.some(({ isBefore }) => isBefore)}
        hasCorrected={days.some(isCorrected)}
        pattern={`${pattern}-legend`}
      />
    </>
  )
}

const shapes: Readonly<Record<DayPart['name'], { inset: number; fill: string }>> = {
  ok: { inset: 0, fill: 'var(--ok-fill)' },
  failure: { inset: 0, fill: 'var(--failure-fill)' },
  paused: { inset: 0.9, fill: 'var(--paused-fill)' },
  unknown: { inset: 1.6, fill: 'var(--unknown-fill)' },
}

function Part({ part: { name, from, to }, x }: { readonly part: DayPart; readonly x: number }) {
  const { inset, fill } = shapes[name]
  return (
    <rect x={x + inset} y={(1 - to) * height} width={width - 2 * inset} height={(to - from) * height} fill={fill} />
  )
}

function Before({ x }: { readonly x: number }) {
  return <rect x={x} y={height - 5} width={width} height={5} fill="var(--paused-fill)" opacity={0.55} />
}

function HatchPattern({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse">
        <path d="M-1 5 5 -1" stroke="var(--surface)" strokeWidth="1.4" />
      </pattern>
    </defs>
  )
}

interface LegendProps {
  readonly names: DayBarsProps['names']
  readonly hasBefore: boolean
  readonly hasCorrected: boolean
  readonly pattern: string
}

function Legend({ names, hasBefore, hasCorrected, pattern }: LegendProps) {
  return (
    <ul aria-hidden="true" className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {partNames.map((name) => (
        <li key={name} className="flex items-center gap-2">
          <svg viewBox={`0 0 ${width} 10`} className="h-3.5 w-1.5" preserveAspectRatio="none" aria-hidden="true">
            <rect x={shapes[name].inset} width={width - 2 * shapes[name].inset} height="10" fill={shapes[name].fill} />
          </svg>
          {names[name]}
        </li>
      ))}
      {hasBefore && (
        <li className="flex items-center gap-2">
          <svg viewBox={`0 0 ${width} ${height}`} className="h-3.5 w-1.5" preserveAspectRatio="none" aria-hidden="true">
            <Before x={0} />
          </svg>
          {names.before}
        </li>
      )}
      {hasCorrected && (
        <li className="flex items-center gap-2">
          <svg viewBox="0 0 8 10" className="h-3.5 w-3" preserveAspectRatio="none" aria-hidden="true">
            <HatchPattern id={pattern} />
            <rect width="8" height="10" fill="var(--ok-fill)" />
            <rect width="8" height="10" fill={`url(#${pattern})`} />
          </svg>
          {names.corrected}
        </li>
      )}
    </ul>
  )
}
