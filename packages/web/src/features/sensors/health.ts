import type { Sensor, SensorStatus } from '@wachta/client'
import type { Status } from '../../ui/status-mark.tsx'

/** If checks start this many milliseconds late, the sensor is overloaded. */
const overloadLagMs = 1000
/** A short loss of connection does not explain this many results waiting on disk, so the sensor is overloaded. */
const overloadWaitingResults = 1000

export type Health = 'inactive' | 'never' | 'silent' | 'quarantined' | 'cutOff' | 'overloaded' | 'well'

/** Returns the most serious problem of a sensor. */
export function getSensorHealth(isActive: boolean, status: SensorStatus): Health {
  if (!isActive) return 'inactive'
  if (status.last_seen === null) return 'never'
  if (!status.online) return 'silent'
  if (status.quarantined) return 'quarantined'
  if (status.self_check === false) return 'cutOff'
  if ((status.lag_ms ?? 0) >= overloadLagMs || (status.waiting ?? 0) >= overloadWaitingResults) return 'overloaded'
  return 'well'
}

export const healthMarks: Readonly<Record<Health, Status>> = {
  inactive: 'paused',
  never: 'unknown',
  silent: 'failure',
  quarantined: 'unknown',
  cutOff: 'warning',
  overloaded: 'slow',
  well: 'ok',
}

/** The order of the list: sensors that need attention first, disabled ones last. */
const healthOrder: readonly Health[] = ['silent', 'cutOff', 'quarantined', 'overloaded', 'never', 'well', 'inactive']

/** Compares by how much attention a sensor needs; undefined, a health that is not known yet, comes last. */
export const compareHealth = (one: Health | undefined, other: Health | undefined): number =>
  getRank(one) - getRank(other)

const getRank = (health: Health | undefined): number => (health ? healthOrder.indexOf(health) : healthOrder.length)

interface ListedService {
  readonly id: number
  readonly name: string
  readonly type_id: string
  readonly group_id: number
  readonly sensor_ids: readonly number[] | null
}

interface Lookup {
  readonly groups: ReadonlyMap<number, { readonly assigned_sensor_ids: Readonly<Record<string, readonly number[]>> }>
  readonly types: ReadonlyMap<string, { readonly category_id: string }>
}

/**
 * Returns the services that use the sensor: by their own selection, or by that of their group. A group without sensors
 * for a category uses those of its default sensors that can run such checks.
 */
export function listServicesOfSensor(
  sensor: Pick<Sensor, 'id' | 'category_ids'>,
  services: readonly ListedService[],
  { groups, types }: Lookup,
): ListedService[] {
  return services.filter(({ sensor_ids, group_id, type_id }) => {
    if (sensor_ids?.length) return sensor_ids.includes(sensor.id)
    const category = types.get(type_id)?.category_id ?? ''
    const assigned = groups.get(group_id)?.assigned_sensor_ids
    const categorySensors = assigned?.[category] ?? []
    if (categorySensors.length > 0) return categorySensors.includes(sensor.id)
    return assigned?.['default']?.includes(sensor.id) === true && sensor.category_ids.includes(category)
  })
}

/** Returns the command to run on the machine of the new sensor. */
export const buildInstallCommand = (serverUrl: string, token: string): string =>
  [
    `SENSOR_SERVER_URL=${serverUrl} \\`,
    `SENSOR_TOKEN=${token} \\`,
    'SENSOR_DIRECTORY=/var/lib/wachta-sensor \\',
    'wachta sensor',
  ].join('\n')
