import type { CorrectionStatus } from '@wachta/client'
import { toInstant, toWallTime } from '../../app/i18n/zone.ts'

/** How long a service had each status. */
export interface StatusSeconds {
  readonly ok_seconds: number
  readonly failure_seconds: number
  readonly paused_seconds: number
  readonly unknown_seconds: number
}

export const statusSecondsNames = ['ok_seconds', 'failure_seconds', 'paused_seconds', 'unknown_seconds'] as const

/**
 * Returns the durations after a new correction of a part of the whole period. Since the newest correction applies, all
 * of the part gets its status, whatever was measured or corrected in it before.
 */
export function correctSeconds(
  whole: StatusSeconds,
  part: StatusSeconds | null,
  status: CorrectionStatus,
): StatusSeconds {
  if (!part) return whole
  const remaining = Object.fromEntries(
    statusSecondsNames.map((name) => [name, whole[name] - part[name]]),
  ) as unknown as StatusSeconds
  const length = statusSecondsNames.reduce((sum, name) => sum + part[name], 0)
  const name = `${status}_seconds` as const
  return { ...remaining, [name]: remaining[name] + length }
}

/** Returns the service level like the API: 100 · ok / (ok + failure); null if both are zero. */
export function computeLevel({ ok_seconds, failure_seconds }: StatusSeconds): number | null {
  const counted = ok_seconds + failure_seconds
  return counted === 0 ? null : (100 * ok_seconds) / counted
}

export interface Period {
  readonly start: number
  readonly end: number
}

/** Returns the period from the earlier start to the later end. */
export const enclosePeriods = (one: Period, other: Period): Period => ({
  start: Math.min(one.start, other.start),
  end: Math.max(one.end, other.end),
})

/** Returns the whole months of a period, in local time, because service levels are agreed per month. */
export function extendToMonths(zone: string, { start, end }: Period): Period {
  const [first, last] = [new Date(toWallTime(zone, start)), new Date(toWallTime(zone, end - 1))]
  return {
    start: toInstant(zone, Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), 1)),
    end: toInstant(zone, Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)),
  }
}

/** Returns the part of the period that is in the past; null if there is none. */
export function findPastPart({ start, end }: Period, now: number): Period | null {
  const until = Math.min(end, Math.floor(now / 1000) * 1000)
  return until > start ? { start, end: until } : null
}
