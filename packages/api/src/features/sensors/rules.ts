import { reviseSensorServices } from '@wachta/database'
import { browserCategory } from '@wachta/domain'
import { type Call, type RowChange, reject, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'

/** Sensor ids by category of service types, as groups assign them. */
export type AssignedSensors = Readonly<Record<string, readonly number[]>>

const getCategories = ({ category_ids }: Values): readonly string[] => (category_ids ?? []) as readonly string[]

/**
 * Only the sensor's own reports decide whether it has the category `browser`: clients can neither add nor remove it.
 */
export function prepareCategories(changes: Values, before: Values = {}): Values {
  if (!('category_ids' in changes)) return changes
  const given = getCategories(changes)
  const hasBrowser = getCategories(before).includes(browserCategory)
  if (given.includes(browserCategory) && !hasBrowser) reject('sensor_without_browser', 'data.category_ids')
  // `browser` alone is not enough: the sensor may lose it at any time and must keep at least one category.
  if (given.every((category) => category === browserCategory))
    reject('too_few_items', 'data.category_ids', { limit: 1 })
  return hasBrowser ? { ...changes, category_ids: [...new Set([...given, browserCategory])] } : changes
}

/** Creates new revisions for the services in categories that were added to or removed from the sensor. */
export async function reviseServicesOfChangedCategories({ id, changes, before }: RowChange, call: Call): Promise<void> {
  if (!('category_ids' in changes)) return
  const category_ids = [...new Set(getCategories(changes)).symmetricDifference(new Set(getCategories(before)))]
  if (category_ids.length > 0) await reviseSensorServices({ sensor_id: id, category_ids }, call)
}

/** Rejects the deletion of a sensor that a service or group uses. */
export async function rejectUsedSensor({ id }: Values, { db }: Call): Promise<void> {
  const [used] = await db.query(sql`select from service where sensor_ids @> array[${id}::bigint]
union all select from service_group g, jsonb_each(g.assigned_sensor_ids) c where c.value @> to_jsonb(${id}::bigint) limit 1`)
  if (used) reject('still_in_use')
}

/**
 * Returns a violation for each sensor that the caller cannot assign to a service or group of the owner: a private
 * sensor that the caller may not choose, an inactive sensor, or one that cannot check services of the category. Sensors
 * in `former` are always accepted. Usable sensors are locked, so that they cannot be deleted at the same time.
 */
export async function findSensorViolations(
  ids: readonly number[],
  { ownerId, category, at, former = [] }: { ownerId: number; category: string; at: string; former?: readonly number[] },
  { db, caller }: Pick<Call, 'db' | 'caller'>,
): Promise<Violation[]> {
  if (ids.length === 0) return []
  // Sharees of a group do not see the private sensors of its owner, so they cannot assign them.
  const mayChooseOwn = caller.scope === 'administrator' || caller.actsFor === ownerId
  const usable = await db.query(sql<{ id: number }>`select id from sensor
where id = any(${ids}) and (owner_id is null or (${mayChooseOwn} and owner_id = ${ownerId})) and is_active and category_ids @> array[${category}] order by id for key share`)
  const usableIds = new Set([...former, ...usable.map(({ id }) => id)])
  return ids.flatMap((id, index) =>
    usableIds.has(id) ? [] : [{ symbol: 'sensor_not_available', field: `${at}.${index}`, params: { category } }],
  )
}
