export type DurationUnit = 'second' | 'minute' | 'hour' | 'day'

const lengths: Readonly<Record<DurationUnit, number>> = { second: 1, minute: 60, hour: 3600, day: 86_400 }
export const durationUnits = Object.keys(lengths) as DurationUnit[]

/** Seconds of what is written in a unit; not a number where nothing readable is. */
export const toSeconds = (text: string, unit: DurationUnit): number =>
  text.trim() === '' ? Number.NaN : Math.round(Number(text.trim().replace(',', '.')) * lengths[unit])

/** The largest unit of which it is a whole number; minutes for nothing at all. */
export function fittingUnit(seconds: number): DurationUnit {
  if (!(seconds > 0)) return 'minute'
  return durationUnits.findLast((unit) => seconds % lengths[unit] === 0) ?? 'second'
}

export const writtenIn = (unit: DurationUnit, seconds: number): string =>
  Number.isFinite(seconds) ? String(seconds / lengths[unit]) : ''
