import type { Database, Queryable } from '@wachta/database'
import {
  completeUntil,
  dayMs,
  type Interval,
  isReportDue,
  minuteMs,
  periodsSince,
  type ReportPeriod,
  type SensorProgress,
  settleMs,
  zoneName,
} from '@wachta/domain'
import { addJobs, makeReportJob } from '@wachta/queue'
import { loadScopedServices, loadSensorProgress, loadSensorsOf } from '@wachta/report'
import { loadGroupSchedules } from './group-schedules.ts'
import type { ReportSchedule } from './schedule.ts'
import { loadTemplateSchedules } from './template-schedules.ts'

/** No plan makes up for more than the longest period that reports can cover. */
const longestMs = 397 * dayMs

/** A report that waits for results is looked at again after this time: a public sensor that is cut off may delay thousands. */
const lookAgainMs = 10 * minuteMs

/** By schedule and plan, the time until which its next report certainly waits. */
export type WaitingPlans = Map<string, number>

/**
 * Orders the reports that are due by plan, and returns how many it ordered. Several reporters can run it at once: a unique
 * index decides which of them orders a report.
 */
export async function orderDueReports(
  database: Database,
  now: Date,
  waiting: WaitingPlans = new Map(),
): Promise<number> {
  const findSensors = createSensorLookup(database)
  let ordered = 0
  for (const schedule of [...(await loadTemplateSchedules(database)), ...(await loadGroupSchedules(database))])
    for (const [key, periods] of listPeriods(schedule, now)) {
      if ((waiting.get(key) ?? 0) > now.getTime()) continue
      waiting.delete(key)
      for (const period of periods) {
        // Later periods wait for earlier ones: what was ordered last says where to go on.
        if (!isReportDue({ ...period, place: schedule.place }, await findSensors(schedule, period), now.getTime())) {
          waiting.set(key, now.getTime() + lookAgainMs)
          break
        }
        ordered += await orderOnce(database, schedule, { period, now })
      }
    }
  return ordered
}

/** The periods that have settled and have no report yet, by plan, oldest first. */
function listPeriods(
  { key, place, plans, time_zone_id }: ReportSchedule,
  now: Date,
): (readonly [key: string, periods: readonly ReportPeriod[]])[] {
  const zone = zoneName(time_zone_id) ?? 'UTC'
  return plans.map(({ plan, since }) => [
    `${key} ${plan}`,
    periodsSince(plan, zone, {
      since: Math.max(since, now.getTime() - longestMs),
      now: now.getTime() - settleMs - place,
    }),
  ])
}

/**
 * Returns a function that finds the sensors whose results of a period are not all stored, of those that a schedule depends
 * on. Sensors are read once in a round, and schedules only if a sensor is late.
 */
function createSensorLookup(database: Queryable) {
  let progress: Promise<readonly SensorProgress[]> | undefined
  return async (schedule: ReportSchedule, { start, end }: Interval): Promise<readonly SensorProgress[]> => {
    progress ??= loadSensorProgress(database)
    const late = (await progress).filter((sensor) => completeUntil(sensor) < end)
    if (late.length === 0) return []
    const scope = await schedule.loadScope(database)
    if (!scope) return []
    const services = await loadScopedServices(database, { ...scope, from: start, to: end })
    const ids = services.map(({ id }) => id)
    const own = new Set(await loadSensorsOf(database, ids, { start, end }))
    return late.filter(({ id }) => own.has(id))
  }
}

async function orderOnce(
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
