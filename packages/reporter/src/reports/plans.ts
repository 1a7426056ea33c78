import type { Database, Queryable } from '@wachta/database'
import {
  dayMs,
  getCompleteUntil,
  type Interval,
  isReportDue,
  listPeriodsSince,
  minReportDelayMs,
  minuteMs,
  type ReportPeriod,
  type SensorProgress,
  toZoneName,
} from '@wachta/domain'
import { addJobs, makeReportJob } from '@wachta/queue'
import { loadScopedServices, loadSensorProgress, loadSensorsOfServices } from '@wachta/report'
import { isWaiting } from '@wachta/runtime'
import { loadGroupSchedules } from './group-schedules.ts'
import type { ReportSchedule } from './schedule.ts'
import { loadTemplateSchedules } from './template-schedules.ts'

/** How far back reports of missed periods are requested: as long as the longest period that a report can cover. */
const maxCatchUpMs = 397 * dayMs

/**
 * How long a report that waits for late results is not checked again. Checking it in every round would be too
 * expensive: one public sensor that is cut off can delay thousands of reports.
 */
const recheckDelayMs = 10 * minuteMs

/** By schedule and plan, the time before which the next report is not due. */
export type WaitingPlans = Map<string, number>

/**
 * Requests the due scheduled reports, and returns their number. Several reporters can run it at once, because a unique
 * index lets only one of them request each report. If a schedule fails, the others still run; the error is thrown at
 * the end.
 */
export async function requestDueReports(
  database: Database,
  now: Date,
  waiting: WaitingPlans = new Map(),
): Promise<number> {
  const context = { database, now, waiting, findLateSensors: createLateSensorLookup(database) }
  const errors: unknown[] = []
  let requestedCount = 0
  for (const schedule of [...(await loadTemplateSchedules(database)), ...(await loadGroupSchedules(database))])
    try {
      requestedCount += await requestReports(context, schedule)
    } catch (error) {
      errors.push(new Error(`the reports of ${schedule.key} were not requested`, { cause: error }))
    }
  if (errors.length > 0) throw new AggregateError(errors.slice(0, 10), `${errors.length} schedules failed`)
  return requestedCount
}

interface ReportRequestContext {
  readonly database: Database
  readonly now: Date
  readonly waiting: WaitingPlans
  readonly findLateSensors: ReturnType<typeof createLateSensorLookup>
}

async function requestReports(context: ReportRequestContext, schedule: ReportSchedule): Promise<number> {
  const { database, now, waiting, findLateSensors } = context
  let requestedCount = 0
  for (const [key, periods] of listPeriods(schedule, now)) {
    if (isWaiting(now.getTime(), waiting.get(key) ?? 0, recheckDelayMs)) continue
    waiting.delete(key)
    for (const period of periods) {
      const lateSensors = await findLateSensors(schedule, period)
      if (!isReportDue({ ...period, spreadDelayMs: schedule.spreadDelayMs }, lateSensors, now.getTime())) {
        // Later periods must wait too: a plan continues after its last report, so this period would never get one.
        waiting.set(key, now.getTime() + recheckDelayMs)
        break
      }
      requestedCount += await requestOnce(database, schedule, { period, now })
    }
  }
  return requestedCount
}

/** Returns, for each plan, the settled periods that have no report yet, oldest first. */
function listPeriods(
  { key, spreadDelayMs, plans, time_zone_id }: ReportSchedule,
  now: Date,
): (readonly [key: string, periods: readonly ReportPeriod[]])[] {
  const zone = toZoneName(time_zone_id) ?? 'UTC'
  return plans.map(({ plan, since }) => [
    `${key} ${plan}`,
    listPeriodsSince(plan, zone, {
      since: Math.max(since, now.getTime() - maxCatchUpMs),
      now: now.getTime() - minReportDelayMs - spreadDelayMs,
    }),
  ])
}

/**
 * Returns a function that finds late sensors: those that check services of a schedule, and whose results of a period
 * are not completely stored yet. It reads the progress of all sensors once, and the services of a schedule only if some
 * sensor is late.
 */
function createLateSensorLookup(database: Queryable) {
  let progress: Promise<readonly SensorProgress[]> | undefined
  return async (schedule: ReportSchedule, { start, end }: Interval): Promise<readonly SensorProgress[]> => {
    progress ??= loadSensorProgress(database)
    const lateSensors = (await progress).filter((sensor) => getCompleteUntil(sensor) < end)
    if (lateSensors.length === 0) return []
    const scope = await schedule.loadScope(database)
    if (!scope) return []
    const services = await loadScopedServices(database, { ...scope, from: start, to: end })
    const ids = services.map(({ id }) => id)
    const sensorIds = new Set(await loadSensorsOfServices(database, ids, { start, end }))
    return lateSensors.filter(({ id }) => sensorIds.has(id))
  }
}

/** Requests a report. Returns 1, or 0 if the report exists already or the schedule was changed meanwhile. */
async function requestOnce(
  database: Pick<Database, 'transaction'>,
  schedule: ReportSchedule,
  { period, now }: { readonly period: ReportPeriod; readonly now: Date },
): Promise<number> {
  return database.transaction(async (tx) => {
    const report = await schedule.insert(tx, period, now)
    if (!report) return 0
    if (report.status === 'pending') await addJobs(tx, [makeReportJob(report.id)])
    return 1
  })
}
