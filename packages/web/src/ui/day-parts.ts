import type { Day } from './availability-bar.tsx'

export const partNames = ['ok', 'unknown', 'paused', 'failure'] as const

export interface DayPart {
  readonly name: (typeof partNames)[number]
  /** From the ground, as parts of the whole height. */
  readonly from: number
  readonly to: number
}

/** Five bad minutes of a day must be seen too: no part is thinner. */
const thinnest = 0.12

/** A day cut up by what it was spent in, from the ground up; nothing where it has no seconds at all. */
export function splitDayByStatus(day: Day): DayPart[] {
  const seconds = partNames.map((name) => ({ name, length: day[`${name}_seconds`] })).filter(({ length }) => length > 0)
  const whole = seconds.reduce((sum, { length }) => sum + length, 0)
  const shown = seconds.map(({ name, length }) => ({ name, share: Math.max(length / whole, thinnest) }))
  const sum = shown.reduce((all, { share }) => all + share, 0)
  let from = 0
  return shown.map(({ name, share }) => {
    const part = { name, from, to: from + share / sum }
    from = part.to
    return part
  })
}

/** Whether somebody imposed something on the day that its figure shows. */
export const isCorrected = ({ service_level, raw_service_level }: Day): boolean =>
  raw_service_level !== undefined && raw_service_level !== service_level

/** Days before the first with a result have no data: the service was not there yet, or had not been checked. */
export function omitUnwatchedDays<D extends Day>(days: readonly D[]): D[] {
  const hasResult = ({ ok_seconds, failure_seconds, paused_seconds }: Day) =>
    ok_seconds + failure_seconds + paused_seconds > 0
  const first = days.findIndex(hasResult)
  return days.map((day, place) => (first === -1 || place < first ? { ...day, unknown_seconds: 0 } : day))
}
