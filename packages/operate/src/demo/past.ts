import { dayMs, minuteMs } from '@wachta/domain'

/** The number of days of generated history. */
export const pastDays = 30
/** The interval between generated analyses; shorter for the last two days and around outages, which people look at. */
const stepMs = 30 * minuteMs
const detailedStepMs = 5 * minuteMs
export const detailedDays = 2

/** A time in which a service was down, and the error that its sensors saw. */
export interface DemoOutage {
  readonly start: number
  readonly end: number
  readonly error_type_id: number
}

/** Returns the times of all generated analyses in a range, in order. */
export function listAnalysisTimes(from: number, to: number, outages: readonly DemoOutage[] = []): number[] {
  const detailedFrom = Math.max(from, getStepStart(to - detailedDays * dayMs))
  const times = new Set<number>()
  for (let time = from; time < to; time += time < detailedFrom ? stepMs : detailedStepMs) times.add(time)
  for (const { start, end } of outages)
    for (let time = start - 2 * detailedStepMs; time <= end + detailedStepMs; time += detailedStepMs)
      if (time >= from && time < to) times.add(time)
  return [...times].sort((one, other) => one - other)
}

/** The error types of the demo: the server answers with 503, refuses the connection, or does not answer in time. */
const unavailable = 504
const refused = 201
const timeout = 805
/** Error types of pages in a browser: a resource did not load, and the page shows a text that it must not show. */
const resourceMissing = 1606
const textForbidden = 702

/** Days ago, hour of the day (UTC), length in minutes and error type. Services that share a cause go down together. */
type PlannedOutage = readonly [daysAgo: number, hour: number, minutes: number, error_type_id: number]
/** The outages of each service, by its index. */
const plannedOutages: Readonly<Record<number, readonly PlannedOutage[]>> = {
  0: [[11, 21.25, 10, unavailable]],
  1: [
    [24, 3.5, 35, refused],
    [11, 21.25, 25, unavailable],
  ],
  2: [
    [14, 18.75, 50, timeout],
    [12, 19.5, 20, timeout],
  ],
  5: [[6, 10.25, 15, unavailable]],
  6: [
    [19, 8.5, 95, refused],
    [3, 14, 5, unavailable],
  ],
  8: [
    [26, 1.25, 140, refused],
    [9, 22.5, 20, timeout],
    [8, 23, 15, timeout],
  ],
  11: [
    [19, 8.5, 90, refused],
    [4, 9.75, 40, timeout],
  ],
  12: [[21, 2.5, 65, timeout]],
  14: [[16, 12.5, 45, resourceMissing]],
  15: [
    [22, 20.25, 30, textForbidden],
    [5, 17.5, 25, textForbidden],
  ],
}

/** Returns when a service was down in the past month, oldest first. Outages begin and end at times of analyses. */
export function listDemoOutages(index: number, now: number): DemoOutage[] {
  const today = Math.floor(now / dayMs) * dayMs
  return (plannedOutages[index] ?? []).map(([daysAgo, hour, minutes, error_type_id]) => {
    const start = today - daysAgo * dayMs + hour * 60 * minuteMs
    return { start, end: start + minutes * minuteMs, error_type_id }
  })
}

export const getStepStart = (time: number): number => Math.floor(time / stepMs) * stepMs
