import { isDeepStrictEqual } from 'node:util'
import { reviseServices } from '@wachta/database'
import { type Call, type RowChange, reject, rejectAny, type Values, type Violation } from '@wachta/resource'
import { sql } from 'kysely'
import { serviceTypeCategories } from '../dictionaries/service-type-categories.ts'
import { rejectBeyondPackage } from '../packages/limits.ts'
import { type AssignedSensors, findSensorViolations } from '../sensors/rules.ts'

const categories = new Set(serviceTypeCategories.entries.map(({ id }) => id))

/** Validates group data and converts it to columns: deprecated `sensor_ids` set the sensors of category `default`. */
export async function prepareGroup(data: Values, before: Values | undefined, call: Call): Promise<Values> {
  const ownerId = Number((before ?? data)['owner_id'])
  const { sensor_ids, ...columns } = data
  const assigned = readAssignedSensors(data, before)
  if (assigned === undefined) return columns
  rejectAny(
    await findAssignmentViolations(
      { assigned, former: (before?.['assigned_sensor_ids'] ?? {}) as AssignedSensors },
      ownerId,
      call,
    ),
  )
  await rejectBeyondPackage(
    ownerId,
    {
      usage: { maximum_sensors: Math.max(0, ...Object.values(assigned).map((ids) => ids.length)) },
      fields: { maximum_sensors: 'data.assigned_sensor_ids' },
    },
    call,
  )
  return { ...columns, assigned_sensor_ids: assigned }
}

/** Revises the services that use the sensors of the group, after these sensors have changed. */
export async function reviseGroupServices({ id, changes }: RowChange, call: Call): Promise<void> {
  if (!('assigned_sensor_ids' in changes || 'sensor_ids' in changes)) return
  const services = await call.db.query(
    sql<{
      id: number
    }>`select id from service where group_id = ${id} and coalesce(cardinality(sensor_ids), 0) = 0 order by id for update`,
  )
  await reviseServices(
    services.map((service) => service.id),
    call,
  )
}

function readAssignedSensors(data: Values, before?: Values): AssignedSensors | undefined {
  const given = data['assigned_sensor_ids'] as AssignedSensors | undefined
  const defaultSensorIds = data['sensor_ids'] as readonly number[] | undefined
  if (defaultSensorIds === undefined) return given
  if (given && !isDeepStrictEqual(given['default'] ?? [], defaultSensorIds)) reject('contradiction', 'data.sensor_ids')
  const { default: _, ...others } = given ?? (before?.['assigned_sensor_ids'] as AssignedSensors | undefined) ?? {}
  return defaultSensorIds.length > 0 ? { ...others, default: defaultSensorIds } : others
}

/** The new and the previous sensors of a group. */
interface SensorAssignment {
  readonly assigned: AssignedSensors
  readonly former: AssignedSensors
}

async function findAssignmentViolations(
  { assigned, former }: SensorAssignment,
  ownerId: number,
  call: Call,
): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const [category, ids] of Object.entries(assigned)) {
    const at = `data.assigned_sensor_ids.${category}`
    if (!categories.has(category)) violations.push({ symbol: 'unknown_reference', field: at })
    else
      violations.push(
        ...(await findSensorViolations(ids, { ownerId, category, at, former: former[category] ?? [] }, call)),
      )
  }
  return violations
}
