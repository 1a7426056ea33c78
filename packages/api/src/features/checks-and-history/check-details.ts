import { listAnalysisChecks, type PackedCheck, type StoredAnalysis, toAnalysisId } from '@wachta/domain'
import { closed, nameSchema, type Operation } from '@wachta/resource'
import { component, id, key, nullable, number, text } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { buildIntegerOrNull, buildRecordSchema } from '../../platform/record.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'
import { analysisIdSchema } from './analyses.ts'
import { loadNamedCheck } from './checks.ts'
import { loadNamedAnalysis } from './stored-analyses.ts'

const stepDetail = Type.Object({
  step: Type.Integer({ minimum: 1 }),
  response_time: buildIntegerOrNull(0, 'Milliseconds.'),
  data_size: buildIntegerOrNull(0, 'Bytes.'),
})

const metricValue = component(
  'metric_value',
  Type.Object(
    { metric_type_id: key({ description: 'See the dictionary of metric types.' }).schema, value: Type.Number() },
    closed,
  ),
)

const makeNullable = (schema: object) => Type.Unsafe<unknown>({ ...schema, type: ['array', 'null'] })

const checkDetail = nameSchema(
  'check_detail',
  buildRecordSchema({
    service_id: id().schema,
    sensor_id: id().schema,
    analysis_id: analysisIdSchema,
    base_url: nullable(text({ description: 'The URL fetched at failure time.' })).schema,
    content_available: Type.Boolean({ description: 'Whether an artifact with id `content` exists.' }),
    content_type: nullable(text({ description: 'MIME type of the fetched content.' })).schema,
    file_name: nullable(text()).schema,
    metrics: makeNullable(Type.Array(metricValue)),
    response_headers: nullable(text({ description: 'HTTP response headers, for failed checks only.' })).schema,
    step_data: makeNullable(Type.Array(stepDetail)),
  }),
)

const stepSummary = nameSchema(
  'analysis_step_summary',
  Type.Object(
    {
      step: number({ min: 1 }).schema,
      name: nullable(text({ description: 'Its current name in the service.' })).schema,
      checks_count: number({ description: 'Checks that reached this step.' }).schema,
      error_checks_count: number({ description: 'Checks that failed at this step.' }).schema,
      minimum_response_time: nullable(number({ description: 'Milliseconds.' })).schema,
      average_response_time: nullable(number({ description: 'Milliseconds.' })).schema,
      maximum_response_time: nullable(number({ description: 'Milliseconds.' })).schema,
      average_data_size: nullable(number({ description: 'Bytes.' })).schema,
    },
    closed,
  ),
)

/** The operations that read the details of a check, and a summary of the steps of a scenario. */
export function checkDetailOperations(buildServiceOperation: ServiceOperationBuilder): Operation[] {
  return [
    buildServiceOperation(
      {
        id: 'read_check_details',
        path: '/services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}/details',
        summary: 'Details of a check.',
        description: 'Details are kept for a shorter time than checks; afterwards they are null.',
        query: [],
        result: checkDetail,
      },
      async (service, call) => {
        const { analysis, check } = await loadNamedCheck(service, call)
        const [at, sensor] = [new Date(analysis.time), check.sensor_id]
        const [detail] =
          await call.db.query(sql<DetailRow>`select d.base_url, d.content_type, d.file_name, d.metrics, d.response_headers, d.step_data,
  exists (select from artifact f where f.service_id = ${service} and f.time = ${at} and f.sensor_id = ${sensor} and f.artifact_id = 'content' and f.is_stored) as content_available
from (select 1) one left join check_detail d on d.service_id = ${service} and d.time = ${at} and d.sensor_id = ${sensor}`)
        return {
          value: {
            service_id: service,
            sensor_id: sensor,
            analysis_id: toAnalysisId(analysis.time),
            ...detail,
            metrics: toMetrics(check, detail?.metrics ?? null),
          },
        }
      },
    ),
    buildServiceOperation(
      {
        id: 'read_steps_summary',
        path: '/services/{_id}/history/analyses/{_analysis_id}/steps_summary',
        summary: 'Scenario step statistics of an analysis.',
        query: [],
        result: [stepSummary],
      },
      async (service, call) => {
        const analysis = await loadNamedAnalysis(service, call)
        const [at, errors] = [new Date(analysis.time), countErrorsByStep(analysis)]
        const rows = await call.db.query(sql<{
          step: number
        }>`select s.step, (select v.step_names[s.step] from service v where v.id = ${service}) as name,
  count(*)::int as checks_count, 0 as error_checks_count, min(s.response_time) as minimum_response_time,
  round(avg(s.response_time))::int as average_response_time, max(s.response_time) as maximum_response_time,
  round(avg(s.data_size))::bigint as average_data_size
from check_detail d, jsonb_to_recordset(d.step_data) as s (step int, response_time int, data_size bigint)
where d.service_id = ${service} and d.time = ${at} group by s.step order by s.step`)
        const value = rows.map((row) => ({ ...row, error_checks_count: errors.get(row.step) ?? 0 }))
        return { value, headers: { 'x-total-count': String(value.length) } }
      },
    ),
  ]
}

interface DetailRow {
  readonly metrics: Readonly<Record<string, number>> | null
}

/** Returns all metrics of a check; phases and total time come from the check, which is kept longer than its details. */
function toMetrics({ timings, response_time }: PackedCheck, storedMetrics: DetailRow['metrics']) {
  const phaseMetrics = Object.entries(timings).map(([phase, value]) => [`${phase}_time`, value] as const)
  // Without phases, as in a ping, the response time is not the duration of the check.
  const total = phaseMetrics.length > 0 && response_time !== null ? { total_time: response_time } : {}
  const all = Object.entries({ ...Object.fromEntries(phaseMetrics), ...total, ...storedMetrics })
  return all.length === 0 ? null : all.map(([metric_type_id, value]) => ({ metric_type_id, value }))
}

function countErrorsByStep(analysis: StoredAnalysis): ReadonlyMap<number, number> {
  const errors = new Map<number, number>()
  for (const { result, path_step } of listAnalysisChecks(analysis))
    if (result === 'error' && path_step !== null) errors.set(path_step, (errors.get(path_step) ?? 0) + 1)
  return errors
}
