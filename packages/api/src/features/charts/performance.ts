import { type Interval, listAnalysisChecks, type StoredAnalysis, toAnalysisId } from '@wachta/domain'
import { type History, loadAnalysesAt, loadCountedAnalyses, type RecordSource, splitRange } from '@wachta/history'
import { buildEnum, type Call, closed, nameSchema, type Operation } from '@wachta/resource'
import { id, nullable, number, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  maxListRangeMs,
  maxRangeMs,
  omitFuture,
  parseRange,
  type Range,
  rangeParameters,
  toInterval,
} from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { analysisIdSchema } from '../checks-and-history/analyses.ts'
import {
  joinExpectedSensors,
  type StoredRow,
  selectAnalyses,
  storedColumns,
  sumCheckCounts,
  toStoredAnalysis,
} from '../checks-and-history/stored-analyses.ts'
import type { ServiceCall, ServiceOperationBuilder } from '../services/service-operation.ts'
import {
  chooseRollupSize,
  chooseStoredRollupSize,
  isOld,
  maxPoints,
  readSensor,
  sensorParameter,
} from './aggregation.ts'
import { loadMetricBuckets, metricParameter, readMetric } from './metric-buckets.ts'
import { type ChartedChecks, loadBuckets, type MeasuredBucket, type ResponseTimeBucket } from './response-times.ts'

const buildMillisecondsSchema = (description: string) =>
  Type.Unsafe<number | null>({ type: ['number', 'null'], minimum: 0, description: `${description}, in milliseconds.` })
const buildFigureSchema = (description: string) =>
  Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: `${description}, in milliseconds, or in the unit of the metric.`,
  })
const buildPointsSchema = (fields: Parameters<typeof Type.Object>[0]) =>
  Type.Array(Type.Object(fields, closed), { maxItems: maxPoints })
const frameFields = {
  from: time().schema,
  to: time().schema,
  sensor_id: nullable(id({ description: 'Null for all sensors together.' })).schema,
}
const countFields = {
  ok_checks_count: number().schema,
  error_checks_count: number().schema,
  unknown_checks_count: number().schema,
}
const bucketSize = buildEnum(['five_minutes', 'hour', 'day'], {
  description: 'The length of time that a point covers.',
})

const performanceChart = nameSchema(
  'performance_chart_data',
  Type.Object(
    {
      ...frameFields,
      aggregation: buildEnum(['none', 'five_minutes', 'hour', 'day'], {
        description:
          'What a point stands for: a single check, or the checks of this length of time from the time of the point on.',
      }),
      points: buildPointsSchema({
        time: time().schema,
        sensor_id: nullable(id({ description: 'Of a single check.' })).schema,
        response_time: buildMillisecondsSchema('Average of the successful checks'),
        ...countFields,
      }),
    },
    closed,
  ),
)

const checksChart = nameSchema(
  'performance_checks_chart_data',
  Type.Object(
    {
      ...frameFields,
      is_complete: Type.Boolean({
        description: 'Whether these are all checks of the range; otherwise only the newest are included.',
      }),
      points: buildPointsSchema({
        time: time().schema,
        sensor_id: id().schema,
        analysis_id: analysisIdSchema,
        result: buildEnum(['ok', 'error', 'unknown']),
        response_time: nullable(number({ description: 'Milliseconds.' })).schema,
      }),
    },
    closed,
  ),
)

const riverChart = nameSchema(
  'performance_river_chart_data',
  Type.Object(
    {
      ...frameFields,
      aggregation: bucketSize,
      points: buildPointsSchema({
        time: time().schema,
        checks_count: number({
          description:
            'Successful checks, or checks that measured the metric; the percentiles are computed from these.',
        }).schema,
        minimum: buildFigureSchema('Minimum'),
        p50: buildFigureSchema('Median'),
        average: buildFigureSchema('Average'),
        p95: buildFigureSchema('95th percentile'),
        maximum: buildFigureSchema('Maximum'),
      }),
    },
    closed,
  ),
)

const query = [...rangeParameters, sensorParameter]
const basePath = '/services/{_id}/charts/performance'

/** The operations of the charts of response times. */
export function performanceOperations(buildServiceOperation: ServiceOperationBuilder): Operation[] {
  return [
    buildServiceOperation(
      {
        id: 'read_performance_chart',
        path: basePath,
        summary: 'Response time chart data, automatic aggregation.',
        description: `Single checks where there are at most ${maxPoints}, else by five minutes, hours or days (UTC).`,
        query,
        result: performanceChart,
      },
      async (service, call) => {
        const charted = parseChartedChecks(service, call)
        if (await canShowSingleChecks(charted, call)) {
          const { checks } = await loadSingleChecks(charted, call.source)
          return { value: { ...formatFrame(charted), aggregation: 'none', points: checks.map(toSinglePoint) } }
        }
        const size = chooseStoredRollupSize(charted.range, call.now)
        const range = omitFuture(charted.range, call.now)
        const buckets = await loadBuckets({ ...charted, range, size }, call.source)
        return { value: { ...formatFrame(charted), aggregation: size, points: buckets.map(toAveragePoint) } }
      },
    ),
    buildServiceOperation(
      {
        id: 'read_performance_checks_chart',
        path: `${basePath}/checks`,
        summary: 'Response time chart data of single checks.',
        query,
        result: checksChart,
      },
      async (service, call) => {
        const charted = parseChartedChecks(service, call)
        const { checks, isComplete } = await loadSingleChecks(charted, call.source)
        return { value: { ...formatFrame(charted), is_complete: isComplete, points: checks } }
      },
    ),
    buildServiceOperation(
      {
        id: 'read_performance_river_chart',
        path: `${basePath}/river`,
        summary: 'Aggregated response time chart data.',
        description: 'Percentiles of hours and days are off by less than 1/128 of their value.',
        query: [...query, metricParameter],
        result: riverChart,
      },
      async (service, call) => {
        const metric = readMetric(call.query)
        const charted = parseChartedChecks(service, call, metric === null ? maxRangeMs : maxListRangeMs)
        const size = metric === null ? chooseStoredRollupSize(charted.range, call.now) : chooseRollupSize(charted.range)
        const bucketQuery = { ...charted, range: omitFuture(charted.range, call.now), size }
        const buckets =
          metric === null
            ? await loadBuckets(bucketQuery, call.source)
            : await loadMetricBuckets({ ...bucketQuery, metric }, call.db)
        return { value: { ...formatFrame(charted), aggregation: size, points: buckets.map(toRiverPoint) } }
      },
    ),
  ]
}

const parseChartedChecks = (service: number, call: Call, maxLengthMs = maxRangeMs): ChartedChecks => ({
  service,
  range: parseRange(call, maxLengthMs),
  sensor: readSensor(call.query),
})

const formatFrame = ({ range, sensor }: ChartedChecks) => ({
  from: formatWireTime(range.from),
  to: formatWireTime(range.to),
  sensor_id: sensor === 0 ? null : sensor,
})

/** Returns whether a chart can show single checks: there are some, none may be deleted already, and all fit. */
async function canShowSingleChecks(
  { service, range, sensor }: ChartedChecks,
  { source, now }: ServiceCall,
): Promise<boolean> {
  if (isOld(range, now) || range.to.getTime() - range.from.getTime() > maxListRangeMs) return false
  const { db } = source
  if ((await splitRange(source, toInterval(range))).old) {
    const analyses = await loadCountedAnalyses(source, service, toInterval(range))
    const checkCounts = analyses.map((one) => (sensor === 0 ? sumCheckCounts(one) : 1)).slice(0, maxPoints + 1)
    const total = checkCounts.reduce((sum, checks) => sum + checks, 0)
    return total > 0 && total <= maxPoints
  }
  const checks = sensor === 0 ? sql`a.ok_checks_count + a.error_checks_count + a.unknown_checks_count` : sql`1`
  const [counted] = await db.query(sql<{ count: number }>`select coalesce(sum(checks), 0)::bigint as count
from (select ${checks} as checks from analysis a where ${selectAnalyses(service, range)} limit ${maxPoints + 1}) c`)
  const count = counted?.count ?? 0
  return count > 0 && count <= maxPoints
}

/** Loads the newest checks of a range, in order. `isComplete` says whether they are all checks of the range. */
async function loadSingleChecks({ service, range, sensor }: ChartedChecks, source: RecordSource) {
  const rows = await loadNewestAnalyses(service, range, source)
  const checks = rows.flatMap((analysis) =>
    listAnalysisChecks(analysis)
      .filter(({ sensor_id }) => sensor === 0 || sensor_id === sensor)
      .map(({ sensor_id, started, result, response_time }) => ({
        time: formatWireTime(analysis.time + started),
        sensor_id,
        analysis_id: toAnalysisId(analysis.time),
        result,
        response_time,
      })),
  )
  return { checks: checks.slice(-maxPoints), isComplete: rows.length <= maxPoints && checks.length <= maxPoints }
}

/** Loads the newest analyses of a range, in order: at most one more than a chart has points. */
async function loadNewestAnalyses(service: number, range: Range, source: RecordSource): Promise<StoredAnalysis[]> {
  const { old, recent } = await splitRange(source, toInterval(range))
  const within = { from: new Date(recent?.start ?? range.to), to: range.to }
  const rows = await source.db.query(sql<StoredRow>`select ${storedColumns}
from analysis a ${joinExpectedSensors} where ${selectAnalyses(service, within)} order by a.time desc limit ${maxPoints + 1}`)
  const newest = rows.toReversed().map(toStoredAnalysis)
  if (!old) return newest
  const times = await loadNewestTimes(service, old, maxPoints + 1 - newest.length)
  return [...(await loadAnalysesAt(source, service, times)), ...newest]
}

/** Finds the times of the newest analyses in the history, going back month by month. */
async function loadNewestTimes(
  service: number,
  { history, range }: { readonly history: History; readonly range: Interval },
  count: number,
): Promise<number[]> {
  const times: number[] = []
  for (let { end } = range; end > range.start && times.length < count; end -= maxListRangeMs) {
    const start = Math.max(end - maxListRangeMs, range.start)
    const found = await history.readCountedAnalyses({ services: [service], start, end })
    times.unshift(...found.map(({ time: at }) => at))
  }
  return count > 0 ? times.slice(-count) : []
}

type SingleCheck = Awaited<ReturnType<typeof loadSingleChecks>>['checks'][number]

const toSinglePoint = ({ time: at, sensor_id, result, response_time }: SingleCheck) => ({
  time: at,
  sensor_id,
  response_time: result === 'ok' ? response_time : null,
  ok_checks_count: Number(result === 'ok'),
  error_checks_count: Number(result === 'error'),
  unknown_checks_count: Number(result === 'unknown'),
})

const computeAverage = ({ count, sum }: MeasuredBucket): number | null => (count === 0 ? null : sum / count)

const toAveragePoint = (bucket: ResponseTimeBucket) => ({
  time: formatWireTime(bucket.start),
  sensor_id: null,
  response_time: computeAverage(bucket),
  ok_checks_count: bucket.ok,
  error_checks_count: bucket.error,
  unknown_checks_count: bucket.unknown,
})

const toRiverPoint = (bucket: MeasuredBucket) => ({
  time: formatWireTime(bucket.start),
  checks_count: bucket.count,
  minimum: bucket.minimum,
  p50: bucket.p50,
  average: computeAverage(bucket),
  p95: bucket.p95,
  maximum: bucket.maximum,
})
