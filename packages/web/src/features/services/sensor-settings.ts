import type { Group, Sensor, Service, ServiceType } from '@wachta/client'

/** A sensor that can be selected; `owner_id` distinguishes private from public ones. */
export type OfferedSensor = Pick<Sensor, 'id' | 'name' | 'location' | 'owner_id'>

/**
 * Returns the sensors that can be selected, private ones first. A selected sensor remains on the list when it is no
 * longer available, because otherwise it could not be deselected.
 */
export function listOfferedSensors(
  available: readonly OfferedSensor[],
  former: readonly number[] = [],
  known: ReadonlyMap<number, OfferedSensor> = new Map(),
): readonly OfferedSensor[] {
  const ids = new Set(available.map(({ id }) => id))
  const left = former.filter((id) => !ids.has(id)).map((id) => known.get(id) ?? unseen(id))
  return [...available, ...left].sort((one, other) => Number(other.owner_id !== null) - Number(one.owner_id !== null))
}

const unseen = (id: number): OfferedSensor => ({ id, name: `#${id}`, location: '', owner_id: null })

/** Returns the body for a changed selection: null for the sensors of the group, nothing if it is unchanged. */
export function pickChangedSensors(
  before: readonly number[] | null,
  after: readonly number[] | null,
): { readonly sensor_ids?: readonly number[] | null } {
  const [was, is] = [new Set(before), new Set(after)]
  if (was.size === is.size && was.isSubsetOf(is)) return {}
  return { sensor_ids: is.size === 0 ? null : [...is] }
}

/** The settings that decide which sensors check a service. */
interface Assignment extends Pick<Service, 'sensor_ids'> {
  readonly group?: Partial<Pick<Group, 'assigned_sensor_ids'>> | null
  readonly type?: Partial<Pick<ServiceType, 'category_id'>> | null
}

/**
 * Returns how many sensors are assigned to a service, by its own selection or that of its group. Null if that is not
 * known.
 */
export function countAssignedSensors({ sensor_ids, group, type }: Assignment): number | null {
  if (sensor_ids?.length) return sensor_ids.length
  if (!group?.assigned_sensor_ids || !type?.category_id) return null
  const { [type.category_id]: own = [], default: usual = [] } = group.assigned_sensor_ids
  if (own.length > 0 || type.category_id === 'default') return own.length
  // Of the default sensors, only those count that can run such checks.
  return usual.length === 0 ? 0 : null
}
