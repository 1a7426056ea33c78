import type { ServiceLevel } from '@wachta/client'

type Seconds = Pick<ServiceLevel, 'ok_seconds' | 'failure_seconds' | 'paused_seconds' | 'unknown_seconds'>

const statusFields = ['ok_seconds', 'failure_seconds', 'paused_seconds', 'unknown_seconds'] as const

/**
 * Returns the seconds of a period after a correction of an interval inside it, and the service level that results; the
 * newest correction wins.
 */
export function computeCorrectedLevel(
  period: Seconds,
  interval: Seconds,
  status: 'ok' | 'failure' | 'paused',
): Seconds & { service_level: number | null } {
  const intervalSeconds = statusFields.reduce((sum, part) => sum + interval[part], 0)
  const remaining = Object.fromEntries(
    statusFields.map((part) => [part, period[part] - interval[part]]),
  ) as unknown as Seconds
  const corrected = { ...remaining, [`${status}_seconds`]: remaining[`${status}_seconds`] + intervalSeconds }
  const countedSeconds = corrected.ok_seconds + corrected.failure_seconds
  return { ...corrected, service_level: countedSeconds === 0 ? null : (100 * corrected.ok_seconds) / countedSeconds }
}

/** Widens an interval to whole months in UTC. */
export function widenToMonths(from: Date, to: Date): { from: Date; to: Date } {
  const last = new Date(to.getTime() - 1)
  return {
    from: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1)),
    to: new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)),
  }
}
