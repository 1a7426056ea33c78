import type { Interval } from '@wachta/domain'
import type { IncidentFigures, ReportedIncident } from './document.ts'
import type { LoadedIncident } from './load/incidents.ts'
import { toIsoSeconds } from './times.ts'

/** Computes the totals of the incidents that started in the period. */
export function computeIncidentFigures(all: readonly LoadedIncident[], period: Interval): IncidentFigures {
  const incidents = all.filter(({ start }) => start >= period.start && start < period.end)
  const acknowledgeSeconds = incidents.flatMap(({ start, acknowledged_at }) =>
    acknowledged_at === null ? [] : [Math.max(acknowledged_at - start, 0) / 1000],
  )
  const sum = (value: (incident: LoadedIncident) => number) => incidents.reduce((total, one) => total + value(one), 0)
  return {
    count: incidents.length,
    acknowledged: acknowledgeSeconds.length,
    mean_seconds_to_acknowledge:
      acknowledgeSeconds.length === 0
        ? null
        : acknowledgeSeconds.reduce((total, seconds) => total + seconds, 0) / acknowledgeSeconds.length,
    escalation_steps: sum(({ escalation_steps }) => escalation_steps),
    notifications_sent: sum(({ notifications_sent }) => notifications_sent),
    notifications_failed: sum(({ notifications_failed }) => notifications_failed),
    notifications_suppressed: sum(({ notifications_suppressed }) => notifications_suppressed),
  }
}

/** Converts an incident for the record. An incident that is open or ended after the period ends with the period. */
export const toReportedIncident = (
  { start, end, acknowledged_at, kind: _kind, ...counts }: LoadedIncident,
  period: Interval,
): ReportedIncident => ({
  ...counts,
  start_time: toIsoSeconds(start),
  end_time: toIsoSeconds(Math.min(end ?? period.end, period.end)),
  acknowledged_at: acknowledged_at === null ? null : toIsoSeconds(acknowledged_at),
})
