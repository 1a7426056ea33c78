import type { Database, Queryable } from '@wachta/database'
import { dayMs, judgeSlot, type PackedCheck, packChecks } from '@wachta/domain'
import { computeServiceRollups } from '@wachta/reporter'
import { sql } from 'kysely'
import { type DemoOutage, detailedDays, getStepStart, listAnalysisTimes, listDemoOutages, pastDays } from './past.ts'
import { computeResponseTime, computeTimings, draw, type PatternInput } from './patterns.ts'

const error_tolerance = 51

/** The kind of an analysis that belongs to a slot; the others were requested. */
const scheduled = 's'
/**
 * The share of checks with an error that the other sensors do not see, and its error type: the connection was reset.
 */
const strayError = { share: 0.002, error_type_id: 202 } as const

interface HistoryTarget {
  readonly services: readonly number[]
  /** The index of the first of `services` among all services of the demo, counted from 0. */
  readonly firstIndex?: number
  readonly sensors: readonly number[]
  readonly now: number
}

/**
 * Adds a month of analyses and statuses for every service that has none, with rollups as the reporter computes them.
 * Can be repeated after an interruption.
 */
export async function addHistory(
  db: Database,
  { services, firstIndex = 0, sensors, now }: HistoryTarget,
): Promise<void> {
  const from = Math.floor((now - pastDays * dayMs) / dayMs) * dayMs
  const to = getStepStart(now)
  const days = Array.from({ length: pastDays + 1 }, (_, index) =>
    new Date(from + index * dayMs).toISOString().slice(0, 10),
  )
  await db.query(sql`select partition_days(${days}::date[])`)
  for (const [offset, service] of services.entries()) {
    const index = firstIndex + offset
    const outages = listDemoOutages(index, now)
    await db.transaction(async (tx) => {
      if (await hasHistory(tx, service, from)) return
      await addAnalyses(tx, { service, index, sensors, outages, from, to })
      await addStatuses(tx, { service, outages, from, to })
      await tx.query(sql`update service set created_at = ${new Date(from)} where id = ${service}`)
    })
  }
  for (const size of ['hour', 'day'] as const) await computeServiceRollups(db, services, { size, from, to })
  await computeServiceRollups(db, services, { size: 'five_minutes', from: to - detailedDays * dayMs, to })
}

const hasHistory = async (db: Queryable, service: number, from: number): Promise<boolean> =>
  (
    await db.query(
      sql`select from status_change where service_id = ${service} and start_time <= ${new Date(from)} limit 1`,
    )
  ).length > 0

interface ServicePast {
  readonly service: number
  readonly outages: readonly DemoOutage[]
  readonly from: number
  readonly to: number
}

async function addAnalyses(
  db: Queryable,
  {
    service,
    index,
    sensors,
    outages,
    from,
    to,
  }: ServicePast & { readonly index: number; readonly sensors: readonly number[] },
): Promise<void> {
  const rows = listAnalysisTimes(from, to, outages).map((time) => {
    const outage = outages.find(({ start, end }) => time >= start && time < end)
    const checks = sensors.map((sensor_id, rank) => createCheck({ index, rank, time, now: to }, sensor_id, outage))
    const results = new Map(checks.map(({ sensor_id, result }) => [sensor_id, result]))
    const { failure, ok_checks_count, error_checks_count, unknown_checks_count } = judgeSlot({
      ...{ expected: sensors, results, error_tolerance },
    })
    return {
      ...{ service_id: service, time: new Date(time), revision: 1, error_tolerance, kind: scheduled, failure },
      ...{ ok_checks_count, error_checks_count, unknown_checks_count },
      checks: `\\x${Buffer.from(packChecks(checks)).toString('hex')}`,
    }
  })
  await db.query(
    sql`insert into analysis select * from json_populate_recordset(null::analysis, ${JSON.stringify(rows)}::json)`,
  )
}

/** Creates the check of one sensor at one time. */
function createCheck(input: PatternInput, sensor_id: number, outage: DemoOutage | undefined): PackedCheck {
  const isStray = draw(input.index + 53, input.rank, input.time) < strayError.share && input.rank > 0
  const error_type_id = outage?.error_type_id ?? (isStray ? strayError.error_type_id : null)
  const common = { sensor_id, started: input.rank * 40, reason: null, path_step: null } as const
  if (error_type_id !== null)
    return { ...common, result: 'error', error_type_id, response_time: null, data_size: null, timings: {} }
  const response_time = computeResponseTime(input)
  const measured = { response_time, data_size: 13, timings: computeTimings(response_time, input) }
  return { ...common, ...measured, result: 'ok', error_type_id: null }
}

/** Adds the statuses: down in the outages, and up between them until live checks begin. */
async function addStatuses(db: Queryable, { service, outages, from, to }: ServicePast): Promise<void> {
  const spans = outages.flatMap(({ start, end, error_type_id }, index) => [
    {
      status: 'ok',
      start: index === 0 ? from : (outages[index - 1]?.end ?? from),
      end: start,
      error: null as number | null,
    },
    { status: 'failure', start, end, error: error_type_id },
  ])
  spans.push({ status: 'ok', start: outages.at(-1)?.end ?? from, end: to, error: null })
  for (const { status, start, end, error } of spans.filter(({ start, end }) => end > start))
    await db.query(sql`insert into status_change (service_id, status, start_time, end_time, error_type_id)
values (${service}, ${status}, ${new Date(start)}, ${new Date(end)}, ${error})`)
}
