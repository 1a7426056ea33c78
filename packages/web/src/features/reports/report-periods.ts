import { toInstant, toWallTime } from '../../app/i18n/zone.ts'

export const periodNames = ['last_month', 'this_month', 'last_week', 'last_30_days', 'last_quarter', 'other'] as const
export type PeriodName = (typeof periodNames)[number]

/** A period in epoch milliseconds; its end is not included. */
interface ReportPeriod {
  readonly from: number
  readonly to: number
}

const dayMs = 86_400_000

/** Returns a period by its name, from midnight to midnight in a time zone; a period that is not over ends now. */
export function findPeriod(name: Exclude<PeriodName, 'other'>, zone: string, now: number): ReportPeriod {
  const wall = new Date(toWallTime(zone, now))
  const [year, month] = [wall.getUTCFullYear(), wall.getUTCMonth()]
  const today = Date.UTC(year, month, wall.getUTCDate())
  const monday = today - ((wall.getUTCDay() + 6) % 7) * dayMs
  const quarter = month - (month % 3)
  const edges: Readonly<Record<typeof name, readonly [from: number, to: number]>> = {
    last_month: [Date.UTC(year, month - 1), Date.UTC(year, month)],
    this_month: [Date.UTC(year, month), wall.getTime()],
    last_week: [monday - 7 * dayMs, monday],
    last_30_days: [today - 30 * dayMs, today],
    last_quarter: [Date.UTC(year, quarter - 3), Date.UTC(year, quarter)],
  }
  const [from, to] = edges[name]
  return { from: toInstant(zone, from), to: to === wall.getTime() ? now : toInstant(zone, to) }
}

/** The last 30 days including today, up to midnight: it covers services added today and stays the same all day. */
export function findPreviewPeriod(zone: string, now: number): ReportPeriod {
  const wall = new Date(toWallTime(zone, now))
  const tonight = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + 1)
  return { from: toInstant(zone, tonight - 30 * dayMs), to: toInstant(zone, tonight) }
}

/** Whether local times are the edges of one calendar month. */
export function isWholeMonth(from: number, to: number): boolean {
  const start = new Date(from)
  return (
    from === Date.UTC(start.getUTCFullYear(), start.getUTCMonth()) &&
    to === Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1)
  )
}
