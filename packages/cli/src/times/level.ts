import type { ServiceLevel } from '@wachta/client'

type Seconds = Pick<ServiceLevel, 'ok_seconds' | 'failure_seconds' | 'paused_seconds' | 'unknown_seconds'>

const parts = ['ok_seconds', 'failure_seconds', 'paused_seconds', 'unknown_seconds'] as const

/** Returns the figures of a period after a correction of an interval inside it; the newest correction wins. */
export function computeCorrectedLevel(
  period: Seconds,
  interval: Seconds,
  status: 'ok' | 'failure' | 'paused',
): Seconds & { service_level: number | null } {
  const whole = parts.reduce((sum, part) => sum + interval[part], 0)
  const left = Object.fromEntries(parts.map((part) => [part, period[part] - interval[part]])) as unknown as Seconds
  const after = { ...left, [`${status}_seconds`]: left[`${status}_seconds`] + whole }
  const counted = after.ok_seconds + after.failure_seconds
  return { ...after, service_level: counted === 0 ? null : (100 * after.ok_seconds) / counted }
}

/** From the beginning of the month in which the interval begins to the end of that in which it ends, in UTC. */
export function widenToMonths(from: Date, to: Date): { from: Date; to: Date } {
  const last = new Date(to.getTime() - 1)
  return {
    from: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1)),
    to: new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1, 1)),
  }
}
