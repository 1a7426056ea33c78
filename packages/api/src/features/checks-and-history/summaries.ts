import { listAnalysisChecks } from '@wachta/domain'
import { type RecordSource, splitRange } from '@wachta/history'
import { closed, nameSchema, type Operation } from '@wachta/resource'
import { id, nullable, number, text, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { omitFuture, parseRange, type Range, rangeParameters, toInterval } from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { type ServiceOperationBuilder, toPage } from '../services/service-operation.ts'
import { splitRolledUp } from './rolled-up.ts'
import { loadServiceAnalyses, selectAnalyses } from './stored-analyses.ts'

const detectedErrorType = nameSchema(
  'detected_error_type',
  Type.Object(
    {
      error_type_id: id().schema,
      name: nullable(text({ description: 'Its name in the language of the caller.' })).schema,
      checks_count: number({ description: 'Checks that failed with this error.' }).schema,
    },
    closed,
  ),
)

const timeRangeInfo = nameSchema(
  'time_range_info',
  Type.Object(
    {
      from: time().schema,
      to: time().schema,
      is_available: Type.Boolean({ description: 'Whether analyses of this time are stored.' }),
      first_analysis_time: nullable(time()).schema,
      last_analysis_time: nullable(time()).schema,
    },
    closed,
  ),
)

/** The operations that summarise a time range of a service. */
export function summaryOperations(buildServiceOperation: ServiceOperationBuilder): Operation[] {
  return [
    buildServiceOperation(
      {
        id: 'list_detected_error_types',
        path: '/services/{_id}/history/detected_error_types',
        summary: 'Errors found while monitoring the service.',
        description: 'The most frequent first.',
        query: rangeParameters,
        result: [detectedErrorType],
      },
      async (service, call) => {
        const range = omitFuture(parseRange(call), call.now)
        const counts = JSON.stringify([...(await countErrors(service, range, call.source))])
        const rows =
          await call.db.query(sql`select (e ->> 0)::bigint as error_type_id, t.name ->> ${call.caller.language}::text as name, (e ->> 1)::int as checks_count
from jsonb_array_elements(${counts}::jsonb) e left join error_type t on t.id = (e ->> 0)::bigint order by 3 desc, 1`)
        return toPage(rows, rows.length)
      },
    ),
    buildServiceOperation(
      {
        id: 'read_time_range_info',
        path: '/services/{_id}/history/time_range_info',
        summary: 'Whether history is available in a time range.',
        query: rangeParameters,
        result: timeRangeInfo,
      },
      async (service, { source, ...call }) => {
        const { from, to } = parseRange(call)
        const edges = await findEdges(source, service, { from, to })
        return {
          value: {
            from: formatWireTime(from),
            to: formatWireTime(to),
            is_available: edges !== undefined,
            first_analysis_time: edges ? formatWireTime(edges[0]) : null,
            last_analysis_time: edges ? formatWireTime(edges[1]) : null,
          },
        }
      },
    ),
  ]
}

/** Finds the times of the first and the last analysis in a range; undefined if there is none. */
async function findEdges(source: RecordSource, service: number, range: Range) {
  const { old, recent } = await splitRange(source, toInterval(range))
  const before = old && (await old.history.findEdges({ services: [service], ...old.range }))
  const within = selectAnalyses(service, { from: new Date(recent?.start ?? range.to), to: range.to })
  const edge = (order: 'asc' | 'desc') =>
    sql`(select a.time from analysis a where ${within} order by a.time ${sql.raw(order)} limit 1)`
  const [found] = await source.db.query(sql<{ first: Date | null; last: Date | null }>`select ${edge('asc')} as first,
  ${edge('desc')} as last`)
  const first = before?.[0] ?? found?.first
  const last = found?.last ?? before?.[1]
  return first && last ? ([first, last] as const) : undefined
}

async function countErrors(service: number, range: Range, source: RecordSource): Promise<Map<number, number>> {
  const { db } = source
  const counts = new Map<number, number>()
  const add = (error: number, count: number) => counts.set(error, (counts.get(error) ?? 0) + count)
  const { rolled, raw } = await splitRolledUp(db, range, 'hour')
  if (rolled) {
    const found = await db.query(sql<{
      error: number
      count: number
    }>`select (e ->> 'error_type_id')::bigint as error, sum((e ->> 'count')::int)::bigint as count
from rollup, jsonb_array_elements(parts -> 'errors') e
where service_id = ${service} and size = 'h' and sensor_id = 0 and start >= ${rolled.from} and start < ${rolled.to} group by 1`)
    for (const { error, count } of found) add(error, count)
  }
  for (const part of raw)
    for (const analysis of await loadServiceAnalyses(source, service, part))
      for (const { error_type_id } of analysis.error_checks_count > 0 ? listAnalysisChecks(analysis) : [])
        if (error_type_id !== null) add(error_type_id, 1)
  return counts
}
