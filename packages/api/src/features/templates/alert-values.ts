import { sampleValues } from '@wachta/channels'
import {
  formatDuration,
  formatWallTime,
  type Language,
  listAnalysisChecks,
  toAnalysisId,
  toZoneName,
} from '@wachta/domain'
import type { Call } from '@wachta/resource'
import { sql } from 'kysely'
import {
  joinExpectedSensors,
  type StoredRow,
  storedColumns,
  toStoredAnalysis,
} from '../checks-and-history/stored-analyses.ts'

interface AlertRow {
  readonly account_name: string
  readonly group_name: string
  readonly service_id: number
  readonly service_name: string
  readonly service_address: string
  readonly service_description: string
  readonly service_type: string
  readonly step_names: readonly string[]
  readonly event_name: string | null
  readonly escalation_name: string | null
  readonly contact_name: string | null
  readonly error_type: string | null
  readonly error_type_id: number | null
  readonly diagnosis: string | null
  readonly next_steps: string | null
  readonly start_time: Date
  readonly end_time: Date | null
  readonly time_zone_id: string
  readonly analysis_time: Date | null
}

/** Loads the template variables of a real alert; unknown values are those of the sample. */
export async function loadAlertValues(
  id: number,
  language: Language,
  call: Call,
): Promise<Readonly<Record<string, string>>> {
  const row = await findAlert(id, language, call)
  if (!row) return sampleValues[language]
  const { step_names: _, time_zone_id, start_time, end_time, analysis_time, ...plain } = row
  const zone = toZoneName(time_zone_id) ?? 'UTC'
  const knownValues = Object.entries(plain).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return {
    ...sampleValues[language],
    ...Object.fromEntries(knownValues),
    start_time: formatWallTime(start_time, zone),
    end_time: end_time ? formatWallTime(end_time, zone) : '',
    duration: formatDuration((end_time ?? call.now).getTime() - start_time.getTime(), language),
    time_zone: zone,
    ...(analysis_time && (await loadResults(row, analysis_time, call))),
  }
}

/**
 * Like messages, names a lost sensor instead of one of its services. Contact and escalation are those of the first
 * notification to a contact (style `c`).
 */
async function findAlert(id: number, language: Language, { db }: Call): Promise<AlertRow | undefined> {
  const [found] = await db.query(sql<AlertRow>`select a.name as account_name, g.name as group_name, v.id as service_id,
  case when l.id is null then v.name else 'Sensor ' || l.name end as service_name, v.address as service_address,
  v.description as service_description, y.name ->> ${language} as service_type,
  v.step_names, e.name as event_name, x.name as escalation_name, c.name as contact_name, t.name ->> ${language} as error_type,
  t.id as error_type_id, t.diagnosis ->> ${language} as diagnosis, t.extra_info ->> ${language} as next_steps,
  o.start_time, o.end_time, a.time_zone_id, o.analysis_time
from occurrence o join service v on v.id = o.service_id join service_group g on g.id = v.group_id join account a on a.id = o.owner_id
  join service_type y on y.id = v.type_id left join event e on e.id = o.event_id left join error_type t on t.id = o.error_type_id
  left join sensor l on l.id = o.sensor_id
  left join lateral (select n.escalation_id, n.contact_id from notification n
    where n.occurrence_id = o.id and n.style = 'c' order by n.id limit 1) n on true
  left join escalation x on x.id = n.escalation_id left join contact c on c.id = n.contact_id
where o.id = ${id}`)
  return found
}

/** Loads the results of the analysis that the alert started with, if they are still stored. */
async function loadResults(
  { service_id, step_names }: AlertRow,
  time: Date,
  { db }: Call,
): Promise<Record<string, string>> {
  const analysis_id = toAnalysisId(time.getTime())
  const [row] = await db.query(sql<StoredRow>`select ${storedColumns} from analysis a ${joinExpectedSensors}
where a.service_id = ${service_id} and a.time = ${time}`)
  if (!row) return { analysis_id }
  const checks = listAnalysisChecks(toStoredAnalysis(row))
  const failed = checks.filter(({ result }) => result === 'error')
  const ids = failed.map(({ sensor_id }) => sensor_id)
  const sensors = await db.query(
    sql<{ name: string }>`select name from sensor where id = any(${ids}) order by array_position(${ids}::bigint[], id)`,
  )
  const [detail] = await db.query(sql<{ error_message: string }>`select error_message from check_detail
where service_id = ${service_id} and time = ${time} and sensor_id = any(${ids}) and error_message is not null
order by sensor_id limit 1`)
  const times = checks.flatMap(({ response_time }) => response_time ?? [])
  const step = failed.find(({ path_step }) => path_step !== null)?.path_step
  return {
    analysis_id,
    failing_sensors: sensors.map(({ name }) => name).join(', '),
    failing_sensors_count: String(failed.length),
    sensors_count: String(checks.length),
    error_message: detail?.error_message ?? '',
    response_time:
      times.length === 0 ? '' : String(Math.round(times.reduce((sum, one) => sum + one, 0) / times.length)),
    step_number: step ? String(step) : '',
    step_name: step ? (step_names[step - 1] ?? '') : '',
  }
}
