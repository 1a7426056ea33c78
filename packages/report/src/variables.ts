import { summarizeMethod } from './sections/describe-method.ts'
import type { ReportSummary } from './summary.ts'
import type { ReportFormat } from './words/format.ts'

/** The variables that texts of a report template can contain, as `{{name}}`. */
export const reportVariables = [
  'report_id',
  'report_template_name',
  'account_name',
  'group_names',
  'service_names',
  'services_count',
  'period_start',
  'period_end',
  'time_zone',
  'generated_at',
  'accounting_method',
  'service_level',
  'raw_service_level',
  'previous_service_level',
  'service_level_target',
  'failures_count',
  'failure_duration',
  'longest_failure_duration',
  'average_failure_duration',
  'time_between_failures',
  'paused_duration',
  'unknown_duration',
  'average_response_time',
  'percentile_95_response_time',
  'checks_count',
  'analyses_count',
  'corrections_count',
  'report_link',
] as const

type ReportVariableName = (typeof reportVariables)[number]

/**
 * `reportLink` is the URL of the report page, which only the delivery knows; without it, the variable `report_link` is
 * empty.
 */
export type VariableFormat = ReportFormat & { readonly reportLink?: string }

/**
 * Replaces the variables of a text in one pass, so that a value is never read as a variable. Unknown variables are left
 * unchanged.
 */
export function fillVariables(text: string, document: ReportSummary, format: VariableFormat): string {
  return text.replace(variablePattern, (match, inside: string) => {
    const name = inside.trim()
    return isVariableName(name) ? variableValues[name](document, format) : match
  })
}

/** Returns the names in double braces that are not variables, without duplicates. */
export function findUnknownVariables(text: string): string[] {
  const names = [...text.matchAll(variablePattern)].map(([, inside = '']) => inside.trim())
  return [...new Set(names.filter((name) => !isVariableName(name)))]
}

const variablePattern = /\{\{((?:(?!\{\{|\}\}).)*)\}\}/gs

const knownNames: ReadonlySet<string> = new Set(reportVariables)

function isVariableName(name: string): name is ReportVariableName {
  return knownNames.has(name)
}

type VariableValue = (document: ReportSummary, format: VariableFormat) => string

const variableValues: Readonly<Record<ReportVariableName, VariableValue>> = {
  report_id: ({ report }) => String(report.id),
  report_template_name: ({ report }) => report.template_name,
  account_name: ({ account }) => account.name,
  group_names: ({ services }) => [...new Set(services.flatMap(({ group_name }) => group_name ?? []))].join(', '),
  service_names: ({ services }) => services.map(({ name }) => name).join(', '),
  services_count: ({ totals }, { number }) => number(totals.services_count),
  period_start: ({ period }, { time }) => time(period.from),
  period_end: ({ period }, { lastMoment }) => lastMoment(period.to),
  time_zone: ({ period }) => period.time_zone,
  generated_at: ({ report }, { time }) => time(report.generated_at),
  accounting_method: summarizeMethod,
  service_level: ({ totals }, { percentage }) => percentage(totals.service_level),
  raw_service_level: ({ totals }, { percentage }) => percentage(totals.raw_service_level),
  previous_service_level: ({ totals }, { percentage }) => percentage(totals.previous_service_level),
  service_level_target: ({ totals }, { target }) => target(totals.budget?.target ?? null),
  failures_count: ({ totals }, { number }) => number(totals.failures_count),
  failure_duration: ({ totals }, { duration }) => duration(totals.failure_seconds),
  longest_failure_duration: ({ totals }, { duration }) => duration(totals.longest_failure_seconds),
  average_failure_duration: ({ totals }, { duration }) => duration(totals.mean_failure_seconds),
  time_between_failures: ({ totals }, { duration }) => duration(totals.mean_seconds_between_failures),
  paused_duration: ({ totals }, { duration }) => duration(totals.paused_seconds),
  unknown_duration: ({ totals }, { duration }) => duration(totals.unknown_seconds),
  average_response_time: ({ totals }, { milliseconds }) => milliseconds(totals.performance.average),
  percentile_95_response_time: ({ totals }, { milliseconds }) => milliseconds(totals.performance.p95),
  checks_count: ({ totals }, { number }) => number(totals.checks.ok + totals.checks.error + totals.checks.unknown),
  analyses_count: ({ totals }, { number }) => number(totals.analyses.count),
  corrections_count: ({ totals }, { number }) => number(totals.corrections_count),
  report_link: (_, { reportLink = '' }) => reportLink,
}
