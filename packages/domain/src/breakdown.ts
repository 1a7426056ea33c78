import type { HourCell } from './calendar.ts'
import { type AccountedInterval, computePercentage, type ServiceStatus } from './service-level.ts'

/** The service level of some hours of a report. */
export interface BreakdownLevel {
  readonly ok_seconds: number
  readonly failure_seconds: number
  readonly paused_seconds: number
  readonly unknown_seconds: number
  /** Null if none of the time counts. */
  readonly service_level: number | null
  readonly raw_service_level: number | null
}

/** Which element of a breakdown an hour belongs to, and how many elements the breakdown has. */
export interface BreakdownKind {
  readonly length: number
  readonly indexOf: (cell: HourCell) => number
}

export const breakdownKinds = {
  by_hour: { length: 24, indexOf: ({ hour }) => hour },
  by_week_day: { length: 7, indexOf: ({ week_day }) => week_day - 1 },
  by_month_day: { length: 31, indexOf: ({ month_day }) => month_day - 1 },
  by_month: { length: 12, indexOf: ({ month }) => month - 1 },
  /** Every hour of the week, Monday 0:00 first. */
  by_hour_of_week: { length: 168, indexOf: ({ week_day, hour }) => (week_day - 1) * 24 + hour },
} as const satisfies Record<string, BreakdownKind>

/** The seconds of one hour that count as ok and as not ok, with corrections and as measured. */
interface HourSeconds extends Record<ServiceStatus, number> {
  counted_ok: number
  counted_not_ok: number
  raw_ok: number
  raw_not_ok: number
}

/** The hours of a report with the seconds of one service in each. */
export interface HourlyLevels {
  readonly cells: readonly HourCell[]
  readonly seconds: readonly HourSeconds[]
}

/** Adds up the stretches of time of one service in every hour. Both lists cover the range of the cells. */
export function computeHourlyLevels(
  cells: readonly HourCell[],
  corrected: readonly AccountedInterval[],
  raw: readonly AccountedInterval[],
): HourlyLevels {
  const seconds = cells.map(createEmptySeconds)
  forEachOverlap(cells, corrected, (index, { status, accounted }, length) => {
    const hour = seconds[index]
    if (!hour) return
    hour[status] += length
    if (accounted === 'ok') hour.counted_ok += length
    if (accounted === 'not_ok') hour.counted_not_ok += length
  })
  forEachOverlap(cells, raw, (index, { accounted }, length) => {
    const hour = seconds[index]
    if (!hour) return
    if (accounted === 'ok') hour.raw_ok += length
    if (accounted === 'not_ok') hour.raw_not_ok += length
  })
  return { cells, seconds }
}

/** Adds the hours up by kind; an element that no hour of the range belongs to has no seconds. */
export function computeBreakdown(
  { cells, seconds }: HourlyLevels,
  { length, indexOf }: BreakdownKind,
): BreakdownLevel[] {
  const sums = Array.from({ length }, createEmptySeconds)
  cells.forEach((cell, index) => {
    add(sums[indexOf(cell)], seconds[index])
  })
  return sums.map(toLevel)
}

/** Adds the hours up by local day, in order. A day on which the clocks change has 23 or 25 hours. */
export function computeLevelsByDate({ cells, seconds }: HourlyLevels): (BreakdownLevel & { readonly date: string })[] {
  const sums = new Map<string, HourSeconds>()
  cells.forEach(({ date }, index) => {
    const sum = sums.get(date) ?? createEmptySeconds()
    add(sum, seconds[index])
    sums.set(date, sum)
  })
  return [...sums].map(([date, sum]) => ({ date, ...toLevel(sum) }))
}

/** Calls back for every overlap of a cell and a stretch of time, in one pass over both. */
function forEachOverlap(
  cells: readonly HourCell[],
  intervals: readonly AccountedInterval[],
  onOverlap: (index: number, interval: AccountedInterval, seconds: number) => void,
): void {
  let index = 0
  for (const interval of intervals) {
    for (let start = interval.start; start < interval.end; ) {
      while ((cells[index]?.end ?? Number.POSITIVE_INFINITY) <= start) index += 1
      const end = Math.min(interval.end, cells[index]?.end ?? interval.end)
      onOverlap(index, interval, (end - start) / 1000)
      start = end
    }
  }
}

const createEmptySeconds = (): HourSeconds => ({
  ok: 0,
  failure: 0,
  paused: 0,
  unknown: 0,
  counted_ok: 0,
  counted_not_ok: 0,
  raw_ok: 0,
  raw_not_ok: 0,
})

function add(sum: HourSeconds | undefined, more: HourSeconds | undefined): void {
  if (!sum || !more) return
  // Field by field: this runs for every hour of every service of a report, and a loop over the fields takes ten times
  // as long.
  sum.ok += more.ok
  sum.failure += more.failure
  sum.paused += more.paused
  sum.unknown += more.unknown
  sum.counted_ok += more.counted_ok
  sum.counted_not_ok += more.counted_not_ok
  sum.raw_ok += more.raw_ok
  sum.raw_not_ok += more.raw_not_ok
}

function toLevel(sum: HourSeconds): BreakdownLevel {
  return {
    ok_seconds: sum.ok,
    failure_seconds: sum.failure,
    paused_seconds: sum.paused,
    unknown_seconds: sum.unknown,
    service_level: computePercentage({ ok_seconds: sum.counted_ok, not_ok_seconds: sum.counted_not_ok }),
    raw_service_level: computePercentage({ ok_seconds: sum.raw_ok, not_ok_seconds: sum.raw_not_ok }),
  }
}
