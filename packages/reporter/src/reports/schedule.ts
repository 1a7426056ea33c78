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
