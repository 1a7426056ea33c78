import type { Queryable, Transaction } from '@wachta/database'
import type { ReportingPlan, ReportPeriod } from '@wachta/domain'
import type { ReportOrder } from '@wachta/report'

/** Something that makes reports by itself: a template with plans, or a group with periodic reports. */
export interface ReportSchedule {
  /** The same in every round. */
  readonly key: string
  readonly time_zone_id: string
  /** How much later than at the end of its periods it makes reports, so that not all are made at midnight. */
  readonly spreadDelayMs: number
  /** Each plan makes reports about the periods that end after `since`, in epoch milliseconds. */
  readonly plans: readonly { readonly plan: ReportingPlan; readonly since: number }[]
  /** What the next report would be about. */
  loadScope(db: Queryable): Promise<ReportScope | undefined>
  /** Adds the report of a period, unless it exists or the schedule was changed meanwhile. */
  insert(tx: Transaction, period: ReportPeriod, now: Date): Promise<InsertedReport | undefined>
}

export type ReportScope = Pick<ReportOrder, 'owner_id' | 'template_id' | 'template'>

export interface InsertedReport {
  readonly id: number
  readonly status: string
}

/** A plan as it is stored. */
export interface StoredPlan {
  readonly plan: ReportingPlan
  /** When it was switched on, as JSON has it. */
  readonly switched_on: string | null
  /** The latest of the other times that count, in epoch milliseconds. */
  readonly since: number | null
}

const isoTime = /^\d{4}-\d\d-\d\dT/

/**
 * Returns the plans with the time since when each makes reports, without those that have no readable one. The time in JSON
 * is read here, because a cast in SQL would fail for the schedules of all accounts.
 */
export const readPlans = (plans: readonly StoredPlan[], onUnreadable: () => void): ReportSchedule['plans'] =>
  plans.flatMap(({ plan, switched_on, since }) => {
    const switchedOn = isoTime.test(switched_on ?? '') ? Date.parse(switched_on ?? '') : Number.NaN
    if (Number.isNaN(switchedOn)) onUnreadable()
    const times = [switchedOn, since ?? Number.NaN].filter(Number.isFinite)
    return times.length === 0 ? [] : [{ plan, since: Math.max(...times) }]
  })
