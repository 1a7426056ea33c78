import { type AnalysisToStore, createStore, loadShard, type Store } from '@wachta/analyst'
import { getShardOfService } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { packChecks } from '@wachta/domain'
import { sql } from 'kysely'
import { takeLease } from '../analyst/installation.ts'

/** Stands in for the analyst: commits the analyses of failing and recovering services. */
export interface Alarms {
  fail(service_ids: readonly number[]): Promise<void>
  recover(service_ids: readonly number[]): Promise<void>
}

const created = new Date(0)
const streams = { live: { name: 'LIVE', created }, backlog: { name: 'BACKLOG', created } }
/** The error type "TLS handshake failed". */
const error_type_id = 301

export async function openAlarms(database: Database, sensor_ids: readonly number[]): Promise<Alarms> {
  const stores = new Map<number, Store>()
  const getStore = async (shard: number): Promise<Store> => {
    const existing = stores.get(shard)
    if (existing !== undefined) return existing
    const lease = await takeLease(database, shard)
    const { currentStates } = await loadShard(database, shard)
    const store = createStore({ database, ...lease, currentStates, streams })
    stores.set(shard, store)
    return store
  }
  const commit = async (service_ids: readonly number[], isFailing: boolean): Promise<void> => {
    const now = Date.now()
    for (const [shard, ids] of Map.groupBy(service_ids, getShardOfService)) {
      const store = await getStore(shard)
      const steps = ids.map((id) => buildAnalysis(id, now, { sensor_ids, isFailing }))
      await store.commit({ ...emptyCommit, steps, now })
    }
  }
  return { fail: (ids) => commit(ids, true), recover: (ids) => commit(ids, false) }
}

const emptyCommit = {
  late: [],
  decisions: [],
  strays: [],
  deadLetters: [],
  watermarks: [],
  forgotten: [],
  positions: {},
}

function buildAnalysis(
  service_id: number,
  slot: number,
  { sensor_ids, isFailing }: { readonly sensor_ids: readonly number[]; readonly isFailing: boolean },
): AnalysisToStore {
  const checks = sensor_ids.map((sensor_id) => ({
    sensor_id,
    result: isFailing ? ('error' as const) : ('ok' as const),
    error_type_id: isFailing ? error_type_id : null,
    reason: null,
    path_step: null,
    response_time: isFailing ? null : 40,
    data_size: null,
    started: 10,
    timings: {},
  }))
  return {
    kind: 's',
    service_id,
    slot,
    revision: 1,
    error_tolerance: 51,
    ok: isFailing ? 0 : sensor_ids.length,
    error: isFailing ? sensor_ids.length : 0,
    unknown: 0,
    hasQuorum: true,
    failure: isFailing,
    checks: packChecks(checks),
    details: [],
    failing_sensor_ids: isFailing ? sensor_ids : [],
    error_type_id: isFailing ? error_type_id : null,
    response_time: isFailing ? null : 40,
    hasNoResults: false,
  }
}

/** Adds services with the given sensors, named `svc-1`, `svc-2` and so on. */
export async function addServices(database: Database, count: number, sensor_ids: readonly number[]): Promise<number[]> {
  const configuration = { address: 'http://example.com/', extended_settings: {}, secrets: {} }
  await database.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select n, 1, 1000, 'http', 'svc-' || n, 'http://example.com/', 60 from generate_series(1, ${count}::int) n`)
  await database.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select n, 1, 1, 1000, 'http', now() - interval '1 hour', true, 60000, 0, 10000, 10000, 51, ${[...sensor_ids]}::bigint[], 1,
  ${JSON.stringify(configuration)} from generate_series(1, ${count}::int) n
on conflict do nothing`)
  return Array.from({ length: count }, (_, index) => index + 1)
}
