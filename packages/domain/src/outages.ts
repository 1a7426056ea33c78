import type { Interval } from './interval.ts'
import type { AccountedInterval } from './service-level.ts'

/** An uninterrupted period of failure, clipped to the range. */
export interface Outage extends Interval {
  readonly seconds: number
  /** How many of the seconds count against the service level. */
  readonly counted_seconds: number
  /** Whether a correction set the status of any part of it. */
  readonly is_corrected: boolean
}

/** A summary of all outages in a range; times in seconds, null if there is nothing to average. */
export interface OutageFigures {
  readonly failures_count: number
  readonly failure_seconds: number
  readonly longest_failure_seconds: number | null
  /** The mean time to repair: how long an outage lasted on average. */
  readonly mean_failure_seconds: number | null
  /** The mean time between failures: how long the service was up on average between one outage and the next. */
  readonly mean_seconds_between_failures: number | null
}

/** Returns the outages of a range, in order. */
export function findOutages(intervals: readonly AccountedInterval[]): Outage[] {
  const outages: { start: number; end: number; seconds: number; counted_seconds: number; is_corrected: boolean }[] = []
  for (const { start, end, status, accounted, correction_id } of intervals) {
    if (status !== 'failure') continue
    const seconds = (end - start) / 1000
    const counted_seconds = accounted === 'not_ok' ? seconds : 0
    const is_corrected = correction_id !== null
    const last = outages.at(-1)
    if (last?.end === start) {
      last.end = end
      last.seconds += seconds
      last.counted_seconds += counted_seconds
      last.is_corrected ||= is_corrected
    } else {
      outages.push({ start, end, seconds, counted_seconds, is_corrected })
    }
  }
  return outages
}

/** Summarizes the outages in the same stretches of time. */
export function computeOutageFigures(intervals: readonly AccountedInterval[]): OutageFigures {
  const outages = findOutages(intervals)
  const failure_seconds = outages.reduce((sum, { seconds }) => sum + seconds, 0)
  return {
    failures_count: outages.length,
    failure_seconds,
    longest_failure_seconds: outages.length === 0 ? null : Math.max(...outages.map(({ seconds }) => seconds)),
    mean_failure_seconds: outages.length === 0 ? null : failure_seconds / outages.length,
    mean_seconds_between_failures: computeMeanBetween(intervals, outages),
  }
}

/** Only time that the service was up counts: paused and unknown time says nothing about how long it stays up. */
function computeMeanBetween(intervals: readonly AccountedInterval[], outages: readonly Outage[]): number | null {
  const [first, last] = [outages.at(0), outages.at(-1)]
  if (!first || !last || outages.length < 2) return null
  const upIntervals = intervals.filter(
    ({ status, start, end }) => status === 'ok' && start >= first.end && end <= last.start,
  )
  return upIntervals.reduce((sum, { start, end }) => sum + (end - start) / 1000, 0) / (outages.length - 1)
}
