import type { Database } from '@wachta/database'
import { computeNextPresence, initialPresence, jobSensorId, type Presence } from '@wachta/domain'
import { sql } from 'kysely'
import { isScheduled, type PendingSlot } from './slots/open-slot.ts'
import { type FencedLease, fence } from './store/fenced.ts'
import { isInShard } from './store/load.ts'

/** A sensor became absent for a service, or returned. */
interface Change {
  readonly service_id: number
  readonly sensor_id: number
  readonly time: Date
  readonly is_back: boolean
}

/**
 * Tracks sensors that give no known results for a service, slot by slot. Only sensors that recently missed a slot are
 * kept in memory.
 */
export class Absences {
  readonly #services = new Map<number, Map<number, Presence>>()
  #changes = new Map<string, Change>()

  constructor(absent: Iterable<{ readonly service_id: number; readonly sensor_id: number }>) {
    for (const { service_id, sensor_id } of absent)
      this.#getOrCreate(service_id).set(sensor_id, { isAbsent: true, streak: 0 })
  }

  /** Evaluates a closed slot; only scheduled slots count. */
  observe(closed: PendingSlot): void {
    const { service_id, slot, expectation, reports, quarantinedRanks } = closed
    if (!isScheduled(closed) || expectation.sensor_ids[0] === jobSensorId) return
    const isKnown = (rank: number) => {
      const result = reports[rank]?.result
      return result !== undefined && result !== 'unknown' && quarantinedRanks?.has(rank) !== true
    }
    const before = this.#services.get(service_id)
    if (before === undefined && expectation.sensor_ids.every((_, rank) => isKnown(rank))) return
    // A sensor that is removed from the service and added again starts without history.
    const after = new Map<number, Presence>()
    for (const [rank, sensor_id] of expectation.sensor_ids.entries()) {
      const { presence, change } = computeNextPresence(before?.get(sensor_id) ?? initialPresence, isKnown(rank))
      if (presence !== initialPresence) after.set(sensor_id, presence)
      if (change !== undefined)
        this.#changes.set(`${service_id} ${sensor_id}`, {
          ...{ service_id, sensor_id, time: new Date(slot), is_back: change === 'returned' },
        })
    }
    if (after.size === 0) this.#services.delete(service_id)
    else this.#services.set(service_id, after)
  }

  /** Writes the changes. If that fails, they are written with the next call. */
  async flush(database: Database, lease: FencedLease): Promise<void> {
    if (this.#changes.size === 0) return
    const changes = this.#changes
    this.#changes = new Map()
    try {
      await database.transaction(async (tx) => {
        await fence(tx, lease)
        await tx.query(sql`insert into sensor_absence as a (service_id, sensor_id, absent_since)
select service_id, sensor_id, time from ${toRows(changes)} where not is_back
on conflict (service_id, sensor_id) do update set returned_at = null`)
        await tx.query(sql`update sensor_absence a set returned_at = n.time from ${toRows(changes)}
where n.is_back and a.service_id = n.service_id and a.sensor_id = n.sensor_id and a.returned_at is null`)
      })
    } catch (error) {
      this.#changes = new Map([...changes, ...this.#changes])
      throw error
    }
  }

  #getOrCreate(service_id: number): Map<number, Presence> {
    const presences = this.#services.get(service_id) ?? new Map<number, Presence>()
    this.#services.set(service_id, presences)
    return presences
  }
}

/** Reads the stored absences of a shard. */
export async function loadAbsences(database: Database, shard: number): Promise<Absences> {
  return new Absences(
    await database.query(sql<{ service_id: number; sensor_id: number }>`select service_id, sensor_id from sensor_absence
where returned_at is null and ${isInShard(sql`service_id`, shard)}`),
  )
}

const toRows = (changes: ReadonlyMap<string, Change>) =>
  sql`jsonb_to_recordset(${JSON.stringify([...changes.values()])}::jsonb) as n (service_id bigint, sensor_id bigint, time timestamptz, is_back boolean)`
