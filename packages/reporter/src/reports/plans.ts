import type { Database, Queryable } from '@wachta/database'
import {
  dayMs,
  getCompleteUntil,
  type Interval,
  isReportDue,
  listPeriodsSince,
  minuteMs,
  type ReportPeriod,
  type SensorProgress,
  settleMs,
  toZoneName,
} from '@wachta/domain'
import { addJobs, makeReportJob } from '@wachta/queue'
import { loadScopedServices, loadSensorProgress, loadSensorsOfServices } from '@wachta/report'
import { loadGroupSchedules } from './group-schedules.ts'
import type { ReportSchedule } from './schedule.ts'
import { loadTemplateSchedules } from './template-schedules.ts'

/** How far back missed periods are made up for: as long as the longest period that a report can cover. */
const maxCatchUpMs = 397 * dayMs

/**
 * How long to leave a report alone that waits for late results. Looking at it in every round would be too much work: one
 * public sensor that is cut off can hold up thousands of reports.
 */
const lookAgainMs = 10 * minuteMs

/** By schedule and plan, the time before which its next report is not due. */
export type WaitingPlans = Map<string, number>

/**
 * Requests the reports that are due by plan, and returns how many. Several reporters can run it at once: a unique index
 * lets only one of them request each report. A schedule that fails does not stop the others; the error is thrown after them.
 */
export async function requestDueReports(
  database: Database,
  now: Date,
  waiting: WaitingPlans = new Map(),
): Promise<number> {
  const requesting = { database, now, waiting, findLateSensors: createLateSensorLookup(database) }
  const errors: unknown[] = []
  let requested = 0
  for (const schedule of [...(await loadTemplateSchedules(database)), ...(await loadGroupSchedules(database))])
    try {
      requested += await requestReports(requesting, schedule)
    } catch (error) {
      errors.push(new Error(`the reports of ${schedule.key} were not requested`, { cause: error }))
    }
  if (errors.length > 0) throw new AggregateError(errors.slice(0, 10), `${errors.length} schedules failed`)
  return requested
}

interface ReportRequestContext {
  readonly database: Database
  readonly now: Date
  readonly waiting: WaitingPlans
  readonly findLateSensors: ReturnType<typeof createLateSensorLookup>
}

async function requestReports(requesting: ReportRequestContext, schedule: ReportSchedule): Promise<number> {
  const { database, now, waiting, findLateSensors } = requesting
  let requested = 0
  for (const [key, periods] of listPeriods(schedule, now)) {
    if ((waiting.get(key) ?? 0) > now.getTime()) continue
    waiting.delete(key)
    for (const period of periods) {
      const lateSensors = await findLateSensors(schedule, period)
      if (!isReportDue({ ...period, spreadDelayMs: schedule.spreadDelayMs }, lateSensors, now.getTime())) {
        // Later periods wait too: a plan continues after its last report, so this period would never get one.
        waiting.set(key, now.getTime() + lookAgainMs)
        break
      }
      requested += await requestOnce(database, schedule, { period, now })
    }
  }
  return requested
}

/** The periods that have settled and have no report yet, by plan, oldest first. */
function listPeriods(
  { key, spreadDelayMs, plans, time_zone_id }: ReportSchedule,
  now: Date,
): (readonly [key: string, periods: readonly ReportPeriod[]])[] {
  const zone = toZoneName(time_zone_id) ?? 'UTC'
  return plans.map(({ plan, since }) => [
    `${key} ${plan}`,
    listPeriodsSince(plan, zone, {
      since: Math.max(since, now.getTime() - maxCatchUpMs),
      now: now.getTime() - settleMs - spreadDelayMs,
    }),
  ])
}

/**
 * Returns a function that finds late sensors: those that check services of a schedule, and whose results of a period are not
 * all stored yet. It reads the progress of all sensors once, and the services of a schedule only if some sensor is late.
 */
function createLateSensorLookup(database: Queryable) {
  let progress: Promise<readonly SensorProgress[]> | undefined
  return async (schedule: ReportSchedule, { start, end }: Interval): Promise<readonly SensorProgress[]> => {
    progress ??= loadSensorProgress(database)
    const late = (await progress).filter((sensor) => getCompleteUntil(sensor) < end)
    if (late.length === 0) return []
    const scope = await schedule.loadScope(database)
    if (!scope) return []
    const services = await loadScopedServices(database, { ...scope, from: start, to: end })
    const ids = services.map(({ id }) => id)
    const own = new Set(await loadSensorsOfServices(database, ids, { start, end }))
    return late.filter(({ id }) => own.has(id))
  }
}

/** Returns how many reports were requested: 0 if the report exists or the schedule was changed meanwhile, else 1. */
async function requestOnce(
  database: Pick<Database, 'transaction'>,
  schedule: ReportSchedule,
  { period, now }: { readonly period: ReportPeriod; readonly now: Date },
): Promise<number> {
  return database.transaction(async (tx) => {
    const made = await schedule.insert(tx, period, now)
    if (!made) return 0
    if (made.status === 'pending') await addJobs(tx, [makeReportJob(made.id)])
    return 1
  })
}
