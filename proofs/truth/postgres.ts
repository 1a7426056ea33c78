import { createStore, loadShard, type Store } from '@wachta/analyst'
import { addMonitoredServices, install, takeLease } from '@wachta/testing/analyst/installation'
import { sql } from 'kysely'
import { type SimulatedService, simulatedTypes } from './services.ts'
import type { StoredAnalysis, StoredStatus, TruthStore } from './store.ts'

const created = new Date('2031-03-01T00:00:00Z')
const streams = { live: { name: 'live', created }, backlog: { name: 'backlog', created } }
const flushEvery = 4

/** The store of the analyst itself, in a database of its own. */
export async function createPostgresStore(sensor_ids: readonly number[]): Promise<TruthStore> {
  const installation = await install(simulatedTypes)
  const { database } = installation
  await database.query(sql`insert into sensor (id, name) select n, 'Sensor ' || n from unnest(${sensor_ids}::bigint[]) n
on conflict do nothing`)
  const stores = new Map<number, { store: Store; commits: number }>()
  return {
    async revise(service) {
      if (service.revisions.length === 1) await addMonitoredServices(database, [service.id], service.revisions)
      else await addRevision(database, service)
    },
    async open(shard) {
      const lease = await takeLease(database, shard)
      const { services, currentStates, watermarks, positions } = await loadShard(database, shard)
      stores.set(shard, {
        store: createStore({ database, ...lease, currentStates, streams }),
        commits: 0,
      })
      const sequences = positions.map(({ stream, sequence }) => [stream, sequence] as const)
      return { services, watermarks, positions: Object.fromEntries(sequences) }
    },
    async commit(shard, closing, now) {
      const open = stores.get(shard)
      if (open === undefined) throw new Error('the shard is not open')
      await open.store.commit({ ...closing, now })
      open.commits += 1
      if (open.commits % flushEvery === 0) await open.store.flush()
    },
    analyses: (service_id, from, to) =>
      database.query(sql<StoredAnalysis>`select (extract(epoch from a.time) * 1000)::int8 as slot, a.revision, a.error_tolerance,
  a.ok_checks_count as ok, a.error_checks_count as error, a.unknown_checks_count as unknown, a.failure,
  m.service_id is not null as "isAmended"
from analysis a left join analysis_amendment m on m.service_id = a.service_id and m.time = a.time
where a.service_id = ${service_id} and a.time >= ${new Date(from)} and a.time < ${new Date(to)} order by a.time`),
    statuses: (service_id) =>
      database.query(sql<StoredStatus>`select status, (extract(epoch from start_time) * 1000)::int8 as start,
  (extract(epoch from end_time) * 1000)::int8 as end from status_change where service_id = ${service_id} order by start_time`),
    forget() {},
    [Symbol.asyncDispose]: () => installation[Symbol.asyncDispose](),
  }
}

type Database = Awaited<ReturnType<typeof install>>['database']

async function addRevision(database: Database, { id, revisions }: SimulatedService): Promise<void> {
  const added = revisions.at(-1)
  if (added === undefined) return
  const ends = revisions.map(({ revision, effective_to }) => ({ revision, effective_to }))
  await database.query(sql`update service_revision r set effective_to = n.effective_to
from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as n (revision integer, effective_to timestamptz)
where r.service_id = ${id} and r.revision = n.revision and r.effective_to is distinct from n.effective_to`)
  const configuration = { address: added.address, extended_settings: added.extended_settings, secrets: {} }
  await database.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from,
  is_active, interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
values (${id}, ${added.revision}, 1, 1000, ${added.type_id}, ${added.effective_from}, ${added.is_active}, ${added.interval_ms},
  ${added.phase_ms}, ${added.timeout_ms}, ${added.spread_ms}, ${added.error_tolerance}, ${added.sensor_ids}::bigint[], 1, ${JSON.stringify(configuration)})`)
}
