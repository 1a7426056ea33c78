import { Temporal } from 'temporal-polyfill'
import type { Interval } from './interval.ts'

/** How often a report is made by itself, from the shortest period to the longest. */
export const reportingPlanIds = ['daily', 'weekly', 'monthly', 'quarterly', 'half_yearly', 'yearly'] as const

export type ReportingPlan = (typeof reportingPlanIds)[number]

/** A period of a plan in a time zone: from a local midnight to another, also across clock changes. */
export interface ReportPeriod extends Interval {
  readonly plan: ReportingPlan
  /** The local day that it starts on, as `2026-03-01`. With the plan, it names the period. */
  readonly first_day: string
}

/** Returns the last period of a plan that is over at the instant. */
export function getLastReportPeriod(plan: ReportingPlan, zone: string, instant: number): ReportPeriod {
  const today = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate()
  return createPeriod(plan, zone, previousStart(plan, startOfPeriod(plan, today)))
}

/**
 * Returns the periods of a plan that are over at `now` and ended after `since`, oldest first: what has to be made up for
 * after a downtime.
 */
export function listPeriodsSince(
  plan: ReportingPlan,
  zone: string,
  { since, now }: { since: number; now: number },
): ReportPeriod[] {
  const periods: ReportPeriod[] = []
  for (
    let period = getLastReportPeriod(plan, zone, now);
    period.end > since;
    period = getPreviousPeriod(period, zone)
  ) {
    periods.unshift(period)
  }
  return periods
}

/** Returns the period of the same plan before this one. */
export function getPreviousPeriod({ plan, first_day }: ReportPeriod, zone: string): ReportPeriod {
  return createPeriod(plan, zone, previousStart(plan, Temporal.PlainDate.from(first_day)))
}

/**
 * Returns the range that ends where this one starts: as many months before whole months, as many days before whole days,
 * and else of the same length.
 */
export function getPreviousRange({ start, end }: Interval, zone: string): Interval {
  const toLocal = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)
  const edges = [toLocal(start), toLocal(end)] as const
  if (!edges.every((edge) => edge.equals(edge.startOfDay()))) return { start: start - (end - start), end: start }
  const largestUnit = edges.every(({ day }) => day === 1) ? 'months' : 'days'
  const [first, last] = [edges[0].toPlainDate(), edges[1].toPlainDate()]
  return { start: startOfDay(first.subtract(first.until(last, { largestUnit })), zone), end: start }
}

const lengths: Readonly<Record<ReportingPlan, Temporal.DurationLike>> = {
  daily: { days: 1 },
  weekly: { weeks: 1 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  half_yearly: { months: 6 },
  yearly: { years: 1 },
}

function createPeriod(plan: ReportingPlan, zone: string, first: Temporal.PlainDate): ReportPeriod {
  return {
    plan,
    first_day: first.toString(),
    start: startOfDay(first, zone),
    end: startOfDay(first.add(lengths[plan]), zone),
  }
}

function previousStart(plan: ReportingPlan, first: Temporal.PlainDate): Temporal.PlainDate {
  return first.subtract(lengths[plan])
}

function startOfPeriod(plan: ReportingPlan, day: Temporal.PlainDate): Temporal.PlainDate {
  switch (plan) {
    case 'daily':
      return day
    case 'weekly':
      return day.subtract({ days: day.dayOfWeek - 1 })
    case 'monthly':
      return day.with({ day: 1 })
    case 'quarterly':
      return day.with({ day: 1, month: day.month - ((day.month - 1) % 3) })
    case 'half_yearly':
      return day.with({ day: 1, month: day.month > 6 ? 7 : 1 })
    case 'yearly':
      return day.with({ day: 1, month: 1 })
  }
}

/** The first instant of a local day, which is not midnight where the clocks skip it. */
function startOfDay(day: Temporal.PlainDate, zone: string): number {
  return day.toZonedDateTime(zone).startOfDay().epochMilliseconds
}
