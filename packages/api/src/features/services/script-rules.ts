import type { Call, Values, Violation } from '@wachta/resource'
import { sql } from 'kysely'

interface ScriptSensors {
  readonly ids: readonly number[]
  readonly ownerId: number
}

/**
 * Rejects a script that would run on a sensor of another account: a script is code of the account, without a jail. The
 * sensors of a group do not count, because they can change without the service.
 */
export async function findScriptViolations(
  { script }: Values,
  { ids, ownerId }: ScriptSensors,
  { db }: Pick<Call, 'db'>,
): Promise<Violation[]> {
  if (script === null || script === undefined) return []
  const own = await db.query(
    sql<{ id: number }>`select id from sensor where id = any(${ids}) and owner_id = ${ownerId}`,
  )
  const known = new Set(own.map(({ id }) => id))
  const isOwn = ids.length > 0 && ids.every((id) => known.has(id))
  return isOwn ? [] : [{ symbol: 'script_needs_private_sensors', field: 'data.sensor_ids' }]
}
