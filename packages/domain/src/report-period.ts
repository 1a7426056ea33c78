import { Temporal } from 'temporal-polyfill'
import type { Interval } from './interval.ts'

/** How often a report is created automatically, from the shortest period to the longest. */
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
  return createPeriod(plan, zone, getPreviousStart(plan, getPeriodStart(plan, today)))
}

/**
 * Returns the periods of a plan that are over at `now` and ended after `since`, oldest first: the reports that are
 * missing after a downtime.
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
  return createPeriod(plan, zone, getPreviousStart(plan, Temporal.PlainDate.from(first_day)))
}

/**
 * Returns the range that ends where this one starts: the same number of months before whole months, the same number of
 * days before whole days, otherwise the same length.
 */
export function getPreviousRange({ start, end }: Interval, zone: string): Interval {
  const toLocal = (time: number) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)
  const edges = [toLocal(start), toLocal(end)] as const
  if (!edges.every((edge) => edge.equals(edge.startOfDay()))) return { start: start - (end - start), end: start }
  const largestUnit = edges.every(({ day }) => day === 1) ? 'months' : 'days'
  const [first, last] = [edges[0].toPlainDate(), edges[1].toPlainDate()]
  return { start: getDayStart(first.subtract(first.until(last, { largestUnit })), zone), end: start }
}

const periodLengths: Readonly<Record<ReportingPlan, Temporal.DurationLike>> = {
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
    start: getDayStart(first, zone),
    end: getDayStart(first.add(periodLengths[plan]), zone),
  }
}

function getPreviousStart(plan: ReportingPlan, first: Temporal.PlainDate): Temporal.PlainDate {
  return first.subtract(periodLengths[plan])
}

function getPeriodStart(plan: ReportingPlan, day: Temporal.PlainDate): Temporal.PlainDate {
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

/** Returns the first instant of a local day: midnight, unless the clocks skip it. */
function getDayStart(day: Temporal.PlainDate, zone: string): number {
  return day.toZonedDateTime(zone).startOfDay().epochMilliseconds
}
