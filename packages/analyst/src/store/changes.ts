import type { Database } from '@wachta/database'
import { deadline } from '@wachta/domain'
import { sql } from 'kysely'
import type { JobHeartbeat } from '../heartbeat.ts'
import type { ForcedSlot } from '../slots/forced-slots.ts'
import { isInShard } from './load.ts'

export interface ChangedServices {
  readonly services: readonly { readonly service_id: number; readonly isGone: boolean }[]
  /** From where to ask next. */
  readonly seen: Snapshot
}

/**
 * How far transactions were, and in which history they are numbered: a promoted standby and a restored backup have
 * others.
 */
export interface Snapshot {
  readonly history: string
  readonly xmin: string
}

const present = sql<Snapshot>`jsonb_build_object('xmin', pg_snapshot_xmin(pg_current_snapshot())::text,
  'history', (select system_identifier from pg_control_system()) || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8))`

/**
 * The services of which a revision was made, ended or emptied since the last time. Transactions that were still running
 * then are asked about again: whatever order they commit in, none is missed. Numbers beyond the present ones are of
 * another cluster, which a backup was made of: they say nothing here. Throws where the history is another than before.
 */
export async function changedServices(database: Database, shard: number, seen: Snapshot): Promise<ChangedServices> {
  const [row] = await database.query(sql<ChangedServices>`select ${present} as seen,
  coalesce((select jsonb_agg(jsonb_build_object('service_id', r.service_id, 'isGone', r.is_gone)) from (
    select service_id, bool_or(configuration is null) as is_gone from service_revision
    where changed_by >= ${seen.xmin}::xid8 and changed_by < pg_snapshot_xmax(pg_current_snapshot()) and ${isInShard(sql`service_id`, shard)} group by service_id) r), '[]') as services`)
  if (row === undefined) return { services: [], seen }
  if (row.seen.history !== seen.history) throw new Error('the database has another history than the one that was read')
  return row
}

/** From where to ask for changes, by whoever is about to load everything. */
export async function presentSnapshot(database: Database): Promise<Snapshot> {
  const [row] = await database.query(sql<{ seen: Snapshot }>`select ${present} as seen`)
  if (row === undefined) throw new Error('the database does not say how far it is')
  return row.seen
}

interface StoredForced extends Omit<ForcedSlot, 'deadline'> {
  readonly start: number
  readonly timeout_ms: number
}

/** Analyses out of turn that are waited for. */
export async function forcedSlots(database: Database, shard: number): Promise<ForcedSlot[]> {
  const rows =
    await database.query(sql<StoredForced>`select service_id, (extract(epoch from time) * 1000)::int8 as slot, kind, revision,
  sensor_ids, error_tolerance, timeout_ms, (extract(epoch from start_time) * 1000)::int8 as start
from forced_analysis where closed_at is null and time > now() - interval '1 day' and ${isInShard(sql`service_id`, shard)}`)
  return rows.map(({ start, timeout_ms, ...forced }) => ({
    ...forced,
    deadline: deadline({ spread_ms: 0, timeout_ms }, Math.max(start, forced.slot)),
  }))
}

/** What jobs that report by themselves have told last. */
export async function heartbeats(database: Database, shard: number): Promise<Map<number, JobHeartbeat>> {
  const rows = await database.query(sql<JobHeartbeat & { readonly service_id: number }>`select service_id,
  (extract(epoch from started_at) * 1000)::int8 as started_at, (extract(epoch from finished_at) * 1000)::int8 as finished_at,
  (extract(epoch from failed_at) * 1000)::int8 as failed_at, (extract(epoch from previous_finished_at) * 1000)::int8 as previous_finished_at, message
from heartbeat where ${isInShard(sql`service_id`, shard)}`)
  return new Map(rows.map(({ service_id, ...beat }) => [service_id, beat]))
}
