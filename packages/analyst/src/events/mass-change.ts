import type { Queryable, Transaction } from '@wachta/database'
import { sql } from 'kysely'
import { findRecheckSensors, type RecheckSensors, requestRechecks } from './request-rechecks.ts'
import { toEpochMs } from './stored-alert-state.ts'

/** So many services began to fail at once that the cause may be Wachta itself. */
export interface MassChange {
  readonly failing: number
  readonly watched: number
  /**
   * The time until which notifications are held; null if none are held, because no sensor can check again, the mass
   * change is confirmed or its hold is over.
   */
  readonly held_until: number | null
  /** Whether it was detected by this call. */
  readonly isNew: boolean
}

export interface MassWatch {
  /** Detects a mass change; `latest` is the time of the latest failure. */
  detect(tx: Transaction, latest: number | undefined, now: number): Promise<MassChange | undefined>
}

/** A mass change is more than this share of all services, and at least this number, failing within the period. */
const minShare = 0.1
const minServices = 20
const periodMs = 120_000
/** How long notifications are held: long enough to check again, short enough for a real outage. */
const holdMs = 60_000
/** Further failures within this time belong to the same mass change. */
const sameMassChangeMs = 600_000
/** The total number of services changes slowly and is expensive to count. */
const recountAfterMs = 60_000

/** Detects mass changes over all services of the cell, including those of other shards. */
export function createMassWatch(): MassWatch {
  let counted = { at: Number.NEGATIVE_INFINITY, watched: 0 }
  const countWatchedServices = async (tx: Transaction, now: number) => {
    if (now - counted.at >= recountAfterMs || now < counted.at)
      counted = { at: now, watched: await count(tx, sql`is_active and not is_archived`) }
    return counted.watched
  }
  return {
    async detect(tx, latest, now) {
      if (latest === undefined) return undefined
      const failing = await count(tx, sql`status = 'failure' and status_since > ${new Date(latest - periodMs)}`)
      if (failing < minServices) return undefined
      const watched = await countWatchedServices(tx, now)
      if (failing <= minShare * watched) return undefined
      const counts = { failing, watched }
      const recent = (await findRecent(tx, now)) ?? (await findRecentUnderLock(tx, now))
      if (recent !== undefined) return { ...counts, held_until: recent.held_until, isNew: false }
      return { ...counts, held_until: await createMassChange(tx, { ...counts, latest, now }), isNew: true }
    },
  }
}

/** Returns the time until which notifications of new failures are held; null if none are held. */
export async function readHoldEnd(db: Queryable, now: number): Promise<number | null> {
  return (await findRecent(db, now))?.held_until ?? null
}

async function count(db: Queryable, condition: ReturnType<typeof sql>): Promise<number> {
  const [row] = await db.query(sql<{ count: number }>`select count(*) from service where ${condition}`)
  return row?.count ?? 0
}

/**
 * Returns the recent mass change, if there is one. Once it is confirmed or its hold is over, `held_until` is null. It
 * may have begun later than `now`: another shard whose commit began later was the first to detect it.
 */
async function findRecent(db: Queryable, now: number): Promise<{ held_until: number | null } | undefined> {
  const [row] = await db.query(sql<{
    held_until: number | null
  }>`select case when outcome is distinct from 'confirmed' and held_until > ${new Date(now)} then ${toEpochMs(sql`held_until`)} end as held_until
from mass_change where begun_at > ${new Date(now - sameMassChangeMs)} and begun_at < ${new Date(now + sameMassChangeMs)} order by begun_at desc limit 1`)
  return row
}

/** Searches again under a lock: shards run at the same time, and only one of them may create the mass change. */
async function findRecentUnderLock(tx: Transaction, now: number): Promise<{ held_until: number | null } | undefined> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('wachta mass change'))`)
  return findRecent(tx, now)
}

async function createMassChange(
  tx: Transaction,
  { failing, watched, latest, now }: { failing: number; watched: number; latest: number; now: number },
): Promise<number | null> {
  const since = latest - periodMs
  const recheckSensors: RecheckSensors = await findRecheckSensors(tx, since, now)
  const heldUntil = recheckSensors.sensor_ids.length > 0 ? now + holdMs : null
  const [row] = await tx.query(sql<{ id: number }>`insert into mass_change (begun_at, held_until, failing, watched)
values (${new Date(now)}, ${heldUntil === null ? null : new Date(heldUntil)}, ${failing}, ${watched}) returning id`)
  const requested =
    row && heldUntil !== null ? await requestRechecks(tx, { mass_change_id: row.id, recheckSensors, since, now }) : 0
  if (row && heldUntil !== null && requested === 0)
    await tx.query(sql`update mass_change set held_until = null where id = ${row.id}`)
  return requested > 0 ? heldUntil : null
}
