import { setTimeout as wait } from 'node:timers/promises'
import { revokeUsers } from '@wachta/bus'
import type { Database } from '@wachta/database'
import type { Log } from '@wachta/runtime'
import { sql } from 'kysely'
import type { SensorSettings } from './context.ts'

const publishIntervalMs = 5_000

/** Publishes revoked credentials to the broker until the process stops; failures are retried. */
export async function keepRevoking(
  database: Database,
  sensors: SensorSettings | null,
  { stopping, log }: { stopping: AbortSignal; log: Log },
): Promise<void> {
  while (sensors && !stopping.aborted) {
    try {
      const count = await publishRevokedKeys(database, sensors)
      if (count > 0) log.info({ count }, 'revoked credentials of sensors')
    } catch (err) {
      log.error({ err }, 'could not send revoked credentials to the broker, which still accepts them; retrying')
    }
    await wait(publishIntervalMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}

/**
 * Publishes the list of all revoked keys if it contains a new one, and revokes the keys of deleted sensors. Returns the
 * number of new keys. Only one process at a time does so, because each publishes the whole list.
 */
export async function publishRevokedKeys(database: Database, { url, ca, keys }: SensorSettings): Promise<number> {
  return database.transaction(async (tx) => {
    const [lock] = await tx.query(
      sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext('wachta revocation')) as held`,
    )
    if (!lock?.held) return 0
    await tx.query(sql`update sensor_credential c set revoked_at = now()
where revoked_at is null and not exists (select from sensor s where s.id = c.sensor_id)`)
    const revoked = await tx.query(sql<{ public_key: string; is_new: boolean }>`
select public_key, pushed_at is null as is_new from sensor_credential where revoked_at is not null`)
    const newKeys = revoked.filter(({ is_new }) => is_new).map(({ public_key }) => public_key)
    if (newKeys.length === 0) return 0
    await revokeUsers(
      { url, ca, keys },
      revoked.map(({ public_key }) => public_key),
    )
    await tx.query(sql`update sensor_credential set pushed_at = now() where public_key = any(${newKeys})`)
    return newKeys.length
  })
}
