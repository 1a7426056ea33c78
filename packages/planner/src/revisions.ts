import { readConfiguration, type StoredConfiguration } from '@wachta/bus'
import type { Database, Queryable } from '@wachta/database'
import { reportUnreadable } from '@wachta/runtime'
import { sql } from 'kysely'

/** A row of `service_revision`. */
export interface StoredRevision {
  readonly service_id: number
  readonly revision: number
  readonly owner_id: number
  readonly type_id: string
  readonly effective_from: Date
  readonly effective_to: Date | null
  readonly is_active: boolean
  readonly interval_ms: number
  /** The offset of the slots within the interval. */
  readonly phase_ms: number
  readonly timeout_ms: number
  readonly spread_ms: number
  readonly sensor_ids: readonly number[]
  /** Null if the service was deleted or the stored configuration cannot be read. */
  readonly configuration: StoredConfiguration | null
}

/**
 * Parses a stored configuration. If it cannot be read, reports that and returns null, so that only its service is
 * affected.
 */
export function toConfiguration(
  { service_id, configuration }: { readonly service_id: number; readonly configuration: unknown },
  column: string,
): StoredConfiguration | null {
  if (configuration === null) return null
  try {
    return readConfiguration(configuration)
  } catch {
    reportUnreadable(column, service_id)
    return null
  }
}

/**
 * How long sensors keep a revision after its end. The sensors of a service start a slot one after another, so some may
 * still be running the last slot when the revision ends.
 */
const keptAfterEndMs = 60_000

export interface RevisionChanges {
  readonly service_ids: readonly number[]
  /** The value to pass to the next call. */
  readonly seen: string
}

export interface ChangeQuery {
  /** The value from the last call; null for the first call, which finds all services. */
  readonly seen: string | null
  readonly now: Date
}

/**
 * Finds the services whose revisions have changed since the last call. Revisions of transactions that are still running
 * are found by a later call, because `seen` is the number of the oldest running transaction. Transaction numbers in the
 * future come from a restored backup of another cluster and are ignored.
 */
export async function findRevisionChanges(database: Database, { seen, now }: ChangeQuery): Promise<RevisionChanges> {
  const since = new Date(now.getTime() - keptAfterEndMs)
  return database.transaction(async (tx) => {
    await tx.query(sql`set transaction isolation level repeatable read`)
    const [snapshot] = await tx.query(
      sql<{ seen: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as seen`,
    )
    const changed = await tx.query(
      seen === null
        ? sql<{
            service_id: number
          }>`select distinct service_id from service_revision where effective_to is null or effective_to > ${since}`
        : sql<{
            service_id: number
          }>`select distinct service_id from service_revision
where changed_by >= ${seen}::xid8 and changed_by < pg_snapshot_xmax(pg_current_snapshot())`,
    )
    return { service_ids: changed.map(({ service_id }) => service_id), seen: snapshot?.seen ?? '0' }
  })
}

/**
 * Reads the current, future and recently ended revisions of services. Services without revisions have an empty list in
 * the result.
 */
export async function readRevisions(
  database: Queryable,
  service_ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, readonly StoredRevision[]>> {
  const since = new Date(now.getTime() - keptAfterEndMs)
  const rows = await database.query(sql<
    Omit<StoredRevision, 'configuration'> & { readonly configuration: unknown }
  >`select service_id, revision, owner_id, type_id, effective_from, effective_to, is_active,
  interval_ms, phase_ms, timeout_ms, spread_ms, sensor_ids, configuration
from service_revision where service_id = any(${service_ids}) and (effective_to is null or (effective_to > ${since} and effective_to > effective_from))
order by service_id, effective_from`)
  const revisions = rows.map((row) => ({
    ...row,
    configuration: toConfiguration(row, 'service_revision.configuration'),
  }))
  const byService = Map.groupBy(revisions, ({ service_id }) => service_id)
  return new Map(service_ids.map((id) => [id, byService.get(id) ?? []]))
}

/** The services with a revision that ends, and the time from which sensors no longer need that revision. */
export class RevisionEnds {
  readonly #at = new Map<number, number>()

  record(service_id: number, revisions: readonly StoredRevision[]): void {
    const ends = revisions.flatMap(({ effective_to }) => effective_to?.getTime() ?? [])
    if (ends.length === 0) this.#at.delete(service_id)
    else this.#at.set(service_id, Math.min(...ends) + keptAfterEndMs)
  }

  /** Removes and returns the services that are due. */
  take(now: number): number[] {
    const due = [...this.#at].filter(([, at]) => at <= now).map(([service_id]) => service_id)
    for (const service_id of due) this.#at.delete(service_id)
    return due
  }
}
