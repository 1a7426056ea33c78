import type { Database } from '@wachta/database'
import { sql } from 'kysely'

/** The configuration of a service in [from, to). */
export interface Revision {
  readonly service_id: number
  readonly revision: number
  readonly from: number
  readonly to: number
  readonly is_active: boolean
  readonly interval_ms: number
  readonly phase_ms: number
  readonly sensor_ids: readonly number[]
  readonly error_tolerance: number
  /** The service was deleted. */
  readonly isGone: boolean
}

/** The configuration history of each service, in order, without revisions that never took effect. */
export type Configuration = ReadonlyMap<number, readonly Revision[]>

export async function readRevisions(db: Database): Promise<Revision[]> {
  const rows = await db.query(sql<Omit<Revision, 'to'> & { to: number | null }>`select service_id, revision,
  (extract(epoch from effective_from) * 1000)::int8 as "from", ceil(extract(epoch from effective_to) * 1000)::int8 as "to",
  is_active, interval_ms, phase_ms, sensor_ids, error_tolerance,
  not exists (select from service v where v.id = r.service_id) as "isGone"
from service_revision r order by service_id, revision`)
  return rows.map((row) => ({
    ...row,
    to: row.to ?? Number.POSITIVE_INFINITY,
    sensor_ids: row.sensor_ids.map(Number),
  }))
}

export const groupRevisionsInForce = (revisions: readonly Revision[]): Configuration =>
  Map.groupBy(
    revisions.filter(({ from, to }) => from < to),
    ({ service_id }) => service_id,
  )

/** Returns the slots of a revision: one per interval from the phase on, while it is in force and active. */
export function listSlots({ from, to, interval_ms, phase_ms, is_active }: Revision, end: number): number[] {
  const slots: number[] = []
  if (!is_active) return slots
  for (let count = Math.ceil((from - phase_ms) / interval_ms); ; count += 1) {
    const slot = phase_ms + count * interval_ms
    if (slot >= Math.min(to, end)) return slots
    slots.push(slot)
  }
}

/** Returns the revision that has this slot, if any. */
export const findRevision = (revisions: readonly Revision[], slot: number): Revision | undefined =>
  revisions.find(
    ({ from, to, is_active, interval_ms, phase_ms }) =>
      is_active && from <= slot && slot < to && (slot - phase_ms) % interval_ms === 0,
  )
