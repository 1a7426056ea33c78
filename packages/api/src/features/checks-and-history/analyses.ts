import { analysisChecks } from '@wachta/domain'
import { type Call, named, type Operation, oneOf, type QueryParameter, reject } from '@wachta/resource'
import { id, nullable, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  longestList,
  pageParameters,
  parsePaging,
  parseRange,
  rangeParameters,
  sortParameter,
} from '../../platform/range.ts'
import { toRecord } from '../../platform/record.ts'
import { type ServiceOperation, toPage } from '../services/service-operation.ts'
import { analysisColumns, expectedSensors, readAnalysisTime, selectAnalyses, withExpected } from './stored-analyses.ts'

export const analysisIdSchema = Type.String({
  minLength: 15,
  maxLength: 15,
  pattern: '^\\d{15}$',
  description: 'The time of the analysis as yyMMddHHmmssSSS in UTC; unique within one service.',
})

const count = (description?: string) => Type.Integer({ minimum: 0, ...(description !== undefined && { description }) })

const analysis = named(
  'analysis',
  toRecord({
    service_id: id().schema,
    analysis_id: analysisIdSchema,
    time: time().schema,
    failure: Type.Boolean({ description: 'Whether the analysis ended with a detected failure.' }),
    ok_checks_count: count(),
    error_checks_count: count(),
    unknown_checks_count: count('Checks that cannot say, and sensors that sent nothing.'),
    error_tolerance: count('Percentage sensitivity to errors at analysis time.'),
    error_type_id: nullable(
      id({ description: 'Of the first check with an error, as the status of the service has it.' }),
    ).schema,
  }),
)

const failureParameter: QueryParameter = {
  name: 'failure',
  schema: oneOf(['true', 'false']),
  description: 'Only analyses with a detected failure, or only those without; all of them unless given.',
}

/** The part of a stored analysis that its error type follows from. */
interface CheckedRow {
  readonly checks: Uint8Array
  readonly sensor_ids: readonly number[] | null
}

const shown = sql`${analysisColumns}, a.checks, ${expectedSensors}`

function withErrorType({ checks, sensor_ids, ...row }: CheckedRow) {
  const failed = analysisChecks({ checks, sensor_ids }).find(({ result }) => result === 'error')
  return { ...row, error_type_id: failed?.error_type_id ?? null }
}

/** The operations that list and read the analyses of a service. */
export function analysisOperations(ofService: ServiceOperation): Operation[] {
  return [
    ofService(
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
        const { limit, offset, descending } = parsePaging(call)
        const within = sql`${selectAnalyses(service, parseRange(call, longestList))} ${selectsVerdict(call.query)}`
        const [all] = await call.db.query(
          sql<{ total: number }>`select count(*)::int as total from analysis a where ${within}`,
        )
        const rows = await call.db.query(sql<CheckedRow>`select ${shown} from analysis a ${withExpected} where ${within}
order by a.time ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`)
        return toPage(rows.map(withErrorType), all?.total ?? 0)
      },
    ),
    ofService(
      {
        id: 'read_analysis',
        path: '/services/{_id}/history/analyses/{_analysis_id}',
        summary: 'One analysis.',
        query: [],
        result: analysis,
      },
      async (service, { db, params }) => {
        const at = new Date(readAnalysisTime(params))
        const [found] = await db.query(
          sql<CheckedRow>`select ${shown} from analysis a ${withExpected} where a.service_id = ${service} and a.time = ${at}`,
        )
        return { value: found ? withErrorType(found) : reject('not_found') }
      },
    ),
  ]
}

const selectsVerdict = ({ failure }: Call['query']) =>
  failure === undefined ? sql`` : sql`and a.failure = ${failure === 'true'}`
