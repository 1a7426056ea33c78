import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Flood } from './flood-guard.ts'

/** Fewer are a sensor that is a little too eager: what was passed over it sends again. */
const leastMessages = 500

/**
 * Revokes the credentials of a private sensor that floods; the api tells the broker. A public sensor is the operator's
 * own, and the operator decides: the metric and the log name it. Says whether the sensor was cut off.
 */
export async function cutOff(database: Database, { sensor_id, messages }: Flood): Promise<boolean> {
  if (messages < leastMessages) return false
  const revoked = await database.query(sql`update sensor_credential c set revoked_at = now()
from sensor s where s.id = c.sensor_id and s.id = ${sensor_id} and s.owner_id is not null and c.revoked_at is null
returning c.public_key`)
  return revoked.length > 0
}
