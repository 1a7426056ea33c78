import {
  dayMs,
  getRollupBucketLengthMs,
  listAnalysisChecks,
  type PackedCheck,
  phases,
  toRollupBucket,
} from '@wachta/domain'
import { splitRange } from '@wachta/history'
import { buildEnum, closed, nameSchema, type Operation } from '@wachta/resource'
import { id, nullable, number, time } from '@wachta/resource/field'
import { Type } from 'typebox'
import { maxListRangeMs, parseRange, rangeParameters, splitIntoDays } from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { loadServiceAnalyses } from '../checks-and-history/stored-analyses.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'
import { chooseRollupSize, maxPoints, readSensor, sensorParameter } from './aggregation.ts'

const buildMillisecondsSchema = (description: string) =>
  Type.Number({ minimum: 0, description: `${description}, in milliseconds.` })

const phasesChart = nameSchema(
  'performance_phases_chart_data',
  Type.Object(
    {
      from: time().schema,
      to: time().schema,
      sensor_id: nullable(id({ description: 'Null for all sensors together.' })).schema,
      aggregation: buildEnum(['five_minutes', 'hour', 'day'], {
        description: 'The length of time that a point covers.',
      }),
      points: Type.Array(
        Type.Object(
          {
            time: time().schema,
            checks_count: number({ description: 'Successful checks whose phases were measured.' }).schema,
            lookup: buildMillisecondsSchema('DNS lookup'),
            connect: buildMillisecondsSchema('TCP connect'),
            tls: buildMillisecondsSchema('TLS handshake'),
            first_byte: buildMillisecondsSchema('From the request to the first byte of the response'),
            rest: buildMillisecondsSchema('The rest of the response time'),
          },
          closed,
        ),
        { maxItems: maxPoints },
      ),
    },
    closed,
  ),
)

/** The operation of the chart of phases of the response time. */
export const phasesChartOperation = (buildServiceOperation: ServiceOperationBuilder): Operation =>
  buildServiceOperation(
    {
      id: 'read_performance_phases_chart',
      path: '/services/{_id}/charts/performance/phases',
      summary: 'Chart data of the phases of response times.',
      description: `Averages, which add up to the average response time. At most ${maxListRangeMs / dayMs} days.`,
      query: [...rangeParameters, sensorParameter],
      result: phasesChart,
    },
    async (service, call) => {
      const [range, sensor] = [parseRange(call, maxListRangeMs), readSensor(call.query)]
      const size = chooseRollupSize(range)
      // Buckets are whole, as in the other charts, so the first may begin before the range.
      const interval = { start: toRollupBucket(range.from.getTime(), size).start, end: range.to.getTime() }
      const { old, recent } = await splitRange(call.source, interval)
      const buckets = new Map<number, BucketSums>()
      const query = { services: [service], sensor, bucketMs: getRollupBucketLengthMs(size) }
      for (const { start, ...sums } of old ? await old.history.sumPhases({ ...query, ...old.range }) : [])
        buckets.set(start, sums)
      for (const part of recent ? splitIntoDays({ from: new Date(recent.start), to: new Date(recent.end) }) : [])
        for (const analysis of await loadServiceAnalyses(call.source, service, part))
          for (const check of listAnalysisChecks(analysis))
            if (sensor === 0 || check.sensor_id === sensor)
              addCheck(buckets, toRollupBucket(analysis.time, size).start, check)
      return {
        value: {
          from: formatWireTime(range.from),
          to: formatWireTime(range.to),
          sensor_id: sensor === 0 ? null : sensor,
          aggregation: size,
          points: [...buckets].map(([start, sums]) => ({ time: formatWireTime(start), ...computeAverages(sums) })),
        },
      }
    },
  )

const chartedPhases = [...phases, 'rest'] as const
type BucketSums = Record<(typeof chartedPhases)[number] | 'checks_count', number>

function addCheck(
  buckets: Map<number, BucketSums>,
  start: number,
  { result, response_time, timings }: PackedCheck,
): void {
  if (result !== 'ok' || response_time === null || Object.keys(timings).length === 0) return
  const sums = buckets.get(start) ?? { checks_count: 0, lookup: 0, connect: 0, tls: 0, first_byte: 0, rest: 0 }
  let measured = 0
  for (const phase of phases) {
    sums[phase] += timings[phase] ?? 0
    measured += timings[phase] ?? 0
  }
  // Each phase is rounded separately, so their sum may be slightly above the total.
  sums.rest += Math.max(response_time - measured, 0)
  sums.checks_count += 1
  buckets.set(start, sums)
}

const computeAverages = ({ checks_count, ...sums }: BucketSums) => ({
  checks_count,
  ...Object.fromEntries(chartedPhases.map((phase) => [phase, sums[phase] / checks_count])),
})
