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
  if (!isWholeNumber(minute, 0, minutesPerWeek - 1)) throw new RangeError(`not a minute of the week: ${minute}`)
  return {
    day_of_week: Math.floor(minute / (24 * 60)) + 1,
    hour: Math.floor(minute / 60) % 24,
    minute: minute % 60,
  }
}

export function isMinuteOfWeek({ day_of_week, hour, minute }: MinuteOfWeek): boolean {
  return isWholeNumber(day_of_week, 1, 7) && isWholeNumber(hour, 0, 23) && isWholeNumber(minute, 0, 59)
}

function isWholeNumber(value: number, minimum: number, maximum: number): boolean {
  return Number.isInteger(value) && value >= minimum && value <= maximum
}
