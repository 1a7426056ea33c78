import { type CalendarDay, getEndOnAxis, getStartOnAxis, type Week } from './week.ts'
import { listActivePeriods, type MaintenanceWindow, type Span } from './windows.ts'

/** The part of a maintenance window that is in one day column of the grid. */
export interface Block extends Span {
  readonly window: MaintenanceWindow
  readonly top: number
  readonly bottom: number
  /** The column of the block among overlapping blocks, from 0. */
  readonly lane: number
  /** The number of columns that the overlapping blocks need. */
  readonly lanes: number
}

/** Returns the blocks of a day; blocks that overlap are placed side by side. */
export function buildBlocks(windows: readonly MaintenanceWindow[], week: Week, day: CalendarDay): Block[] {
  const parts = windows
    .flatMap((window) =>
      listActivePeriods(window.when, { ...day, zone: week.zone }).map((span) => ({
        ...span,
        window,
        top: getStartOnAxis(week, day, span.start),
        bottom: getEndOnAxis(week, day, span.end),
      })),
    )
    .sort((one, other) => one.top - other.top || other.bottom - one.bottom)
  return splitIntoClusters(parts).flatMap(assignLanes)
}

type Part = Omit<Block, 'lane' | 'lanes'>

/** Splits the parts, sorted by start, into groups that do not overlap each other. */
function splitIntoClusters(parts: readonly Part[]): Part[][] {
  const found: Part[][] = []
  let clusterBottom = Number.NEGATIVE_INFINITY
  for (const part of parts) {
    if (part.top >= clusterBottom) found.push([])
    found.at(-1)?.push(part)
    clusterBottom = Math.max(clusterBottom, part.bottom)
  }
  return found
}

function assignLanes(parts: readonly Part[]): Block[] {
  const ends: number[] = []
  const partsWithLane = parts.map((part) => {
    const freeLane = ends.findIndex((end) => end <= part.top)
    const lane = freeLane < 0 ? ends.length : freeLane
    ends[lane] = part.bottom
    return { ...part, lane }
  })
  return partsWithLane.map((part) => ({ ...part, lanes: ends.length }))
}
