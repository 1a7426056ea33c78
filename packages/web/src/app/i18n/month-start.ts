import { toInstant, toWallTime } from './zone.ts'

/** Returns the instant at which the current month began in a time zone. */
export function findMonthStart(zone: string, now: Date): number {
  const wall = new Date(toWallTime(zone, now.getTime()))
  return toInstant(zone, Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), 1))
}
