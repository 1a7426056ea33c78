export type DurationUnit = 'second' | 'minute' | 'hour' | 'day'

const secondsPerUnit: Readonly<Record<DurationUnit, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 }
export const durationUnits = Object.keys(secondsPerUnit) as DurationUnit[]

/** Returns the seconds of a number in a unit; NaN if the text is not a number. */
export const toSeconds = (text: string, unit: DurationUnit): number =>
  text.trim() === '' ? Number.NaN : Math.round(Number(text.trim().replace(',', '.')) * secondsPerUnit[unit])

/** Returns the largest unit with a whole number; minutes for zero and NaN. */
export function findFittingUnit(seconds: number): DurationUnit {
  if (!(seconds > 0)) return 'minute'
  return durationUnits.findLast((unit) => seconds % secondsPerUnit[unit] === 0) ?? 'second'
}

export const formatAmount = (unit: DurationUnit, seconds: number): string =>
  Number.isFinite(seconds) ? String(seconds / secondsPerUnit[unit]) : ''
