import type { Database } from '@wachta/database'
import { getDeadline } from '@wachta/domain'
import { sql } from 'kysely'
import type { JobHeartbeat } from '../heartbeat.ts'
import type { ForcedSlot } from '../slots/forced-slots.ts'
import { isInShard } from './load.ts'

export interface ChangedServices {
  readonly services: readonly { readonly service_id: number; readonly isDeleted: boolean }[]
  /** The snapshot to pass to the next call. */
  readonly seen: Snapshot
}

/**
 * The oldest transaction that was still running, and the timeline of the database to which its number belongs: a
 * promoted standby and a restored backup have other timelines.
 */
export interface Snapshot {
  readonly timeline: string
  readonly xmin: string
}

const currentSnapshot = sql<Snapshot>`jsonb_build_object('xmin', pg_snapshot_xmin(pg_current_snapshot())::text,
  'timeline', (select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8))`

/**
 * Returns the services with a revision that was added, ended, or cleared because the service was deleted, since the
 * last snapshot. Transactions that were running then are included again, so that none is missed in whatever order they
 * commit. Transaction numbers in the future come from another cluster, through a backup, and are ignored. Throws if the
 * timeline has changed.
 */
export async function loadChangedServices(database: Database, shard: number, seen: Snapshot): Promise<ChangedServices> {
  const [row] = await database.query(sql<ChangedServices>`select ${currentSnapshot} as seen,
  coalesce((select jsonb_agg(jsonb_build_object('service_id', r.service_id, 'isDeleted', r.is_deleted)) from (
    select service_id, bool_or(configuration is null) as is_deleted from service_revision
    where changed_by >= ${seen.xmin}::xid8 and changed_by < pg_snapshot_xmax(pg_current_snapshot()) and ${isInShard(sql`service_id`, shard)} group by service_id) r), '[]') as services`)
  if (row === undefined) return { services: [], seen }
  if (row.seen.timeline !== seen.timeline)
    throw new Error('database timeline changed (failover or restore); reload the shard')
  return row
}

/** Returns the current snapshot. Take it before the shard is loaded, and read changes from it afterwards. */
export async function readCurrentSnapshot(database: Database): Promise<Snapshot> {
  const [row] = await database.query(sql<{ seen: Snapshot }>`select ${currentSnapshot} as seen`)
  if (row === undefined) throw new Error('reading the current snapshot returned no row')
  return row.seen
}

interface StoredForcedSlot extends Omit<ForcedSlot, 'deadline'> {
  readonly start: number
  readonly timeout_ms: number
}

/** Reads the forced analyses that are not closed yet. */
export async function loadForcedSlots(database: Database, shard: number): Promise<ForcedSlot[]> {
  const rows =
    await database.query(sql<StoredForcedSlot>`select service_id, (extract(epoch from time) * 1000)::int8 as slot, kind, revision,
  sensor_ids, error_tolerance, timeout_ms, (extract(epoch from start_time) * 1000)::int8 as start
from forced_analysis where closed_at is null and time > now() - interval '1 day' and ${isInShard(sql`service_id`, shard)}`)
  return rows.map(({ start, timeout_ms, ...forced }) => ({
    ...forced,
    deadline: getDeadline({ spread_ms: 0, timeout_ms }, Math.max(start, forced.slot)),
  }))
}

/** Reads the last reports of the jobs of heartbeat services. */
export async function loadHeartbeats(database: Database, shard: number): Promise<Map<number, JobHeartbeat>> {
  const rows = await database.query(sql<JobHeartbeat & { readonly service_id: number }>`select service_id,
  (extract(epoch from started_at) * 1000)::int8 as started_at, (extract(epoch from finished_at) * 1000)::int8 as finished_at,
  (extract(epoch from failed_at) * 1000)::int8 as failed_at, (extract(epoch from previous_finished_at) * 1000)::int8 as previous_finished_at, message
from heartbeat where ${isInShard(sql`service_id`, shard)}`)
  return new Map(rows.map(({ service_id, ...heartbeat }) => [service_id, heartbeat]))
}
