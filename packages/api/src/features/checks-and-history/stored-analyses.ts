import { parseAnalysisId, type StoredAnalysis } from '@wachta/domain'
import { type CountedAnalysis, type FullAnalysis, loadAnalyses, loadAnalysis, type RecordSource } from '@wachta/history'
import { type Call, reject } from '@wachta/resource'
import { type RawBuilder, sql } from 'kysely'
import { type Range, toInterval } from '../../platform/range.ts'
import type { ServiceCall } from '../services/service-operation.ts'

/** The columns of an analysis record, without its checks. */
export const analysisColumns = sql`a.service_id, to_char(a.time at time zone 'UTC', 'YYMMDDHH24MISSMS') as analysis_id,
  wire_time(a.time) as time, a.failure, a.ok_checks_count, a.error_checks_count, a.unknown_checks_count, a.error_tolerance`

/** Selects the analyses in a range, without those with custom settings (kind `c`), which do not affect the status. */
export const selectAnalyses = (service: number, { from, to }: Range): RawBuilder<unknown> =>
  sql`a.service_id = ${service} and a.time >= ${from} and a.time < ${to} and a.kind <> 'c'`

/** The sensors that were expected to check: those of a forced analysis (its kind is not `s`), else of the revision. */
export const expectedSensors = sql`coalesce(f.sensor_ids, r.sensor_ids) as sensor_ids`
/** The columns from which the checks of analyses are unpacked. */
export const storedColumns = sql`a.time, a.failure, a.ok_checks_count, a.error_checks_count, a.unknown_checks_count,
  a.checks, ${expectedSensors}`
/** The joins that `expectedSensors` needs. */
export const joinExpectedSensors = sql`left join service_revision r on r.service_id = a.service_id and r.revision = a.revision
  left join forced_analysis f on f.service_id = a.service_id and f.time = a.time and a.kind <> 's'`

export const sumCheckCounts = (analysis: CountedAnalysis): number =>
  analysis.ok_checks_count + analysis.error_checks_count + analysis.unknown_checks_count

export type StoredRow = Omit<StoredAnalysis, 'time'> & { readonly time: Date }

export const toStoredAnalysis = (row: StoredRow): StoredAnalysis => ({ ...row, time: row.time.getTime() })

/** Loads the analyses of a service in a range with their checks, in the order of their time. */
export async function loadServiceAnalyses(
  source: RecordSource,
  service: number,
  range: Range,
): Promise<FullAnalysis[]> {
  return (await loadAnalyses(source, [service], toInterval(range))).get(service) ?? []
}

/** Reads the analysis in the path, also one with custom settings. */
export async function loadNamedAnalysis(service: number, { source, params }: ServiceCall): Promise<FullAnalysis> {
  return (await loadAnalysis(source, service, readAnalysisTime(params))) ?? reject('not_found')
}

/** Returns the time of the analysis in the path. */
export function readAnalysisTime({ _analysis_id = '' }: Call['params']): number {
  return parseAnalysisId(_analysis_id) ?? reject('not_found')
}
