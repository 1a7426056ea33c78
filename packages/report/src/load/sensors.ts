import type { Queryable } from '@wachta/database'
import { type Interval, lateResultsMs, type SensorProgress } from '@wachta/domain'
import { sql } from 'kysely'

export interface ScopedSensor extends SensorProgress {
  readonly name: string
}

/** Returns for each active sensor until when its results are stored. */
export const loadSensorProgress = (db: Queryable): Promise<ScopedSensor[]> =>
  db.query(sql<ScopedSensor>`select s.id, s.name, (extract(epoch from t.last_seen) * 1000)::float8 as last_seen,
  (t.report ->> 'complete_until')::float8 as complete_until
from sensor s left join sensor_state t on t.sensor_id = s.id where s.is_active order by s.id`)

/**
 * Returns the ids of the sensors that checked the services at the end of a period, because only their results may still
 * be on their way.
 */
export async function loadSensorsOfServices(
  db: Queryable,
  services: readonly number[],
  period: Interval,
): Promise<number[]> {
  const since = new Date(Math.max(period.start, period.end - lateResultsMs))
  const rows = await db.query(sql<{
    id: number
  }>`select distinct u.id from service_revision r, unnest(r.sensor_ids) u(id)
where r.service_id = any(${services}::bigint[]) and r.is_active and r.effective_from < ${new Date(period.end)}
  and (r.effective_to is null or r.effective_to > ${since})`)
  return rows.map(({ id }) => id)
}
