import { client } from '../../app/client/client.ts'
import { heartbeatType } from '../heartbeats/queries.ts'
import { countAssignedSensors } from './sensor-settings.ts'
import type { ServiceWithStatus } from './watched.ts'

const servicesPerRequest = 1000
/** Of services with more sensors to choose from, the number can stay unknown. */
const sensorLimit = 1000

/** Adds the number of sensors to services that are down or have no status, and no sensors of their own: there are few. */
export async function addAssignedSensors(
  rows: readonly ServiceWithStatus[],
  signal: AbortSignal,
): Promise<readonly ServiceWithStatus[]> {
  const incomplete = rows.filter(
    ({ status, sensors, type_id }) =>
      (status === 'unknown' || status === 'failure') && sensors === null && type_id !== heartbeatType,
  )
  if (incomplete.length === 0) return rows
  const chunks = Array.from({ length: Math.ceil(incomplete.length / servicesPerRequest) }, (_, index) =>
    incomplete.slice(index * servicesPerRequest, (index + 1) * servicesPerRequest),
  )
  const [sensors, assignments] = await Promise.all([
    client.call('list_sensors', { query: { limit: sensorLimit } }, { signal }),
    Promise.all(chunks.map((part) => loadAssignments(part, signal))),
  ])
  const counts = new Map(assignments.flat().map((service) => [service.id, countAssignedSensors(service, sensors)]))
  return rows.map((row) => (counts.has(row.id) ? { ...row, sensors: counts.get(row.id) ?? null } : row))
}

const loadAssignments = (services: readonly ServiceWithStatus[], signal: AbortSignal) =>
  client.call(
    'search_services',
    {
      body: {
        fields: ['id', 'sensor_ids'],
        embed: ['group.assigned_sensor_ids', 'type.category_id'],
        filters: { id: [{ type: 'one_of', argument: services.map(({ id }) => id) }] },
        limit: servicesPerRequest,
      },
    },
    { signal },
  )
