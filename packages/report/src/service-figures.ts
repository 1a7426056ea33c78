import {
  type AccountedInterval,
  type AccountingMethod,
  breakdownKinds,
  computeBreakdown,
  computeErrorBudget,
  computeHourlyLevels,
  computeLevelsByDate,
  computeOutageFigures,
  computePercentage,
  createOverlapFinder,
  findOutages,
  type HourCell,
  type Interval,
  listAccountedIntervals,
  mergeCheckRollups,
  type ServiceHistory,
  sumAccounted,
} from '@wachta/domain'
import { type CellActivity, sumActivity, sumBucketsByCell, toPerformance } from './activity-figures.ts'
import type {
  BreakdownElement,
  LevelFigures,
  ReportedFailure,
  ReportedRecord,
  ReportedService,
  ReportedStatusChange,
} from './document.ts'
import { computeIncidentFigures, toReportedIncident } from './incident-figures.ts'
import type { Activity } from './load/activity.ts'
import type { LoadedHistory } from './load/history.ts'
import type { LoadedIncident } from './load/incidents.ts'
import type { ReportNames } from './load/names.ts'
import type { ScopedService } from './load/services.ts'
import { toIsoSeconds } from './times.ts'

/** The parameters of a report that are the same for all its services. */
export interface ReportFrame {
  readonly from: number
  readonly to: number
  readonly previousFrom: number
  readonly zone: string
  readonly method: AccountingMethod
  readonly cells: readonly HourCell[]
  readonly names: ReportNames
}

export interface ServiceData {
  readonly service: ScopedService
  readonly history: LoadedHistory
  readonly activity: Activity
  readonly incidents: readonly LoadedIncident[]
}

/** Computes all figures of one service in a report. */
export function computeServiceFigures(data: ServiceData, frame: ReportFrame): ReportedService {
  const { service, history, activity, incidents } = data
  const [from, to] = getLifetime(service, frame)
  const limitedHistory = limitHistory(history, frame, { from, to })
  const shown = listAccountedIntervals(limitedHistory)
  const raw = listAccountedIntervals(limitedHistory, { raw: true })
  const hours = computeHourlyLevels(
    frame.cells.filter(({ start, end }) => start < to && end > from).map((cell) => clipCell(cell, from, to)),
    shown,
    raw,
  )
  const byCell = sumBucketsByCell(hours.cells, activity.buckets)
  const byDate = groupCells(hours.cells, byCell, ({ date }) => date)
  const checks = mergeCheckRollups([...activity.sensors.values()])
  const { failure_seconds: _known, ...outages } = computeOutageFigures(shown)
  const levels = computeLevelFigures({ shown, raw, previous: listPreviousIntervals(data, frame) })
  const computeElements = (kind: keyof typeof breakdownKinds) => toBreakdownElements(kind, { hours, byCell, shown })
  return {
    id: service.id,
    name: service.name,
    address: service.address,
    type_id: service.type_id,
    group_id: service.group_id,
    group_name: service.group_name,
    tags: service.tags,
    from: toIsoSeconds(from),
    to: toIsoSeconds(to),
    deleted_at: service.deleted_at === null ? null : toIsoSeconds(service.deleted_at),
    ...levels,
    ...outages,
    budget: service.target === null ? null : computeErrorBudget(service.target, sumAccounted(shown)),
    incidents: computeIncidentFigures(incidents, { start: frame.from, end: frame.to }),
    failures: toFailures(shown, { history, names: frame.names, to, incidents }),
    status_changes: toStatusChanges(shown, { history, names: frame.names, to }),
    ...selectEntries(history, { from, to }),
    ...sumCounts(byCell),
    performance: toPerformance(checks.response_time),
    error_types: checks.errors
      .map(({ error_type_id, count }) => ({
        id: Number(error_type_id),
        name: frame.names.errorType(Number(error_type_id)),
        count,
      }))
      .sort((one, other) => other.count - one.count),
    sensors: [...activity.sensors].map(([id, summary]) => ({
      id,
      name: frame.names.sensor(id),
      checks: summary.checks,
      performance: toPerformance(summary.response_time),
    })),
    days: computeLevelsByDate(hours).map(({ date, service_level, raw_service_level, failure_seconds }) => ({
      date,
      service_level,
      raw_service_level,
      failure_seconds,
      performance: sumActivity(byDate.get(date) ?? []).performance,
    })),
    breakdowns: {
      by_hour: computeElements('by_hour'),
      by_week_day: computeElements('by_week_day'),
      by_month_day: computeElements('by_month_day'),
      by_month: computeElements('by_month'),
    },
    week: computeBreakdown(hours, breakdownKinds.by_hour_of_week).map(({ service_level }) => service_level),
    record: toReportedRecord(data, frame),
  }
}

function toReportedRecord({ service, history, incidents }: ServiceData, frame: ReportFrame): ReportedRecord {
  const { changes, inactive, corrections, suspensions } = history
  const [from] = getLifetime(service, { ...frame, from: frame.previousFrom })
  const toSpan = ({ start, end }: Interval) => ({ start_time: toIsoSeconds(start), end_time: toIsoSeconds(end) })
  return {
    from: toIsoSeconds(from),
    status_changes: changes.map((one) => ({ status: one.status, ...toSpan(one), error_type_id: one.error_type_id })),
    pauses: inactive.map(toSpan),
    corrections: corrections.map((one) => ({
      id: one.id,
      status: one.status,
      ...toSpan(one),
      created_at: toIsoSeconds(one.created_at),
    })),
    suspensions: suspensions.oneOff
      .toSorted((one, other) => one.start - other.start)
      .map((one) => ({ ...toSpan(one), only_notifications: one.only_notifications })),
    incidents: incidents.map((one) => toReportedIncident(one, { start: frame.from, end: frame.to })),
  }
}

/** Returns the data that people entered about the period: corrections and maintenance windows. */
function selectEntries(history: LoadedHistory, { from, to }: { readonly from: number; readonly to: number }) {
  // Compares whole seconds, as they are shown.
  const isWithin = ({ start, end }: Interval) => start < to && Math.floor(end / 1000) * 1000 > from
  return {
    corrections: history.corrections.filter(isWithin).map(({ id, status, start, end, created_at, author, reason }) => ({
      id,
      status,
      start_time: toIsoSeconds(start),
      end_time: toIsoSeconds(end),
      created_at: toIsoSeconds(created_at),
      author,
      reason,
    })),
    suspensions: history.suspensions.oneOff
      .filter(isWithin)
      .toSorted((one, other) => one.start - other.start)
      .map(({ start, end, only_notifications }) => ({
        start_time: toIsoSeconds(start),
        end_time: toIsoSeconds(end),
        only_notifications,
      })),
  }
}

/** Returns the part of the period in which the service existed, in whole seconds. */
function getLifetime({ created_at, deleted_at }: ScopedService, { from, to }: ReportFrame): [from: number, to: number] {
  const toWholeSecond = (time: number) => Math.floor(time / 1000) * 1000
  const start = Math.max(from, toWholeSecond(created_at))
  return [start, Math.max(start, Math.min(to, deleted_at === null ? to : toWholeSecond(deleted_at)))]
}

const limitHistory = (
  { raw, corrections, suspensions, zone }: LoadedHistory,
  { method, zone: businessZone }: ReportFrame,
  range: { readonly from: number; readonly to: number },
): ServiceHistory => ({ ...range, raw, corrections, suspensions, zone, method, businessZone })

function listPreviousIntervals({ service, history }: ServiceData, frame: ReportFrame): AccountedInterval[] {
  const [from, to] = getLifetime(service, { ...frame, from: frame.previousFrom, to: frame.from })
  return listAccountedIntervals(limitHistory(history, frame, { from, to }))
}

function computeLevelFigures(
  intervals: Record<'shown' | 'raw' | 'previous', readonly AccountedInterval[]>,
): LevelFigures {
  const seconds = { ok: 0, failure: 0, paused: 0, unknown: 0 }
  for (const { start, end, status } of intervals.shown) seconds[status] += (end - start) / 1000
  const counted = sumAccounted(intervals.shown)
  const raw = sumAccounted(intervals.raw)
  const previous = sumAccounted(intervals.previous)
  return {
    ok_seconds: seconds.ok,
    failure_seconds: seconds.failure,
    paused_seconds: seconds.paused,
    unknown_seconds: seconds.unknown,
    counted_ok_seconds: counted.ok_seconds,
    counted_not_ok_seconds: counted.not_ok_seconds,
    raw_counted_ok_seconds: raw.ok_seconds,
    raw_counted_not_ok_seconds: raw.not_ok_seconds,
    previous_counted_ok_seconds: previous.ok_seconds,
    previous_counted_not_ok_seconds: previous.not_ok_seconds,
    service_level: computePercentage(counted),
    raw_service_level: computePercentage(raw),
    previous_service_level: computePercentage(previous),
  }
}

const clipCell = (cell: HourCell, from: number, to: number): HourCell => ({
  ...cell,
  start: Math.max(cell.start, from),
  end: Math.min(cell.end, to),
})

/** The history of a service, up to the end of the report. */
interface ReportedHistory {
  readonly history: LoadedHistory
  readonly names: ReportNames
  readonly to: number
}

function toFailures(
  shown: readonly AccountedInterval[],
  reported: ReportedHistory & { readonly incidents: readonly LoadedIncident[] },
): ReportedFailure[] {
  const findCause = createCauseFinder(reported)
  // Incidents of other kinds, such as a certificate that expires, may overlap a failure too.
  const incidents = reported.incidents.filter(({ kind }) => kind === null || kind === 'failure')
  const findIncident = createOverlapFinder(incidents.map((one) => ({ ...one, end: one.end ?? reported.to })))
  return findOutages(shown)
    .map((outage) => ({ ...outage, error_type: findCause(outage), incident_id: findIncident(outage)?.id ?? null }))
    .toSorted((one, other) => other.seconds - one.seconds || one.start - other.start)
    .map(({ start, end, ...failure }) => ({
      ...failure,
      start_time: toIsoSeconds(start),
      end_time: end === reported.to ? null : toIsoSeconds(end),
    }))
}

/**
 * Returns a function that finds the error type of the measured failure that overlaps an interval; null if only a
 * correction made it a failure.
 */
function createCauseFinder({ history, names }: ReportedHistory): (span: Interval) => string | null {
  const findChange = createOverlapFinder(history.changes.filter(({ error_type_id }) => error_type_id !== null))
  return (span) => {
    const type = findChange(span)?.error_type_id
    return type ? names.errorType(type) : null
  }
}

function toStatusChanges(shown: readonly AccountedInterval[], reported: ReportedHistory): ReportedStatusChange[] {
  const changes: { status: AccountedInterval['status']; start: number; end: number; is_corrected: boolean }[] = []
  for (const { status, start, end, correction_id } of shown) {
    const is_corrected = correction_id !== null
    const last = changes.at(-1)
    if (last?.status === status && last.is_corrected === is_corrected) last.end = end
    else changes.push({ status, start, end, is_corrected })
  }
  const findCause = createCauseFinder(reported)
  return changes.map(({ status, start, end, is_corrected }) => ({
    status,
    start_time: toIsoSeconds(start),
    end_time: end === reported.to ? null : toIsoSeconds(end),
    is_corrected,
    error_type: status === 'failure' ? findCause({ start, end }) : null,
  }))
}

function sumCounts(byCell: readonly CellActivity[]) {
  const { analyses, checks } = sumActivity(byCell)
  return { analyses, checks }
}

/** Groups the measurements of the hours by day, weekday and so on, in one pass over the hours. */
function groupCells<Key>(
  cells: readonly HourCell[],
  byCell: readonly CellActivity[],
  getKey: (cell: HourCell) => Key,
): Map<Key, CellActivity[]> {
  const groups = new Map<Key, CellActivity[]>()
  cells.forEach((cell, index) => {
    const activity = byCell[index]
    if (!activity) return
    const key = getKey(cell)
    const group = groups.get(key)
    if (group) group.push(activity)
    else groups.set(key, [activity])
  })
  return groups
}

interface BreakdownInput {
  readonly hours: ReturnType<typeof computeHourlyLevels>
  readonly byCell: readonly CellActivity[]
  readonly shown: readonly AccountedInterval[]
}

function toBreakdownElements(
  name: keyof typeof breakdownKinds,
  { hours, byCell, shown }: BreakdownInput,
): BreakdownElement[] {
  const kind = breakdownKinds[name]
  const groups = groupCells(hours.cells, byCell, kind.indexOf)
  const statusChanges = countByElement(hours.cells, shown, kind.indexOf)
  return computeBreakdown(hours, kind).map((report_service_level, element) => {
    const { analyses, checks, performance } = sumActivity(groups.get(element) ?? [])
    return {
      report_service_level,
      report_analyses: analyses,
      report_checks: checks,
      report_performance: performance,
      report_status_changes: statusChanges.get(element) ?? { failures: 0, recoveries: 0 },
    }
  })
}

/** Counts how many failures began and ended in each element. */
function countByElement(
  cells: readonly HourCell[],
  shown: readonly AccountedInterval[],
  indexOf: (cell: HourCell) => number,
) {
  const counts = new Map<number, { failures: number; recoveries: number }>()
  const findCell = createOverlapFinder(cells)
  const countChange = (time: number, kind: 'failures' | 'recoveries') => {
    const cell = findCell({ start: time, end: time + 1 })
    if (!cell) return
    const element = counts.get(indexOf(cell)) ?? { failures: 0, recoveries: 0 }
    element[kind] += 1
    counts.set(indexOf(cell), element)
  }
  for (const { start, end } of findOutages(shown)) {
    countChange(start, 'failures')
    countChange(end, 'recoveries')
  }
  return counts
}
