import type { AccountingMethod, BreakdownLevel, CheckCounts, ErrorBudget, ServiceStatus } from '@wachta/domain'
import type { BrandingSnapshot, SectionId } from './order.ts'

/**
 * The figures of a report, which form the file `json`; all other files are made from it. Times are in UTC, as in the
 * API; times without a date and the elements of breakdowns are in the time zone of the report.
 */
export interface ReportDocument {
  readonly version: 1
  readonly report: {
    readonly id: number
    /** Null for the periodic report about a group. */
    readonly template_id: number | null
    readonly template_name: string
    readonly title: string
    readonly introduction: string
    readonly language_id: string
    readonly sections: readonly SectionId[]
    readonly generated_at: string
  }
  readonly account: { readonly id: number; readonly name: string }
  /** The name, logo, colour and contact details that the document shows. */
  readonly branding: BrandingSnapshot
  /** The URL of the web app, for the links in the document; null if it is not known. */
  readonly public_url: string | null
  readonly period: {
    readonly from: string
    readonly to: string
    readonly time_zone: string
    /** The start of the previous period, with which the figures are compared: the month before a month, and so on. */
    readonly previous_from: string
  }
  readonly accounting_method: AccountingMethod
  /** Results that were not stored yet when the report was made, because the sensor was cut off. */
  readonly missing_results: readonly ReportedGap[]
  readonly totals: Totals
  readonly services: readonly ReportedService[]
}

export interface ReportedGap {
  readonly sensor_id: number
  readonly sensor_name: string
  readonly from: string
  readonly to: string
}

/**
 * The figures of all services together. Seconds are added up, so that each service counts for the time that it existed.
 */
export interface Totals extends LevelFigures, OutageSummary {
  readonly services_count: number
  readonly budget: ErrorBudget | null
  readonly targets_missed: number
  readonly incidents_count: number
  readonly mean_seconds_to_acknowledge: number | null
  readonly corrections_count: number
  readonly analyses: AnalysisCounts
  readonly checks: CheckCounts
  readonly performance: PerformanceFigures
}

export interface LevelFigures {
  readonly ok_seconds: number
  readonly failure_seconds: number
  readonly paused_seconds: number
  readonly unknown_seconds: number
  /** The seconds from which the service level is computed. */
  readonly counted_ok_seconds: number
  readonly counted_not_ok_seconds: number
  /** The counted seconds without corrections. */
  readonly raw_counted_ok_seconds: number
  readonly raw_counted_not_ok_seconds: number
  /** The counted seconds of the previous period. */
  readonly previous_counted_ok_seconds: number
  readonly previous_counted_not_ok_seconds: number
  readonly service_level: number | null
  readonly raw_service_level: number | null
  readonly previous_service_level: number | null
}

export interface OutageSummary {
  readonly failures_count: number
  readonly longest_failure_seconds: number | null
  readonly mean_failure_seconds: number | null
  readonly mean_seconds_between_failures: number | null
}

export interface AnalysisCounts {
  readonly count: number
  readonly failures: number
  /** Analyses with too few known results to decide. */
  readonly below_quorum: number
}

/** Response times of successful checks, in milliseconds. */
export interface PerformanceFigures {
  readonly count: number
  readonly average: number | null
  readonly minimum: number | null
  readonly p50: number | null
  readonly p95: number | null
  readonly p99: number | null
  readonly maximum: number | null
}

export interface ReportedService extends LevelFigures, OutageSummary {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly type_id: string
  readonly group_id: number
  readonly group_name: string | null
  readonly tags: readonly string[]
  /** The part of the period in which the service existed. */
  readonly from: string
  readonly to: string
  readonly deleted_at: string | null
  readonly budget: ErrorBudget | null
  readonly incidents: IncidentFigures
  readonly failures: readonly ReportedFailure[]
  readonly status_changes: readonly ReportedStatusChange[]
  readonly corrections: readonly ReportedCorrection[]
  readonly suspensions: readonly ReportedSuspension[]
  readonly analyses: AnalysisCounts
  readonly checks: CheckCounts
  readonly performance: PerformanceFigures
  readonly error_types: readonly { readonly id: number; readonly name: string; readonly count: number }[]
  readonly sensors: readonly ReportedSensor[]
  readonly days: readonly ReportedDay[]
  readonly breakdowns: {
    readonly by_hour: readonly BreakdownElement[]
    readonly by_week_day: readonly BreakdownElement[]
    readonly by_month_day: readonly BreakdownElement[]
    readonly by_month: readonly BreakdownElement[]
  }
  /** The service level in each of the 168 hours of the week, Monday 0:00 first. */
  readonly week: readonly (number | null)[]
  readonly record: ReportedRecord
}

/**
 * The data from which the statuses of the period and of the previous period were computed, so that anyone can recompute
 * them, even if the service is deleted later. Times are in whole seconds, as everywhere; intervals that extend beyond
 * the end of the period end with it.
 */
export interface ReportedRecord {
  /** The start of the previous period, or the creation time of the service if that is later. */
  readonly from: string
  /** The measured status changes: without pauses, maintenance windows and corrections. */
  readonly status_changes: readonly {
    readonly status: ServiceStatus
    readonly start_time: string
    readonly end_time: string
    readonly error_type_id: number | null
  }[]
  /** The intervals in which the service was switched off. */
  readonly pauses: readonly { readonly start_time: string; readonly end_time: string }[]
  readonly corrections: readonly Pick<ReportedCorrection, 'id' | 'status' | 'start_time' | 'end_time' | 'created_at'>[]
  /** The intervals in which maintenance windows were in force, regardless of later changes and deletions. */
  readonly suspensions: readonly ReportedSuspension[]
  /** The incidents that were open in the period. */
  readonly incidents: readonly ReportedIncident[]
}

export interface ReportedIncident
  extends Pick<
    IncidentFigures,
    'escalation_steps' | 'notifications_sent' | 'notifications_failed' | 'notifications_suppressed'
  > {
  readonly id: number
  readonly start_time: string
  readonly end_time: string
  readonly acknowledged_at: string | null
}

export interface IncidentFigures {
  readonly count: number
  readonly acknowledged: number
  readonly mean_seconds_to_acknowledge: number | null
  /** Escalation steps that notified at least one recipient. */
  readonly escalation_steps: number
  readonly notifications_sent: number
  readonly notifications_failed: number
  readonly notifications_suppressed: number
}

export interface ReportedFailure {
  /** The incident of the failure, if an alert rule fired. */
  readonly incident_id: number | null
  readonly start_time: string
  /** Null if the failure was ongoing at the end of the period. */
  readonly end_time: string | null
  readonly seconds: number
  readonly counted_seconds: number
  readonly is_corrected: boolean
  readonly error_type: string | null
}

export interface ReportedStatusChange {
  readonly status: ServiceStatus
  readonly start_time: string
  readonly end_time: string | null
  readonly is_corrected: boolean
  readonly error_type: string | null
}

export interface ReportedCorrection {
  readonly id: number
  readonly status: string
  readonly start_time: string
  readonly end_time: string
  readonly created_at: string
  readonly author: string | null
  readonly reason: string
}

export interface ReportedSuspension {
  readonly start_time: string
  readonly end_time: string
  /** Whether the maintenance window only suppressed notifications; otherwise it paused the service. */
  readonly only_notifications: boolean
}

export interface ReportedSensor {
  readonly id: number
  readonly name: string
  readonly checks: CheckCounts
  readonly performance: PerformanceFigures
}

export interface ReportedDay {
  /** A day in the time zone of the report. */
  readonly date: string
  readonly service_level: number | null
  readonly raw_service_level: number | null
  readonly failure_seconds: number
  readonly performance: Pick<PerformanceFigures, 'average' | 'minimum' | 'maximum' | 'count'>
}

/** One hour of the day, day of the week, day of the month, or month. */
export interface BreakdownElement {
  readonly report_service_level: BreakdownLevel
  readonly report_analyses: AnalysisCounts
  readonly report_checks: CheckCounts
  readonly report_performance: Pick<PerformanceFigures, 'average' | 'minimum' | 'maximum' | 'count'>
  readonly report_status_changes: { readonly failures: number; readonly recoveries: number }
}
