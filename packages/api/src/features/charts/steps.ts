import { getRollupBucketLengthMs } from '@wachta/domain'
import { buildEnum, closed, nameSchema, type Operation } from '@wachta/resource'
import { nullable, number, text, time } from '@wachta/resource/field'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { maxListRangeMs, parseRange, rangeParameters } from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'
import { chooseRollupSize, maxPoints, readSensor, sensorParameter } from './aggregation.ts'

const stepsChart = nameSchema(
  'performance_steps_chart_data',
  Type.Object(
    {
      from: time().schema,
      to: time().schema,
      aggregation: buildEnum(['five_minutes', 'hour', 'day']),
      step_names: Type.Array(nullable(text()).schema, { description: 'The names of the steps, in order.' }),
      points: Type.Array(
        Type.Object(
          {
            time: time().schema,
            step: number({ min: 1 }).schema,
            checks_count: number().schema,
            response_time: nullable(number({ description: 'Average, in milliseconds.' })).schema,
            data_size: nullable(number({ description: 'Average, in bytes.' })).schema,
          },
          closed,
        ),
        { maxItems: maxPoints },
      ),
    },
    closed,
  ),
)

/** The operation of the chart of response times per step of a scenario. */
export const stepsChartOperation = (buildServiceOperation: ServiceOperationBuilder): Operation =>
  buildServiceOperation(
    {
      id: 'read_performance_steps_chart',
      path: '/services/{_id}/charts/performance/steps',
      summary: 'Response time chart data split by steps.',
      description: 'Steps are kept as long as the details of checks are.',
      query: [...rangeParameters, sensorParameter],
      result: stepsChart,
    },
    async (service, call) => {
      const { from, to } = parseRange(call, maxListRangeMs)
      const sensor = readSensor(call.query)
      // Analyses with custom settings (kind `c`) do not belong to the history of the service.
      const within = sql`d.service_id = ${service} and d.time >= ${from} and d.time < ${to} and d.step_data is not null
  and exists (select from analysis a where a.service_id = d.service_id and a.time = d.time and a.kind <> 'c')
  ${sensor === 0 ? sql`` : sql`and d.sensor_id = ${sensor}`}`
      const [found] = await call.db.query(sql<{ steps: number; names: string[] }>`select v.step_names as names,
  coalesce((select max(jsonb_array_length(d.step_data)) from check_detail d where ${within}), 0) as steps
from service v where v.id = ${service}`)
      const { steps = 0, names = [] } = found ?? {}
      const pointsPerBucket = Math.max(steps, 1)
      const size = chooseRollupSize({ from, to }, Math.floor(maxPoints / pointsPerBucket))
      const seconds = getRollupBucketLengthMs(size) / 1000
      // A month of more than 31 steps has too many points even by days: then the oldest days are left out.
      const points =
        await call.db.query(sql`select * from (select wire_time(date_bin(make_interval(secs => ${seconds}), d.time, 'epoch'::timestamptz)) as time, s.step,
  count(*)::int as checks_count, round(avg(s.response_time))::int as response_time, round(avg(s.data_size))::bigint as data_size
from check_detail d, jsonb_to_recordset(d.step_data) as s (step int, response_time int, data_size bigint)
where ${within} group by 1, 2 order by 1 desc, 2 limit ${maxPoints - (maxPoints % pointsPerBucket)}) newest order by time, step`)
      const step_names = Array.from({ length: Math.max(steps, names.length) }, (_, index) => names[index] ?? null)
      return { value: { from: formatWireTime(from), to: formatWireTime(to), aggregation: size, step_names, points } }
    },
  )
