import { type Call, reject, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'

/** Sensor ids by category of service types, as groups assign them. */
export type AssignedSensors = Readonly<Record<string, readonly number[]>>

/** Rejects the deletion of a sensor that a service or group uses. */
export async function rejectUsedSensor({ id }: Values, { db }: Call): Promise<void> {
  const [used] = await db.query(sql`select from service where sensor_ids @> array[${id}::bigint]
union all select from service_group g, jsonb_each(g.assigned_sensor_ids) c where c.value @> to_jsonb(${id}::bigint) limit 1`)
  if (used) reject('still_in_use')
}

/**
 * Returns a violation for each sensor that the account cannot use: a private sensor of another account, an inactive
 * one, or one that cannot check services of the category. Sensors that were already assigned are always accepted. New
 * ones are locked, so that they cannot be deleted at the same time.
 */
export async function sensorViolations(
  ids: readonly number[],
  { ownerId, category, at, former = [] }: { ownerId: number; category: string; at: string; former?: readonly number[] },
  { db, caller }: Pick<Call, 'db' | 'caller'>,
): Promise<Violation[]> {
  if (ids.length === 0) return []
  // Sharees of a group do not see the private sensors of its owner, so they cannot assign them.
  const mayChooseOwn = caller.scope === 'administrator' || caller.actsFor === ownerId
  const fitting = await db.query(sql<{ id: number }>`select id from sensor
where id = any(${ids}) and (owner_id is null or (${mayChooseOwn} and owner_id = ${ownerId})) and is_active and category_ids @> array[${category}] order by id for key share`)
  const known = new Set([...former, ...fitting.map(({ id }) => id)])
  return ids.flatMap((id, index) =>
    known.has(id) ? [] : [{ symbol: 'sensor_not_available', field: `${at}.${index}`, params: { category } }],
  )
}
