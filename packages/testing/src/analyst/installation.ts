import type { FencedLease } from '@wachta/analyst'
import { getShardOfService, shardCount } from '@wachta/bus'
import { type Database, openDatabase } from '@wachta/database'
import type { Revision } from '@wachta/domain'
import { deleteAllJobs } from '@wachta/testing/jobs'
import { sql } from 'kysely'
import { createTestDatabase } from '../database.ts'
import { createServiceRevision } from './simulated.ts'

export interface Installation extends AsyncDisposable {
  readonly database: Database
  readonly url: string
}

/** Creates a database with an account, its group, and five sensors. */
export async function install(types: readonly string[] = ['http', 'heartbeat']): Promise<Installation> {
  const test = await createTestDatabase()
  {
    await using owner = openDatabase(test.url, { role: null, connections: 1 })
    for (const type of types)
      await owner.query(sql`insert into service_type (id, position, name, description, category_id, address_format, default_interval,
  supports_steps, artifact_type_ids, is_runnable) values (${type}, 1, '{}', '{}', 'default', '{}', 60, false, '{}', true)`)
    await owner.query(sql`insert into package (id, name) values (1, 'Basic')`)
    await owner.query(
      sql`insert into account (id, name, username, package_id, email_address) values (1, 'One', 'one', 1, 'one@example.com')`,
    )
    await owner.query(sql`insert into service_group (id, owner_id, name) values (1000, 1, 'Group')`)
    await owner.query(sql`insert into sensor (id, name) select n, 'Sensor ' || n from generate_series(1, 5) n`)
  }
  const database = openDatabase(test.url)
  return {
    database,
    url: test.url,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await test[Symbol.asyncDispose]()
    },
  }
}

/** Removes services, alerts and notifications, which restores the state before the first test. */
export async function emptyTables(database: Database): Promise<void> {
  const tables = ['service', 'service_revision', 'event', 'analysis', 'check_detail', 'sensor_state', 'mass_change']
  for (const table of [...tables, 'stream_position', 'sensor_watermark', 'analyst_lease'])
    await database.query(sql`delete from ${sql.table(table)}`)
  await deleteAllJobs(database)
}

/** Adds services that are monitored with the given revisions. */
export async function addMonitoredServices(
  database: Database,
  ids: readonly number[],
  revisions: readonly Revision[] = [createServiceRevision()],
): Promise<void> {
  await database.query(sql`insert into service (id, owner_id, group_id, type_id, name, address, "interval")
select n, 1, 1000, ${revisions[0]?.type_id ?? 'http'}, 'Service', 'http://example.com/', 60 from unnest(${ids}::bigint[]) n`)
  for (const revision of revisions) await addRevision(database, ids, revision)
}

export async function addRevision(database: Database, ids: readonly number[], revision: Revision): Promise<void> {
  const configuration = { address: revision.address, extended_settings: revision.extended_settings, secrets: {} }
  await database.query(sql`update service_revision set effective_to = ${revision.effective_from}
where service_id = any(${ids}) and effective_to is null`)
  await database.query(sql`insert into service_revision (service_id, revision, owner_id, group_id, type_id, effective_from, effective_to,
  is_active, interval_ms, phase_ms, timeout_ms, spread_ms, error_tolerance, sensor_ids, step_count, configuration)
select n, ${revision.revision}, 1, 1000, ${revision.type_id}, ${revision.effective_from}, ${revision.effective_to}, ${revision.is_active}, ${revision.interval_ms},
  ${revision.phase_ms}, ${revision.timeout_ms}, ${revision.spread_ms}, ${revision.error_tolerance}, ${revision.sensor_ids}::bigint[], 1, ${JSON.stringify(configuration)}
from unnest(${ids}::bigint[]) n`)
}

/** Returns ids of services of one shard. */
export const listShardIds = (shard: number, count: number, from = 1): number[] => {
  if (shard >= shardCount) throw new RangeError(`there are ${shardCount} shards, numbered from 0: ${shard}`)
  const ids: number[] = []
  for (let id = from; ids.length < count; id += 1) if (getShardOfService(id) === shard) ids.push(id)
  return ids
}

/** Gives the lease of a shard to the caller, with a new epoch. */
export async function takeLease(database: Database, shard: number, owner = 'test'): Promise<FencedLease> {
  const [row] = await database.query(sql<{
    epoch: number
    commits: number
  }>`insert into analyst_lease as l (vp_group, epoch, owner, expires_at)
values (${shard}, 1, ${owner}, now() + interval '1 hour')
on conflict (vp_group) do update set epoch = l.epoch + 1, owner = excluded.owner, expires_at = excluded.expires_at returning epoch, commits`)
  return { shard, epoch: row?.epoch ?? 0, owner, counter: { commits: row?.commits ?? 0 } }
}

class KilledError extends Error {
  override readonly name = 'KilledError'
}

/** Wraps the database for a process that dies before its nth statement in a transaction. */
export function createDyingDatabase(database: Database, statement: number): Database & { readonly isDead: boolean } {
  let count = 0
  const countStatement = () => {
    count += 1
    if (count === statement) throw new KilledError()
  }
  return {
    ...database,
    get isDead() {
      return count >= statement
    },
    transaction: (work) =>
      database.transaction(async (tx) => {
        const result = await work({
          ...tx,
          run: (query) => {
            countStatement()
            return tx.run(query)
          },
          query: (query) => {
            countStatement()
            return tx.query(query)
          },
          copy: (text, rows) => {
            countStatement()
            return tx.copy(text, rows)
          },
        })
        // The commit counts as a statement too.
        countStatement()
        return result
      }),
  }
}
