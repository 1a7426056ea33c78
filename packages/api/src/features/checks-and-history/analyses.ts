import { findErrorType, type Interval, listAnalysisChecks, toAnalysisId } from '@wachta/domain'
import { type FullAnalysis, loadAnalysesAt, loadAnalysis, loadCountedAnalyses, splitRange } from '@wachta/history'
import {
  buildEnum,
  type Call,
  nameSchema,
  type Operation,
  type OperationAnswer,
  type QueryParameter,
  reject,
} from '@wachta/resource'
import { id, nullable, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  maxListRangeMs,
  pageParameters,
  parsePaging,
  parseRange,
  rangeParameters,
  sortParameter,
  toInterval,
} from '../../platform/range.ts'
import { buildRecordSchema } from '../../platform/record.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { type ServiceCall, type ServiceOperationBuilder, toPage } from '../services/service-operation.ts'
import {
  analysisColumns,
  expectedSensors,
  joinExpectedSensors,
  readAnalysisTime,
  selectAnalyses,
} from './stored-analyses.ts'

export const analysisIdSchema = Type.String({
  minLength: 15,
  maxLength: 15,
  pattern: '^\\d{15}$',
  description: 'The time of the analysis as yyMMddHHmmssSSS in UTC; unique within one service.',
})

const buildCountSchema = (description?: string) =>
  Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })

const analysis = nameSchema(
  'analysis',
  buildRecordSchema({
    service_id: id().schema,
    analysis_id: analysisIdSchema,
    time: time().schema,
    failure: Type.Boolean({ description: 'Whether the analysis ended with a detected failure.' }),
    ok_checks_count: buildCountSchema(),
    error_checks_count: buildCountSchema(),
    unknown_checks_count: buildCountSchema('Checks without a reliable result, and sensors that sent none.'),
    error_tolerance: buildCountSchema('Percentage sensitivity to errors at analysis time.'),
    error_type_id: nullable(
      id({
        description:
          'The error of most sensors, as in the service status; null if no check ended with an error. Of equally frequent errors, the one of the sensor with the lowest id.',
      }),
    ).schema,
  }),
)

const failureParameter: QueryParameter = {
  name: 'failure',
  schema: buildEnum(['true', 'false']),
  description: 'Only analyses with a detected failure, or only those without; default: all of them.',
}

/** The part of a stored analysis from which its error type is derived. */
interface CheckedRow {
  readonly checks: Uint8Array
  readonly sensor_ids: readonly number[] | null
}

const shownColumns = sql`${analysisColumns}, a.checks, ${expectedSensors}`

/** Lists the analyses of a range that lies in the history, entirely or partly. */
async function listOldAnalyses(service: number, interval: Interval, call: ServiceCall): Promise<OperationAnswer> {
  const { limit, offset, descending } = parsePaging(call)
  const { failure } = call.query
  const counted = (await loadCountedAnalyses(call.source, service, interval)).filter(
    (one) => failure === undefined || one.failure === (failure === 'true'),
  )
  const page = (descending ? counted.toReversed() : counted).slice(offset, offset + limit)
  const times = page.map((one) => one.time).sort((one, other) => one - other)
  const analyses = await loadAnalysesAt(call.source, service, times)
  return toPage((descending ? analyses.toReversed() : analyses).map(toAnalysisRecord), counted.length)
}

const toAnalysisRecord = (analysis: FullAnalysis) =>
  withErrorType({
    service_id: analysis.service_id,
    analysis_id: toAnalysisId(analysis.time),
    time: formatWireTime(analysis.time),
    failure: analysis.failure,
    ok_checks_count: analysis.ok_checks_count,
    error_checks_count: analysis.error_checks_count,
    unknown_checks_count: analysis.unknown_checks_count,
    error_tolerance: analysis.error_tolerance,
    checks: analysis.checks,
    sensor_ids: analysis.sensor_ids,
  })

function withErrorType<Row extends CheckedRow>({ checks, sensor_ids, ...row }: Row) {
  return { ...row, error_type_id: findErrorType(listAnalysisChecks({ checks, sensor_ids })) }
}

/** The operations that list and read the analyses of a service. */
export function analysisOperations(buildServiceOperation: ServiceOperationBuilder): Operation[] {
  return [
    buildServiceOperation(
      {
        id: 'list_analyses',
        path: '/services/{_id}/history/analyses',
        summary: 'Analyses in a time range.',
        description:
          'Analyses that were forced with settings of their own are not listed; each can be read by its id. The account can list those of a service that it has deleted, as long as they are kept.',
        outlivesService: true,
        query: [...rangeParameters, ...pageParameters, sortParameter('time'), failureParameter],
        result: [analysis],
      },
      async (service, call) => {
        const interval = toInterval(parseRange(call, maxListRangeMs))
        if ((await splitRange(call.source, interval)).old) return listOldAnalyses(service, interval, call)
        const { limit, offset, descending } = parsePaging(call)
        const within = sql`${selectAnalyses(service, parseRange(call, maxListRangeMs))} ${selectVerdict(call.query)}`
        const [counted] = await call.db.query(
          sql<{ total: number }>`select count(*)::int as total from analysis a where ${within}`,
        )
        const rows =
          await call.db.query(sql<CheckedRow>`select ${shownColumns} from analysis a ${joinExpectedSensors} where ${within}
order by a.time ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`)
        return toPage(rows.map(withErrorType), counted?.total ?? 0)
      },
    ),
    buildServiceOperation(
      {
        id: 'read_analysis',
        path: '/services/{_id}/history/analyses/{_analysis_id}',
        summary: 'One analysis.',
        query: [],
        result: analysis,
      },
      async (service, { source, params }) => {
        const found = await loadAnalysis(source, service, readAnalysisTime(params))
        return { value: found ? toAnalysisRecord(found) : reject('not_found') }
      },
    ),
  ]
}

const selectVerdict = ({ failure }: Call['query']) =>
  failure === undefined ? sql`` : sql`and a.failure = ${failure === 'true'}`
