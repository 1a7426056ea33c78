import type { Database } from '@wachta/database'
import { packChecks, toAnalysisId } from '@wachta/domain'
import { sql } from 'kysely'

/** Every service has an analysis at this time. */
const seededTime = Date.UTC(2026, 0, 1)
export const seeded = { analysis_id: toAnalysisId(seededTime), sensor_id: 1, artifact_id: 'content' }

/** The token in the URL that the job of one service calls. */
export const heartbeatToken = 'h'.repeat(32)

/**
 * Stores two analyses of every service: the one at that time, and one in the last hour. Their messages contain the name
 * of the service.
 */
export async function seedHistory(db: Database, now: Date): Promise<void> {
  const times = [new Date(seededTime), new Date(now.getTime() - 1_800_000)]
  const days = times.map((at) => at.toISOString().slice(0, 10))
  const check = {
    sensor_id: seeded.sensor_id,
    started: 0,
    reason: null,
    path_step: 1,
    response_time: 7,
    data_size: null,
  }
  const checks = Buffer.from(packChecks([{ ...check, result: 'error', error_type_id: 1, timings: {} }]))
  await db.query(sql`select partition_days(${days}::date[])`)
  await db.query(sql`insert into analysis (service_id, time, revision, error_tolerance, ok_checks_count, error_checks_count,
  unknown_checks_count, failure, kind, checks)
select v.id, t, 1, 51, 0, 1, cardinality(v.sensor_ids) - 1, true, 's', ${checks} from service v, unnest(${times}::timestamptz[]) t`)
  await db.query(sql`insert into check_detail (service_id, time, sensor_id, error_message, base_url, step_data)
select v.id, t, ${seeded.sensor_id}, v.name, v.address, '[{"step": 1, "response_time": 7, "data_size": null}]'
from service v, unnest(${times}::timestamptz[]) t`)
}
