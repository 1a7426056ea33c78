import type { Database } from '@wachta/database'
import { judgeSlot, type PackedCheck, packChecks } from '@wachta/domain'
import { sql } from 'kysely'
import { randomAt } from '../fuzz/random.ts'
import type { Span } from './cases.ts'
import { marginMs, type PlannedService, type Status } from './history.ts'

/** Counts of what was stored for a service within its part of the period, independent of the product. */
export interface PlantedService {
  readonly id: number
  analyses: number
  failures: number
  ok: number
  error: number
  unknown: number
  responses: number
  responseSum: number
}

export interface PlantOptions {
  readonly seed: number
  readonly sensors: readonly number[]
  readonly groups: ReadonlyMap<string, number>
}

const maxRowsPerInsert = 5000
const errorTolerance = 51

/** Stores the services with everything except what the API and the reporter create. */
export async function plantService(
  db: Database,
  planned: PlannedService,
  options: PlantOptions,
): Promise<PlantedService> {
  const id = await addService(db, planned, options)
  await addStatuses(db, id, planned)
  await addWindows(db, id, planned)
  const stored = await addAnalyses(db, id, planned, options)
  await addIncidents(db, id, planned, options)
  return stored
}

const toDate = (time: number) => new Date(time)

async function addService(db: Database, planned: PlannedService, { sensors, groups }: PlantOptions): Promise<number> {
  const { created, pause, interval, phase } = planned
  const [row] = await db.query(sql<{
    id: number
  }>`insert into service (owner_id, group_id, type_id, name, address, interval, created_at)
select g.owner_id, g.id, 'http', ${`Service ${planned.index}`}, 'http://example.com/', ${Math.min(interval / 1000, 3600)}, ${toDate(created)}
from service_group g where g.id = ${groups.get(planned.case.name) ?? 0} returning id`)
  const id = row?.id ?? 0
  const begin = created
  const revisions =
    pause && pause.start > begin
      ? [
          { from: begin, to: pause.start, active: true },
          { from: pause.start, to: pause.end, active: false },
          { from: pause.end, to: null, active: true },
        ]
      : [{ from: begin, to: null, active: true }]
  await db.query(sql`delete from service_revision where service_id = ${id}`)
  for (const [index, { from, to, active }] of revisions.entries())
    await db.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, effective_to, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select id, ${index + 1}, owner_id, group_id, type_id, ${toDate(from)}, ${to === null ? null : toDate(to)}, ${active}, ${interval}, ${phase}, 10000, 10000,
  ${errorTolerance}, ${sensors.slice(0, planned.sensors)}::bigint[], 1, '{"address": "http://example.com/", "extended_settings": {}, "secrets": {}}'
from service where id = ${id}`)
  return id
}

async function addStatuses(db: Database, id: number, { statuses }: PlannedService): Promise<void> {
  const rows = statuses.map(({ start, end, status }, index) => ({
    status,
    start_time: toDate(start),
    end_time: index === statuses.length - 1 ? null : toDate(end),
    error_type_id: status === 'failure' ? 1 + (index % 3) : null,
  }))
  await db.query(sql`insert into status_change (service_id, status, start_time, end_time, error_type_id)
select ${id}, status, start_time, end_time, error_type_id from json_to_recordset(${JSON.stringify(rows)}::json)
  as r(status text, start_time timestamptz, end_time timestamptz, error_type_id bigint)`)
}

let windowId = 5_000_000

async function addWindows(db: Database, id: number, { oneOff, weekly }: PlannedService): Promise<void> {
  const toDateOrInfinity = (time: number | null) => (time === null ? 'infinity' : toDate(time))
  windowId += 1
  for (const one of oneOff)
    await db.query(sql`insert into suspension_version (suspension_id, service_id, valid_from, valid_to, start_time, end_time, only_notifications)
values (${windowId}, ${id}, ${toDate(one.valid_from)}, ${toDateOrInfinity(one.valid_to)}, ${toDate(one.start)}, ${toDate(one.end)}, ${one.only_notifications})`)
  for (const one of weekly)
    await db.query(sql`insert into weekly_suspension_version (weekly_suspension_id, service_id, valid_from, valid_to, start_minute, end_minute, only_notifications)
values (${windowId}, ${id}, ${toDate(one.valid_from)}, ${toDateOrInfinity(one.valid_to)}, ${one.start_minute}, ${one.end_minute}, ${one.only_notifications})`)
}

interface Slot {
  readonly time: number
  readonly checks: readonly PackedCheck[]
}

async function addAnalyses(
  db: Database,
  id: number,
  planned: PlannedService,
  options: PlantOptions,
): Promise<PlantedService> {
  const expected = options.sensors.slice(0, planned.sensors)
  const stored: PlantedService = {
    id,
    analyses: 0,
    failures: 0,
    ok: 0,
    error: 0,
    unknown: 0,
    responses: 0,
    responseSum: 0,
  }
  const lifetime = findLifetimeInPeriod(planned)
  let rows: object[] = []
  const flush = async () => {
    await db.query(
      sql`insert into analysis select * from json_populate_recordset(null::analysis, ${JSON.stringify(rows)}::json)`,
    )
    rows = []
  }
  for (const slot of generateSlots(planned, expected, options.seed)) {
    const row = toRow(id, slot, expected)
    rows.push(row)
    if (slot.time >= lifetime.start && slot.time < lifetime.end) count(stored, row, slot)
    if (rows.length >= maxRowsPerInsert) await flush()
  }
  await flush()
  return stored
}

/** Returns the part of the period in which a service existed, in whole seconds. */
export function findLifetimeInPeriod({ case: { period }, created, deleted }: PlannedService): Span {
  const toWholeSecond = (time: number) => Math.floor(time / 1000) * 1000
  return {
    start: Math.max(period.start, toWholeSecond(created)),
    end: Math.min(period.end, typeof deleted === 'number' ? toWholeSecond(deleted) : period.end),
  }
}

/** Generates the slots of a service, also around the period, where no report may count them. */
function* generateSlots(planned: PlannedService, sensors: readonly number[], seed: number): Generator<Slot> {
  const random = randomAt(seed ^ 0x736c6f74, planned.index)
  const { created, deleted, interval, phase, case: one, pause, statuses } = planned
  const from = Math.max(one.period.start - marginMs, created)
  const to = Math.min(one.period.end + marginMs, typeof deleted === 'number' ? deleted : Number.POSITIVE_INFINITY)
  let next = 0
  for (let time = Math.ceil(from / interval) * interval + phase; time < to; time += interval) {
    if (pause && time >= pause.start && time < pause.end) continue
    while ((statuses[next]?.end ?? Number.POSITIVE_INFINITY) <= time) next += 1
    const status = statuses[next]?.status ?? 'ok'
    yield { time, checks: sensors.flatMap((sensor) => makeCheck(sensor, status, random) ?? []) }
  }
}

const emptyCheck = { path_step: null, timings: {}, data_size: null, error_type_id: null, reason: null } as const

/** Returns undefined if the sensor sent nothing. */
function makeCheck(sensor_id: number, status: Status, random: ReturnType<typeof randomAt>): PackedCheck | undefined {
  const result = random.pickWeighted(
    {
      ok: [
        [97, 'ok'],
        [2, 'error'],
        [1, 'unknown'],
      ] as const,
      failure: [
        [5, 'ok'],
        [90, 'error'],
        [5, 'unknown'],
      ] as const,
      unknown: [
        [10, 'ok'],
        [5, 'error'],
        [45, 'unknown'],
        [40, undefined],
      ] as const,
    }[status] as readonly (readonly [number, 'ok' | 'error' | 'unknown' | undefined])[],
  )
  const started = random.below(2000)
  if (result === undefined) return undefined
  const base = { ...emptyCheck, sensor_id, started, result }
  if (result === 'unknown') return { ...base, reason: 'clock', response_time: null }
  const response_time = random.chance(0.02) ? random.between(1000, 30_000) : random.between(20, 400)
  return { ...base, response_time, ...(result === 'error' && { error_type_id: random.between(1, 4) }) }
}

function toRow(service_id: number, { time, checks }: Slot, expected: readonly number[]) {
  const results = new Map(checks.map(({ sensor_id, result }) => [sensor_id, result]))
  const { ok_checks_count, error_checks_count, unknown_checks_count, failure } = judgeSlot({
    expected,
    results,
    error_tolerance: errorTolerance,
  })
  return {
    service_id,
    time: toDate(time),
    revision: 1,
    error_tolerance: errorTolerance,
    ok_checks_count,
    error_checks_count,
    unknown_checks_count,
    failure,
    kind: 's',
    checks: `\\x${Buffer.from(packChecks(checks)).toString('hex')}`,
  }
}

function count(stored: PlantedService, row: ReturnType<typeof toRow>, { checks }: Slot, sign = 1): void {
  stored.analyses += sign
  stored.failures += row.failure ? sign : 0
  stored.ok += sign * row.ok_checks_count
  stored.error += sign * row.error_checks_count
  stored.unknown += sign * row.unknown_checks_count
  for (const { result, response_time } of checks)
    if (result === 'ok' && response_time !== null) {
      stored.responses += sign
      stored.responseSum += sign * response_time
    }
}

/** Adds an alert to a few of the failures; some were acknowledged, and contacts were notified or not. */
async function addIncidents(
  db: Database,
  id: number,
  { index: place, statuses, case: one }: PlannedService,
  { seed }: PlantOptions,
) {
  const random = randomAt(seed ^ 0x696e63, place)
  const failures = statuses.filter(({ status, start }) => status === 'failure' && start > one.period.start - marginMs)
  for (const { start, end } of failures.filter(() => random.chance(0.3))) {
    const [alert] = await db.query(sql<{
      id: number
      account: number
    }>`insert into occurrence (service_id, owner_id, start_time, end_time, end_reason)
select id, owner_id, ${toDate(start)}, ${toDate(end)}, 'recovered' from service where id = ${id} returning id, owner_id as account`)
    if (random.chance(0.5))
      await db.query(sql`update incident set acknowledged_at = ${toDate(start + random.below(3_600_000))}, acknowledged_by = 'On duty'
where id = (select incident_id from occurrence where id = ${alert?.id ?? 0})`)
    for (const [index, status] of random.pickSome(['sent', 'failed', 'suppressed', 'sent'], 4).entries()) {
      // One legacy notification, and two escalation steps, one of them with two notifications.
      const [style, escalation] = index === 0 ? ['o', null] : ['c', 1 + (index % 2)]
      await db.query(sql`insert into notification (account_id, style, kind, occurrence_id, service_id, escalation_id, channel_id, address, language_id, status, step)
values (${alert?.account ?? 0}, ${style}, 'start', ${alert?.id ?? 0}, ${id}, ${escalation}, 'email', 'on.duty@example.com', 'en', ${status}, ${`step ${index}`})`)
    }
  }
}

export interface Amendment {
  readonly planned: PlannedService
  readonly stored: PlantedService
}

/** Adds late results: sensors that were cut off send what they had measured, in the way the analyst stores it. */
export async function amendAnalyses(
  db: Database,
  { planned, stored }: Amendment,
  { seed, sensors }: PlantOptions,
): Promise<number> {
  const random = randomAt(seed ^ 0x6c617465, planned.index)
  const expected = sensors.slice(0, planned.sensors)
  const lifetime = findLifetimeInPeriod(planned)
  let amended = 0
  for (const slot of generateSlots(planned, expected, seed)) {
    const chance = planned.interval === 60_000 ? 0.002 : 0.01
    if (!random.chance(chance)) continue
    const before = toRow(stored.id, slot, expected)
    const lateSlot = { ...slot, checks: expected.map((sensor) => createAmendedCheck(sensor, slot)) }
    const row = toRow(stored.id, lateSlot, expected)
    await writeAmendment(db, row)
    amended += 1
    if (slot.time < lifetime.start || slot.time >= lifetime.end) continue
    count(stored, before, slot, -1)
    count(stored, row, lateSlot)
  }
  return amended
}

const createAmendedCheck = (sensor_id: number, { time, checks }: Slot): PackedCheck =>
  checks.find((one) => one.sensor_id === sensor_id && one.result === 'ok') ?? {
    ...emptyCheck,
    sensor_id,
    started: 900,
    result: 'ok',
    response_time: 50 + (time % 997),
  }

async function writeAmendment(db: Database, row: ReturnType<typeof toRow>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(sql`update analysis set ok_checks_count = ${row.ok_checks_count}, error_checks_count = ${row.error_checks_count},
  unknown_checks_count = ${row.unknown_checks_count}, failure = ${row.failure}, checks = ${row.checks}::bytea
where service_id = ${row.service_id} and time = ${row.time}`)
    await tx.query(sql`insert into analysis_amendment (service_id, time, amended_at) values (${row.service_id}, ${row.time}, now())
on conflict (service_id, time) do update set amended_at = excluded.amended_at`)
    await tx.query(sql`insert into rollup_due (service_id, start)
values (${row.service_id}, to_timestamp(floor(extract(epoch from ${row.time}::timestamptz) / 300) * 300)) on conflict do nothing`)
  })
}
