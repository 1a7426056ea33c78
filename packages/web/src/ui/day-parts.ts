import type { Day } from './availability-bar.tsx'

export const partNames = ['ok', 'unknown', 'paused', 'failure'] as const

export interface DayPart {
  readonly name: (typeof partNames)[number]
  /** The lower edge, as a share of the height of the bar; `to` is the upper edge. */
  readonly from: number
  readonly to: number
}

/** The minimum share of a part: even five minutes of failure must be visible. */
const minShare = 0.12

/** Divides a day by status, from the bottom up; empty if the day has no seconds. */
export function splitDayByStatus(day: Day): DayPart[] {
  const seconds = partNames.map((name) => ({ name, length: day[`${name}_seconds`] })).filter(({ length }) => length > 0)
  const total = seconds.reduce((sum, { length }) => sum + length, 0)
  const shares = seconds.map(({ name, length }) => ({ name, share: Math.max(length / total, minShare) }))
  const sum = shares.reduce((all, { share }) => all + share, 0)
  let from = 0
  return shares.map(({ name, share }) => {
    const part = { name, from, to: from + share / sum }
    from = part.to
    return part
  })
}

/** Whether a correction changed the service level of the day. */
export const isCorrected = ({ service_level, raw_service_level }: Day): boolean =>
  raw_service_level !== undefined && raw_service_level !== service_level

/** Marks the days before the first result, in which the service did not exist yet or was not monitored. */
export function markDaysBeforeFirstResult<D extends Day>(days: readonly D[]): (D & Pick<Day, 'isBefore'>)[] {
  const hasResult = ({ ok_seconds, failure_seconds, paused_seconds }: Day) =>
    ok_seconds + failure_seconds + paused_seconds > 0
  const first = days.findIndex(hasResult)
  return days.map((day, index) =>
    first === -1 || index < first ? { ...day, unknown_seconds: 0, isBefore: true } : day,
  )
}
