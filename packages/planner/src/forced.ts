import { type ForceCommand, getShardOfService, type StoredConfiguration } from '@wachta/bus'
import type { Database } from '@wachta/database'
import { reportUnreadable } from '@wachta/runtime'
import { sql } from 'kysely'
import { toConfiguration } from './revisions.ts'
import { type SensorSealer, UnsealableError } from './sealing.ts'

/** A sensor that has not started a forced check within this time skips it. */
const startTimeoutMs = 15_000
/** Commands are sent a little ahead, so that all sensors start at the same time. */
const leadMs = 1_000
const maxPerRound = 500

interface DueAnalysis {
  readonly service_id: number
  readonly owner_id: number
  readonly time: Date
  readonly start_time: Date
  readonly sensor_ids: readonly number[]
  readonly revision: number
  readonly type_id: string
  readonly timeout_ms: number
  readonly configuration: StoredConfiguration | null
}

export interface Dispatch {
  readonly sensor_id: number
  readonly command: ForceCommand
}

/**
 * Takes the due forced analyses, each only once, and returns the commands for sensors. A lost command is not repeated:
 * the result of that sensor is unknown. If the configuration cannot be read, no command is sent and all are unknown.
 */
export async function takeDueForcedAnalyses(database: Database, now: Date, seal: SensorSealer): Promise<Dispatch[]> {
  const due = await database.query(sql<
    Omit<DueAnalysis, 'configuration'> & { readonly configuration: unknown }
  >`with due as (
  update forced_analysis f set dispatched_at = ${now}
  where (f.service_id, f.time) in (select service_id, time from forced_analysis
    where closed_at is null and dispatched_at is null and start_time <= ${new Date(now.getTime() + leadMs)}
    order by start_time limit ${maxPerRound} for update skip locked)
  returning f.*)
select d.service_id, r.owner_id, d.time, d.start_time, d.sensor_ids, d.revision, r.type_id, d.timeout_ms,
  coalesce(d.configuration, r.configuration) as configuration
from due d join service_revision r on r.service_id = d.service_id and r.revision = d.revision`)
  return due.flatMap((row) => {
    const analysis = { ...row, configuration: toConfiguration(row, 'forced_analysis.configuration') }
    // A deleted service has no configuration either.
    if (analysis.configuration === null) return []
    try {
      return analysis.sensor_ids.map((sensor_id) => ({
        sensor_id,
        command: buildCommand(analysis, seal(analysis, sensor_id)),
      }))
    } catch (error) {
      if (!(error instanceof UnsealableError)) throw error
      reportUnreadable('forced_analysis.configuration', analysis.service_id)
      return []
    }
  })
}

function buildCommand(due: DueAnalysis, secrets: string | null): ForceCommand {
  return {
    kind: 'force',
    service_id: due.service_id,
    group: getShardOfService(due.service_id),
    slot: due.time.getTime(),
    expires_at: due.start_time.getTime() + startTimeoutMs,
    revision: due.revision,
    type_id: due.type_id,
    timeout_ms: due.timeout_ms,
    address: due.configuration?.address ?? '',
    extended_settings: due.configuration?.extended_settings ?? {},
    secrets,
  }
}
