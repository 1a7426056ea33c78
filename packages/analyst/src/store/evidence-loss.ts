import type { SensorScope } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { sql } from 'kysely'

export interface EvidenceLoss {
  readonly artifacts: number
  /** Whether the artifacts were lost from the stream of public or of private sensors. */
  readonly scope: SensorScope
  /**
   * The sensor, if it is known. It takes precedence over `scope`: a private sensor with an older token uses the public
   * stream.
   */
  readonly sensor_id?: number | undefined
}

/**
 * Records the permanent loss of evidence, so that the planner can raise an alarm if it came from a public sensor.
 * Deletes records older than a day.
 */
export async function recordEvidenceLoss(
  database: Pick<Database, 'query'>,
  { artifacts, scope, sensor_id = 0 }: EvidenceLoss,
): Promise<void> {
  await database.query(sql`with outdated as (delete from evidence_loss where minute < now() - interval '1 day'),
  loss as (select coalesce((select owner_id is null from sensor where id = ${sensor_id}), ${scope === 'public'}) as is_public)
insert into evidence_loss as l (minute, artifacts, private_artifacts)
select date_trunc('minute', now()), case when is_public then ${artifacts}::int else 0 end, case when is_public then 0 else ${artifacts}::int end from loss
on conflict (minute) do update set artifacts = l.artifacts + excluded.artifacts, private_artifacts = l.private_artifacts + excluded.private_artifacts`)
}
