import type { Database } from '@wachta/database'
import { dayMs, judgeSlot, type PackedCheck, packChecks } from '@wachta/domain'
import { computeServiceRollups } from '@wachta/reporter'
import { sql } from 'kysely'
import { closeDays, listAnalysisTimes, listDemoOutages, pastDays, startOfStep, type Trouble } from './past.ts'
import { computeResponseTime, computeTimings, draw, type PatternInput } from './patterns.ts'

const error_tolerance = 51
/** How often a single sensor sees an error that the others do not see, and which one: the connection was reset. */
const stray = { share: 0.002, error_type_id: 202 } as const

interface HistoryTarget {
  readonly services: readonly number[]
  /** The place of the first of them among the services of the demo, counted from 0. */
  readonly firstIndex?: number
  readonly sensors: readonly number[]
  readonly now: number
}

/** A month of analyses and statuses for every service, and their figures as the reporter makes them. */
export async function addHistory(
  db: Database,
  { services, firstIndex = 0, sensors, now }: HistoryTarget,
): Promise<void> {
  const from = Math.floor((now - pastDays * dayMs) / dayMs) * dayMs
  const to = startOfStep(now)
  const days = Array.from({ length: pastDays + 1 }, (_, at) => new Date(from + at * dayMs).toISOString().slice(0, 10))
  await db.query(sql`select partition_days(${days}::date[])`)
  for (const [offset, service] of services.entries()) {
    const index = firstIndex + offset
    const troubles = listDemoOutages(index, now)
    await addAnalyses(db, { service, index, sensors, troubles, from, to })
    await addStatuses(db, { service, troubles, from, to })
  }
  await db.query(sql`update service set created_at = ${new Date(from)} where id = any(${services}::bigint[])`)
  for (const size of ['hour', 'day'] as const) await computeServiceRollups(db, services, { size, from, to })
  await computeServiceRollups(db, services, { size: 'five_minutes', from: to - closeDays * dayMs, to })
}

interface ServicePast {
  readonly service: number
  readonly troubles: readonly Trouble[]
  readonly from: number
  readonly to: number
}

async function addAnalyses(
  db: Database,
  {
    service,
    index,
    sensors,
    troubles,
    from,
    to,
  }: ServicePast & { readonly index: number; readonly sensors: readonly number[] },
): Promise<void> {
  const rows = listAnalysisTimes(from, to, troubles).map((time) => {
    const trouble = troubles.find(({ start, end }) => time >= start && time < end)
    const checks = sensors.map((sensor_id, rank) => createCheck({ index, rank, time, now: to }, sensor_id, trouble))
    const results = new Map(checks.map(({ sensor_id, result }) => [sensor_id, result]))
    const { failure, ok_checks_count, error_checks_count, unknown_checks_count } = judgeSlot({
      ...{ expected: sensors, results, error_tolerance },
    })
    return {
      ...{ service_id: service, time: new Date(time), revision: 1, error_tolerance, kind: 's', failure },
      ...{ ok_checks_count, error_checks_count, unknown_checks_count },
      checks: `\\x${Buffer.from(packChecks(checks)).toString('hex')}`,
    }
  })
  await db.query(
    sql`insert into analysis select * from json_populate_recordset(null::analysis, ${JSON.stringify(rows)}::json)`,
  )
}

/** What one sensor saw at one time. */
function createCheck(asked: PatternInput, sensor_id: number, trouble: Trouble | undefined): PackedCheck {
  const isStray = draw(asked.index + 53, asked.rank, asked.time) < stray.share && asked.rank > 0
  const error_type_id = trouble?.error_type_id ?? (isStray ? stray.error_type_id : null)
  const same = { sensor_id, started: asked.rank * 40, reason: null, path_step: null } as const
  if (error_type_id !== null)
    return { ...same, result: 'error', error_type_id, response_time: null, data_size: null, timings: {} }
  const response_time = computeResponseTime(asked)
  const measured = { response_time, data_size: 13, timings: computeTimings(response_time, asked) }
  return { ...same, ...measured, result: 'ok', error_type_id: null }
}

/** Adds the statuses: up between the outages, until live checks begin. */
async function addStatuses(db: Database, { service, troubles, from, to }: ServicePast): Promise<void> {
  const spans = troubles.flatMap(({ start, end, error_type_id }, at) => [
    {
      status: 'ok',
      start: at === 0 ? from : (troubles[at - 1]?.end ?? from),
      end: start,
      error: null as number | null,
    },
    { status: 'failure', start, end, error: error_type_id },
  ])
  spans.push({ status: 'ok', start: troubles.at(-1)?.end ?? from, end: to, error: null })
  for (const { status, start, end, error } of spans.filter(({ start, end }) => end > start))
    await db.query(sql`insert into status_change (service_id, status, start_time, end_time, error_type_id)
values (${service}, ${status}, ${new Date(start)}, ${new Date(end)}, ${error})`)
}
