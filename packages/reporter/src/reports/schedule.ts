import type { Queryable, Transaction } from '@wachta/database'
import type { ReportingPlan, ReportPeriod } from '@wachta/domain'
import type { ReportOrder } from '@wachta/report'

/** A source of scheduled reports: a template with plans, or a group with periodic reports. */
export interface ReportSchedule {
  /** Identifies the schedule in all rounds. */
  readonly key: string
  readonly time_zone_id: string
  /** The delay of reports after the end of their period, so that not all are made at midnight. */
  readonly spreadDelayMs: number
  /** Each plan makes reports about the periods that end after `since`, in epoch milliseconds. */
  readonly plans: readonly { readonly plan: ReportingPlan; readonly since: number }[]
  /** Loads the scope of the next report. */
  loadScope(db: Queryable): Promise<ReportScope | undefined>
  /** Adds the report of a period, unless it exists or the schedule was changed meanwhile. */
  insert(tx: Transaction, period: ReportPeriod, now: Date): Promise<InsertedReport | undefined>
}

export type ReportScope = Pick<ReportOrder, 'owner_id' | 'template_id' | 'template'>

export interface InsertedReport {
  readonly id: number
  readonly status: string
}

/** A plan in the form in which it is stored. */
export interface StoredPlan {
  readonly plan: ReportingPlan
  /** When the plan was switched on, as an ISO time from JSON. */
  readonly switched_on: string | null
  /** The latest of the other times before which no reports are made, in epoch milliseconds. */
  readonly since: number | null
}

const isoTimePattern = /^\d{4}-\d\d-\d\dT/

/**
 * Returns the plans with the time from which each makes reports, without plans that have no readable time. The ISO time
 * is parsed here, because a cast in SQL would fail for the schedules of all accounts.
 */
export const readPlans = (plans: readonly StoredPlan[], onUnreadable: () => void): ReportSchedule['plans'] =>
  plans.flatMap(({ plan, switched_on, since }) => {
    const switchedOn = isoTimePattern.test(switched_on ?? '') ? Date.parse(switched_on ?? '') : Number.NaN
    if (Number.isNaN(switchedOn)) onUnreadable()
    const times = [switchedOn, since ?? Number.NaN].filter(Number.isFinite)
    return times.length === 0 ? [] : [{ plan, since: Math.max(...times) }]
  })
