import { dayMs, hourMs, minuteMs } from './time-units.ts'

/** Late results amend analyses for this long; later ones change nothing. */
export const lateResultsMs = dayMs

/** The earliest time after the end of a period at which its report is created. */
export const minReportDelayMs = hourMs

/**
 * Reports that are due at the same midnight are spread over this time, each schedule always with the same delay. It is
 * enough for 10,000 accounts if 500 reports take 12 minutes, with half as much again to spare.
 */
export const reportSpreadMs = 6 * hourMs

const spreadMinutes = reportSpreadMs / minuteMs

/**
 * Returns the delay of a schedule: the same in every reporter and for every period. Neighbouring ids get very different
 * delays.
 */
export const getSpreadDelayMs = (id: number): number => ((id * 137) % spreadMinutes) * minuteMs

/** How far the results of a sensor have been received; times in epoch milliseconds. */
export interface SensorProgress {
  readonly id: number
  /** Its last heartbeat; null if there was none. */
  readonly last_seen: number | null
  /** The results of all slots before this were stored, by that heartbeat; null if an older sensor does not send it. */
  readonly complete_until: number | null
}

export interface DuePeriod {
  readonly end: number
  /** The delay of its schedule. */
  readonly spreadDelayMs: number
}

/**
 * Whether the report of a period should be requested. It waits for sensors that may still deliver results of the
 * period, because they are cut off or return with a backlog. It waits no longer than late results count, and not for a
 * sensor that has been offline for that long.
 */
export function isReportDue(
  { end, spreadDelayMs }: DuePeriod,
  sensors: readonly SensorProgress[],
  now: number,
): boolean {
  if (now < end + minReportDelayMs + spreadDelayMs) return false
  return now >= end + lateResultsMs + spreadDelayMs || !sensors.some((sensor) => isAwaited(sensor, end, now))
}

const isAwaited = (sensor: SensorProgress, end: number, now: number): boolean =>
  getCompleteUntil(sensor) < end && now - (sensor.last_seen ?? 0) < lateResultsMs

/**
 * Returns the time before which all results of a sensor are stored. A sensor without any heartbeat has no results to
 * deliver.
 */
export function getCompleteUntil({ last_seen, complete_until }: SensorProgress): number {
  return last_seen === null ? Number.POSITIVE_INFINITY : Math.min(last_seen, complete_until ?? last_seen)
}

/** The longest time that a working sensor can hold back results. It computes `complete_until` anew once a minute. */
const maxUsualDelayMs = 10 * minuteMs

/**
 * Returns the sensors whose results of a period are not all stored, with the time from which they are missing. Results
 * of the last few minutes do not count as missing.
 */
export function findMissingResults<Sensor extends SensorProgress>(
  { start, end }: { readonly start: number; readonly end: number },
  sensors: readonly Sensor[],
  now: number,
): { readonly sensor: Sensor; readonly from: number; readonly to: number }[] {
  return sensors
    .filter((sensor) => getCompleteUntil(sensor) < Math.min(end, now - maxUsualDelayMs))
    .map((sensor) => ({ sensor, from: Math.max(start, getCompleteUntil(sensor)), to: end }))
}
