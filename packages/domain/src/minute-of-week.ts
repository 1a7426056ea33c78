/** A minute of the local week, as the API writes it; day 1 is Monday. */
export interface MinuteOfWeek {
  readonly day_of_week: number
  readonly hour: number
  readonly minute: number
}

export const minutesPerWeek = 7 * 24 * 60

/** Minutes since Monday 00:00: 0 to 10079. */
export function toMinute(minute: MinuteOfWeek): number {
  if (!isMinuteOfWeek(minute)) throw new RangeError(`not a minute of the week: ${JSON.stringify(minute)}`)
  return ((minute.day_of_week - 1) * 24 + minute.hour) * 60 + minute.minute
}

export function splitMinuteOfWeek(minute: number): MinuteOfWeek {
  if (!isWhole(minute, 0, minutesPerWeek - 1)) throw new RangeError(`not a minute of the week: ${minute}`)
  return {
    day_of_week: Math.floor(minute / (24 * 60)) + 1,
    hour: Math.floor(minute / 60) % 24,
    minute: minute % 60,
  }
}

export function isMinuteOfWeek({ day_of_week, hour, minute }: MinuteOfWeek): boolean {
  return isWhole(day_of_week, 1, 7) && isWhole(hour, 0, 23) && isWhole(minute, 0, 59)
}

function isWhole(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most
}
