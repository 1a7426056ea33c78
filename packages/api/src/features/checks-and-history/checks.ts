import { listAnalysisChecks, type PackedCheck, type StoredAnalysis, toAnalysisId } from '@wachta/domain'
import { loadAnalysesAt, loadCountedAnalyses, splitRange } from '@wachta/history'
import { buildEnum, type Call, nameSchema, type Operation, reject } from '@wachta/resource'
import { id, nullable, text, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  maxListRangeMs,
  pageParameters,
  parsePaging,
  parseRange,
  type Range,
  rangeParameters,
  sortParameter,
  toInterval,
} from '../../platform/range.ts'
import { buildIntegerOrNull, buildRecordSchema } from '../../platform/record.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { type ServiceCall, type ServiceOperationBuilder, toPage } from '../services/service-operation.ts'
import { analysisIdSchema } from './analyses.ts'
import {
  joinExpectedSensors,
  loadNamedAnalysis,
  type StoredRow,
  selectAnalyses,
  storedColumns,
  sumCheckCounts,
  toStoredAnalysis,
} from './stored-analyses.ts'
import { getUnknownText } from './unknown-reasons.ts'

const check = nameSchema(
  'check',
  buildRecordSchema({
    service_id: id().schema,
    sensor_id: id().schema,
    analysis_id: analysisIdSchema,
    time: time({ description: 'When the check began.' }).schema,
    result: buildEnum(['ok', 'error', 'unknown']),
    error_type_id: nullable(id({ description: 'Null when the check did not end with an error.' })).schema,
    error_message: nullable(text({ description: 'Message returned by the sensor.' })).schema,
    path_step: buildIntegerOrNull(1, 'Scenario step at which the check ended.'),
    response_time: buildIntegerOrNull(0, 'Milliseconds.'),
    data_size: buildIntegerOrNull(0, 'Bytes.'),
    har_available: Type.Boolean({ description: 'Whether an artifact with id `har` exists.' }),
  }),
)

/** One check, and the analysis that it belongs to. */
interface AnalysisCheck {
  readonly analysis: StoredAnalysis
  readonly check: PackedCheck
}

/** The operations that list and read the checks of a service. */
export function checkOperations(buildServiceOperation: ServiceOperationBuilder): Operation[] {
  return [
    buildServiceOperation(
      {
        id: 'list_checks',
        path: '/services/{_id}/history/checks',
        summary: 'Checks in a time range.',
        description:
          'Ordered by the time of their analysis, then by sensor. The account can list those of a service that it has deleted, as long as they are kept.',
        outlivesService: true,
        query: [...rangeParameters, ...pageParameters, sortParameter('time')],
        result: [check],
      },
      async (service, call) => {
        const { rows, total } = await loadChecksPage(service, call)
        return toPage(await loadCheckRecords(service, rows, call), total)
      },
    ),
    buildServiceOperation(
      {
        id: 'list_analysis_checks',
        path: '/services/{_id}/history/analyses/{_analysis_id}/checks',
        summary: 'Checks of an analysis.',
        description: 'One for each sensor that was expected to check, by sensor.',
        query: pageParameters,
        result: [check],
      },
      async (service, call) => {
        const checks = toChecks(await loadNamedAnalysis(service, call))
        const { limit, offset } = parsePaging(call)
        return toPage(await loadCheckRecords(service, checks.slice(offset, offset + limit), call), checks.length)
      },
    ),
    buildServiceOperation(
      {
        id: 'read_check',
        path: '/services/{_id}/history/analyses/{_analysis_id}/checks/{_sensor_id}',
        summary: 'One check.',
        query: [],
        result: check,
      },
      async (service, call) => {
        const [record] = await loadCheckRecords(service, [await loadNamedCheck(service, call)], call)
        return { value: record }
      },
    ),
  ]
}

/** Reads the check that the path identifies by its analysis and sensor. */
export async function loadNamedCheck(service: number, call: ServiceCall): Promise<AnalysisCheck> {
  const checks = toChecks(await loadNamedAnalysis(service, call))
  return checks.find(({ check: one }) => String(one.sensor_id) === call.params['_sensor_id']) ?? reject('not_found')
}

const toChecks = (analysis: StoredAnalysis): AnalysisCheck[] =>
  listAnalysisChecks(analysis).map((one) => ({ analysis, check: one }))

/** Loads a page of checks. Unpacks only analyses with checks on the page, which their stored counts identify. */
async function loadChecksPage(service: number, call: ServiceCall) {
  const { db } = call
  const range = parseRange(call, maxListRangeMs)
  if ((await splitRange(call.source, toInterval(range))).old) return loadOldChecksPage(service, range, call)
  const { limit, offset, descending } = parsePaging(call)
  const order = descending ? sql`desc` : sql`asc`
  const found = await db.query(sql<StoredRow & { before: number; total: number }>`with counted as (
  select c.*, sum(c.checks_count) over (order by c.time ${order}) - c.checks_count as before, sum(c.checks_count) over () as total
  from (select a.service_id, a.time, (a.ok_checks_count + a.error_checks_count + a.unknown_checks_count)::bigint as checks_count
    from analysis a where ${selectAnalyses(service, range)}) c
), page as (
  select * from counted where before < ${offset + limit}::bigint and before + checks_count > ${offset}::bigint
)
select ${storedColumns}, p.before::bigint as before, p.total::bigint as total
from page p join analysis a on a.service_id = p.service_id and a.time = p.time ${joinExpectedSensors} order by p.before`)
  const skipped = offset - (found[0]?.before ?? 0)
  const checks = found.flatMap((row) => {
    const analysisChecks = toChecks(toStoredAnalysis(row))
    return descending ? analysisChecks.toReversed() : analysisChecks
  })
  const total = found[0]?.total ?? (await sumChecks(service, range, db))
  return { rows: checks.slice(skipped, skipped + limit), total }
}

/** Like `loadChecksPage`, for a range that lies in the history, entirely or partly. */
async function loadOldChecksPage(service: number, range: Range, call: ServiceCall) {
  const { limit, offset, descending } = parsePaging(call)
  const counted = await loadCountedAnalyses(call.source, service, toInterval(range))
  let total = 0
  const analysisOffsets = (descending ? counted.toReversed() : counted).map((analysis) => {
    const before = total
    total += sumCheckCounts(analysis)
    return { time: analysis.time, before, after: total }
  })
  const page = analysisOffsets.filter(({ before, after }) => before < offset + limit && after > offset)
  const times = page.map(({ time: at }) => at).sort((one, other) => one - other)
  const analyses = await loadAnalysesAt(call.source, service, times)
  const checks = (descending ? analyses.toReversed() : analyses).flatMap((analysis) =>
    descending ? toChecks(analysis).toReversed() : toChecks(analysis),
  )
  const skipped = offset - (page[0]?.before ?? 0)
  return { rows: checks.slice(skipped, skipped + limit), total }
}

async function sumChecks(service: number, range: Range, db: Call['db']): Promise<number> {
  const [counted] = await db.query(sql<{ total: number }>`select
  coalesce(sum(a.ok_checks_count + a.error_checks_count + a.unknown_checks_count), 0)::bigint as total
from analysis a where ${selectAnalyses(service, range)}`)
  return counted?.total ?? 0
}

interface StoredDetail {
  readonly time: Date
  readonly sensor_id: number
  readonly error_message: string | null
  readonly har_available: boolean
}

/** Converts checks to records, with the details that are still kept. */
async function loadCheckRecords(
  service: number,
  checks: readonly AnalysisCheck[],
  { db, caller }: Call,
): Promise<unknown[]> {
  const times = [...new Set(checks.map(({ analysis }) => analysis.time))].map((at) => new Date(at))
  const details =
    await db.query(sql<StoredDetail>`select time, sensor_id, max(error_message) as error_message, bool_or(har) as har_available from (
  select time, sensor_id, error_message, false as har from check_detail where service_id = ${service} and time = any(${times}::timestamptz[])
  union all
  select time, sensor_id, null, true from artifact where service_id = ${service} and time = any(${times}::timestamptz[]) and artifact_id = 'har' and is_stored
) w group by 1, 2`)
  const detailsByKey = new Map(details.map((one) => [`${one.time.getTime()} ${one.sensor_id}`, one]))
  return checks.map(({ analysis, check: one }) => {
    const detail = detailsByKey.get(`${analysis.time} ${one.sensor_id}`)
    return {
      service_id: service,
      sensor_id: one.sensor_id,
      analysis_id: toAnalysisId(analysis.time),
      time: formatWireTime(analysis.time + one.started),
      result: one.result,
      error_type_id: one.error_type_id,
      error_message: chooseMessage(one, detail, caller.language),
      path_step: one.path_step,
      response_time: one.response_time,
      data_size: one.data_size,
      har_available: detail?.har_available ?? false,
    }
  })
}

function chooseMessage(
  { result, reason }: PackedCheck,
  detail: StoredDetail | undefined,
  language: string,
): string | null {
  if (result === 'ok') return null
  return detail?.error_message ?? (result === 'unknown' ? getUnknownText(reason, language) : null)
}
