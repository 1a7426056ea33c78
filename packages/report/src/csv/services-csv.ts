import type { ReportDocument, ReportedService } from '../document.ts'
import { type CsvCell, toCsvTime, writeCsv } from './write-csv.ts'

/** Writes the file `csv`: one row per service. */
export function writeServicesCsv({ services }: ReportDocument): string {
  const columns = Object.entries(serviceColumns)
  return writeCsv(
    columns.map(([name]) => name),
    services.map((service) => columns.map(([, toCell]) => toCell(service))),
  )
}

const serviceColumns: Readonly<Record<string, (service: ReportedService) => CsvCell>> = {
  service_id: ({ id }) => id,
  service_name: ({ name }) => name,
  address: ({ address }) => address,
  type_id: ({ type_id }) => type_id,
  group_id: ({ group_id }) => group_id,
  group_name: ({ group_name }) => group_name,
  tags: ({ tags }) => tags.join(' '),
  from: ({ from }) => toCsvTime(from),
  to: ({ to }) => toCsvTime(to),
  deleted_at: ({ deleted_at }) => toCsvTime(deleted_at),
  service_level: ({ service_level }) => service_level,
  raw_service_level: ({ raw_service_level }) => raw_service_level,
  previous_service_level: ({ previous_service_level }) => previous_service_level,
  service_level_target: ({ budget }) => budget?.target ?? null,
  is_target_met: ({ budget }) => budget?.is_met ?? null,
  budget_seconds: ({ budget }) => budget?.budget_seconds ?? null,
  budget_left_seconds: ({ budget }) => budget?.left_seconds ?? null,
  ok_seconds: ({ ok_seconds }) => ok_seconds,
  failure_seconds: ({ failure_seconds }) => failure_seconds,
  paused_seconds: ({ paused_seconds }) => paused_seconds,
  unknown_seconds: ({ unknown_seconds }) => unknown_seconds,
  counted_ok_seconds: ({ counted_ok_seconds }) => counted_ok_seconds,
  counted_not_ok_seconds: ({ counted_not_ok_seconds }) => counted_not_ok_seconds,
  failures_count: ({ failures_count }) => failures_count,
  longest_failure_seconds: ({ longest_failure_seconds }) => longest_failure_seconds,
  mean_failure_seconds: ({ mean_failure_seconds }) => mean_failure_seconds,
  mean_seconds_between_failures: ({ mean_seconds_between_failures }) => mean_seconds_between_failures,
  incidents_count: ({ incidents }) => incidents.count,
  incidents_acknowledged: ({ incidents }) => incidents.acknowledged,
  mean_seconds_to_acknowledge: ({ incidents }) => incidents.mean_seconds_to_acknowledge,
  notifications_sent: ({ incidents }) => incidents.notifications_sent,
  notifications_failed: ({ incidents }) => incidents.notifications_failed,
  notifications_suppressed: ({ incidents }) => incidents.notifications_suppressed,
  corrections_count: ({ corrections }) => corrections.length,
  analyses_count: ({ analyses }) => analyses.count,
  analyses_failures: ({ analyses }) => analyses.failures,
  analyses_below_quorum: ({ analyses }) => analyses.below_quorum,
  checks_ok: ({ checks }) => checks.ok,
  checks_error: ({ checks }) => checks.error,
  checks_unknown: ({ checks }) => checks.unknown,
  response_time_average: ({ performance }) => performance.average,
  response_time_minimum: ({ performance }) => performance.minimum,
  response_time_p50: ({ performance }) => performance.p50,
  response_time_p95: ({ performance }) => performance.p95,
  response_time_p99: ({ performance }) => performance.p99,
  response_time_maximum: ({ performance }) => performance.maximum,
}
