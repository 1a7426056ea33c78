import type { Group, Sensor, Service, ServiceType } from '@wachta/client'

/** A sensor that can be selected; `owner_id` distinguishes private from public ones. */
export type OfferedSensor = Pick<Sensor, 'id' | 'name' | 'location' | 'owner_id'>

/**
 * Returns the sensors that can be selected, private ones first. A selected sensor remains on the list when it is no
 * longer available, because otherwise it could not be deselected.
 */
export function listOfferedSensors(
  available: readonly OfferedSensor[],
  selected: readonly number[] = [],
  knownSensors: ReadonlyMap<number, OfferedSensor> = new Map(),
): readonly OfferedSensor[] {
  const ids = new Set(available.map(({ id }) => id))
  const unavailable = selected.filter((id) => !ids.has(id)).map((id) => knownSensors.get(id) ?? createPlaceholder(id))
  return [...available, ...unavailable].sort(
    (one, other) => Number(other.owner_id !== null) - Number(one.owner_id !== null),
  )
}

/** Returns the sensors that check a service now, except those that cannot be selected, such as failover sensors. */
export const listSelectable = (
  watching: readonly number[],
  available: readonly Pick<OfferedSensor, 'id'>[],
): readonly number[] => watching.filter((id) => available.some((sensor) => sensor.id === id))

const createPlaceholder = (id: number): OfferedSensor => ({ id, name: `#${id}`, location: '', owner_id: null })

/** Returns the body for a changed selection: null for the sensors of the group, nothing if it is unchanged. */
export function pickChangedSensors(
  before: readonly number[] | null,
  after: readonly number[] | null,
): { readonly sensor_ids?: readonly number[] | null } {
  const [beforeIds, afterIds] = [new Set(before), new Set(after)]
  if (beforeIds.size === afterIds.size && beforeIds.isSubsetOf(afterIds)) return {}
  return { sensor_ids: afterIds.size === 0 ? null : [...afterIds] }
}

/** The settings that decide which sensors check a service. */
interface Assignment extends Pick<Service, 'sensor_ids'> {
  readonly group?: Partial<Pick<Group, 'assigned_sensor_ids'>> | null
  readonly type?: Partial<Pick<ServiceType, 'category_id'>> | null
}

/**
 * Returns how many sensors are assigned to a service, by its own selection or that of its group. Null if that is not
 * known. `known` are the sensors whose categories are known.
 */
export function countAssignedSensors(
  { sensor_ids, group, type }: Assignment,
  known?: readonly Pick<Sensor, 'id' | 'category_ids'>[],
): number | null {
  if (sensor_ids?.length) return sensor_ids.length
  if (!group?.assigned_sensor_ids || !type?.category_id) return null
  const { [type.category_id]: categorySensors = [], default: defaultSensors = [] } = group.assigned_sensor_ids
  if (categorySensors.length > 0 || type.category_id === 'default') return categorySensors.length
  // Of the default sensors, only those that can run such checks count.
  const categories = new Map(known?.map(({ id, category_ids }) => [id, category_ids]))
  if (!defaultSensors.every((id) => categories.has(id))) return null
  const { category_id } = type
  return defaultSensors.filter((id) => categories.get(id)?.includes(category_id)).length
}
