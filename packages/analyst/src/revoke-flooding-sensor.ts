import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Flood } from './flood-guard.ts'

/** With fewer skipped messages, a sensor is only a little too fast, and sends the skipped results again. */
const minSkippedMessages = 500

/**
 * Revokes the credentials of a private sensor that sends too much; the api process passes that on to the broker. Public
 * sensors belong to the operator, who can act on the metric and the log. Returns whether credentials were revoked.
 */
export async function revokeFloodingSensor(database: Database, { sensor_id, messages }: Flood): Promise<boolean> {
  if (messages < minSkippedMessages) return false
  const revoked = await database.query(sql`update sensor_credential c set revoked_at = now()
from sensor s where s.id = c.sensor_id and s.id = ${sensor_id} and s.owner_id is not null and c.revoked_at is null
returning c.public_key`)
  return revoked.length > 0
}
