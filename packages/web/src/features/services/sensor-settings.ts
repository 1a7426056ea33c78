import type { Sensor } from '@wachta/client'

/** A sensor to choose; the owner's private ones are distinguished from public ones. */
export type OfferedSensor = Pick<Sensor, 'id' | 'name' | 'location' | 'owner_id'>

/**
 * What can be chosen, one's own first. A sensor that was chosen before stays on offer when it is available no more: only so
 * can it be taken out.
 */
export function offeredSensors(
  available: readonly OfferedSensor[],
  former: readonly number[] = [],
  known: ReadonlyMap<number, OfferedSensor> = new Map(),
): readonly OfferedSensor[] {
  const ids = new Set(available.map(({ id }) => id))
  const left = former.filter((id) => !ids.has(id)).map((id) => known.get(id) ?? unseen(id))
  return [...available, ...left].sort((one, other) => Number(other.owner_id !== null) - Number(one.owner_id !== null))
}

const unseen = (id: number): OfferedSensor => ({ id, name: `#${id}`, location: '', owner_id: null })

/** What is to be sent of a choice: null for the sensors of the group, nothing where it is as it was. */
export function changedSensors(
  before: readonly number[] | null,
  after: readonly number[] | null,
): { readonly sensor_ids?: readonly number[] | null } {
  const [was, is] = [new Set(before), new Set(after)]
  if (was.size === is.size && was.isSubsetOf(is)) return {}
  return { sensor_ids: is.size === 0 ? null : [...is] }
}
