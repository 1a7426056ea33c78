import { createSlotAggregator, createStore, loadShard } from '@wachta/analyst'
import type { CheckReport } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { listSlots } from '@wachta/domain'
import { sealAmended, sealNext } from '@wachta/evidence'
import { recomputeAmendedRollups } from '@wachta/reporter/src/amended.ts'
import { sql } from 'kysely'
import { listShardIds, takeLease } from './analyst/installation.ts'
import { createBatch, createCheckReport, createServiceRevision, start } from './analyst/simulated.ts'
import { addPackage } from './api/accounts.ts'
import { addSensors } from './api/history.ts'
import { type CallOptions, startApi, type TestApi } from './api/start-api.ts'
import { addGroup, addHolder, type Holder } from './api/watched.ts'

export { start } from './analyst/simulated.ts'
export const minuteMs = 60_000
/** The length of the recorded history, which has three services and three sensors: two hours. */
export const recordedMs = 120 * minuteMs
const backlogDelayMs = 40 * minuteMs

export interface RecordedHistory extends AsyncDisposable {
  readonly api: TestApi
  readonly owner: Holder
  readonly services: readonly number[]
  /** A connection with all rights of the database's owner. */
  readonly db: Database
  readonly url: string
  /** Stores the late results of a sensor. */
  amend(): Promise<void>
  /** Seals the record as the reporter would do at that time. */
  seal(now: number): Promise<void>
}

/** Creates an installation with analyses, check messages, corrections and an audit log, with the production code. */
export async function createRecordedHistory(): Promise<RecordedHistory> {
  const api = await startApi()
  await addPackage(api.owner)
  const owner = await addHolder(api.owner)
  const services = await addServices(api, owner)
  const { reports, held } = await createReports(api.owner, services)
  const analyst = await startAnalyst(api.database)
  await analyst.take('live', reports, start + recordedMs)
  api.clock = new Date(start + 30 * minuteMs)
  await correct(api, owner, services)
  return {
    api,
    owner,
    services,
    db: api.owner,
    url: api.test.url,
    amend: () => analyst.take('backlog', held, start + recordedMs + backlogDelayMs),
    async seal(now) {
      while (await recomputeAmendedRollups(api.database));
      while (await sealNext(api.database, new Date(now)));
      while (!(await sealAmended(api.database, new Date(now))).isDone);
    },
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  }
}

async function addServices(api: TestApi, owner: Holder): Promise<number[]> {
  const sensors = await addSensors(api.owner, 3)
  const group = await addGroup(api.owner, owner)
  const services = listShardIds(0, 3)
  const { interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance } = createServiceRevision()
  await api.owner.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select n, ${owner.id}, ${group}, 'http', 'Service ' || n, 'http://example.com/', 60 from unnest(${services}::bigint[]) n`)
  await api.owner.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select v.id, 1, v.owner_id, v.group_id, v.type_id, ${new Date(start)}, true, ${interval_ms}, ${phase_ms}, ${timeout_ms}, ${spread_ms},
  ${error_tolerance}, ${sensors}::bigint[], 1, '{"address": "http://example.com/", "extended_settings": {}, "secrets": {}}' from service v`)
  return services
}

/** Creates the reports. The third sensor is cut off for ten minutes in the second half hour; its results are `held`. */
async function createReports(db: Database, services: readonly number[]) {
  const sensors = (await db.query(sql<{ id: number }>`select id from sensor order by id`)).map(({ id }) => id)
  const reports: CheckReport[] = []
  const held: CheckReport[] = []
  for (const service_id of services)
    for (const slot of listSlots(createServiceRevision({ sensor_ids: sensors }), start, start + recordedMs))
      for (const sensor_id of sensors) {
        const at = (slot - start) / minuteMs
        const result = (at + service_id) % 9 === 0 ? ('error' as const) : ('ok' as const)
        const words = result === 'error' ? { error_message: `no answer in minute ${at}` } : null
        const report = createCheckReport({ service_id, slot, sensor_id, result, words, started: 100 + at })
        const isHeld = sensor_id === sensors[2] && at >= 35 && at < 45
        ;(isHeld ? held : reports).push(report)
      }
  return { reports: reports.toSorted((one, other) => one.slot - other.slot), held }
}

async function startAnalyst(database: Database) {
  const lease = await takeLease(database, 0)
  const { services, currentStates, watermarks } = await loadShard(database, 0)
  const created = new Date(start)
  const streams = { live: { name: 'LIVE', created }, backlog: { name: 'BACKLOG', created } }
  const aggregator = createSlotAggregator({ streams: ['live', 'backlog'], now: start, services, watermarks })
  const store = createStore({ database, ...lease, currentStates, streams })
  for (const stream of ['live', 'backlog'] as const) aggregator.markCaughtUp(stream)
  const firsts = new Map<number, number>()
  let sequence = 0
  return {
    async take(stream: 'live' | 'backlog', reports: readonly CheckReport[], until: number): Promise<void> {
      for (const report of reports) {
        sequence += 1
        const first = (firsts.get(report.sensor_id) ?? 0) + 1
        firsts.set(report.sensor_id, first)
        const now = stream === 'live' ? report.slot + 5000 : until
        aggregator.take(createBatch(first, [report]), { stream, sequence, now })
        if (sequence % 300 === 0) await store.commit({ ...aggregator.close(now), now })
      }
      await store.commit({ ...aggregator.close(until), now: until })
      await store.flush()
    },
  }
}

/** Adds three corrections, changes one of them twice, and deletes another one. */
async function correct(api: TestApi, { as }: Holder, services: readonly number[]): Promise<void> {
  const call = async (method: string, path: string, options: CallOptions) => {
    const reply = await api.call(method, path, options)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply
  }
  const interval = { start_time: '2026-03-29T00:10:00Z', end_time: '2026-03-29T00:20:00.5Z', status: 'ok' }
  const correctionIds: number[] = []
  for (const service_id of services) {
    const body = { ...interval, service_id, description: `Planned work, ${service_id}` }
    correctionIds.push((await call('POST', '/v3/corrections', { as, body })).body.id)
  }
  for (const status of ['failure', 'paused'])
    await call('PUT', `/v3/corrections/${correctionIds[1]}`, { as, body: { status } })
  // Changes by a program with an API key are chained like everything else.
  const key = { name: 'Script', scopes: ['corrections:write'] }
  const { body } = await call('POST', '/v3/api_keys', { as, body: key })
  await call('DELETE', `/v3/corrections/${correctionIds[2]}`, { as: `Bearer ${body.key}` })
}
