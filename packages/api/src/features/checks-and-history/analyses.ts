import { named, type Operation, reject } from '@wachta/resource'
import { id, time } from '@wachta/resource/field'
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
import { analysesIn, analysisColumns, namedTime } from './stored-analyses.ts'

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
  }),
)

/** The operations that list and read the analyses of a service. */
export function analysisOperations(ofService: ServiceOperation): Operation[] {
  return [
    ofService(
      {
        id: 'list_analyses',
        path: '/services/{_id}/history/analyses',
        summary: 'Analyses in a time range.',
        description: 'Analyses that were forced with settings of their own are not listed; each can be read by its id.',
        query: [...rangeParameters, ...pageParameters, sortParameter('time')],
        result: [analysis],
      },
      async (service, call) => {
        const { limit, offset, descending } = parsePaging(call)
        const within = analysesIn(service, parseRange(call, longestList))
        const [found] = await call.db.query(sql<{ total: number; rows: unknown[] }>`select
  (select count(*)::int from analysis a where ${within}) as total,
  (select coalesce(json_agg(page), '[]') from (select ${analysisColumns} from analysis a where ${within}
    order by a.time ${descending ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}) as page) as rows`)
        return toPage(found?.rows ?? [], found?.total ?? 0)
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
        const at = new Date(namedTime(params))
        const [found] = await db.query(
          sql`select ${analysisColumns} from analysis a where a.service_id = ${service} and a.time = ${at}`,
        )
        return { value: found ?? reject('not_found') }
      },
    ),
  ]
}
