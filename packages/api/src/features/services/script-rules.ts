import type { Call, Values, Violation } from '@wachta/resource'
import { sql } from 'kysely'

interface ScriptSensors {
  readonly ids: readonly number[]
  readonly ownerId: number
}

/**
 * Requires private sensors of the account for a script, because a script is code of the account and does not run in a
 * sandbox. The service needs its own list of sensors, because the list of its group can change without the service.
 */
export async function findScriptViolations(
  { script }: Values,
  { ids, ownerId }: ScriptSensors,
  { db }: Pick<Call, 'db'>,
): Promise<Violation[]> {
  if (script === null || script === undefined) return []
  const ownSensors = await db.query(
    sql<{ id: number }>`select id from sensor where id = any(${ids}) and owner_id = ${ownerId}`,
  )
  const ownIds = new Set(ownSensors.map(({ id }) => id))
  const isOwn = ids.length > 0 && ids.every((id) => ownIds.has(id))
  return isOwn ? [] : [{ symbol: 'script_needs_private_sensors', field: 'data.sensor_ids' }]
}
