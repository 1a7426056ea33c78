import { type CalendarDay, endOnAxis, startOnAxis, type Week } from './week.ts'
import { listActivePeriods, type MaintenanceWindow, type Span } from './windows.ts'

/** The part of a maintenance window that is in one day column of the grid. */
export interface Block extends Span {
  readonly window: MaintenanceWindow
  readonly top: number
  readonly bottom: number
  /** The column of the block among overlapping blocks, and the number of these columns. */
  readonly lane: number
  readonly lanes: number
}

/** Returns the blocks of a day; blocks that overlap are placed side by side. */
export function buildBlocks(windows: readonly MaintenanceWindow[], week: Week, day: CalendarDay): Block[] {
  const parts = windows
    .flatMap((window) =>
      listActivePeriods(window.when, { ...day, zone: week.zone }).map((span) => ({
        ...span,
        window,
        top: startOnAxis(week, day, span.start),
        bottom: endOnAxis(week, day, span.end),
      })),
    )
    .sort((one, other) => one.top - other.top || other.bottom - one.bottom)
  return clusters(parts).flatMap(assignLanes)
}

type Part = Omit<Block, 'lane' | 'lanes'>

/** Splits the parts, sorted by start, into groups that do not overlap each other. */
function clusters(parts: readonly Part[]): Part[][] {
  const found: Part[][] = []
  let reach = Number.NEGATIVE_INFINITY
  for (const part of parts) {
    if (part.top >= reach) found.push([])
    found.at(-1)?.push(part)
    reach = Math.max(reach, part.bottom)
  }
  return found
}

function assignLanes(parts: readonly Part[]): Block[] {
  const ends: number[] = []
  const placed = parts.map((part) => {
    const free = ends.findIndex((end) => end <= part.top)
    const lane = free < 0 ? ends.length : free
    ends[lane] = part.bottom
    return { ...part, lane }
  })
  return placed.map((part) => ({ ...part, lanes: ends.length }))
}
