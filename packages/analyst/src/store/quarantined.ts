import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import type { Verdicts } from '../quarantine.ts'

/** Why we put a sensor there: only those are let out again by comparison. */
export const peersReason = 'errors that its peers do not see'

interface Quarantined {
  readonly sensor_id: number
  readonly reason: string | null
}

/** The sensors that are not believed at present, whoever said so. */
export const quarantinedSensors = (database: Database): Promise<Quarantined[]> =>
  database.query(sql<Quarantined>`select sensor_id, reason from sensor_state where quarantined`)

export async function writeQuarantine(database: Database, { sick, well }: Verdicts): Promise<void> {
  if (sick.length > 0)
    await database.query(sql`insert into sensor_state (sensor_id, quarantined, reason)
select id, true, ${peersReason} from sensor where id = any(${sick})
on conflict (sensor_id) do update set quarantined = true, reason = excluded.reason`)
  if (well.length > 0)
    await database.query(sql`update sensor_state set quarantined = false, reason = null
where sensor_id = any(${well}) and reason = ${peersReason}`)
}
