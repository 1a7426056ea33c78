import {
  computeServiceLevel,
  getRollupBucketLengthMs,
  type Interval,
  type RollupSize,
  toRollupBucket,
} from '@wachta/domain'
import { buildEnum, closed, nameSchema, type Operation } from '@wachta/resource'
import { time } from '@wachta/resource/field'
import { Type } from 'typebox'
import { omitFuture, parseRange, type Range, rangeParameters } from '../../platform/range.ts'
import { formatWireTime } from '../../platform/wire-time.ts'
import { methodParameters, parseMethod } from '../checks-and-history/accounting-method.ts'
import { loadServiceHistory, splitHistory } from '../checks-and-history/service-history.ts'
import { serviceLevelFields } from '../checks-and-history/service-level.ts'
import { computeEventLevel, eventLevelFields, loadEventSpans, readEventId } from '../incidents/event-history.ts'
import type { ServiceOperationBuilder } from '../services/service-operation.ts'
import { chooseRollupSize, maxPoints } from './aggregation.ts'

const buildChartSchema = (name: string, fields: Parameters<typeof Type.Object>[0]) =>
  nameSchema(
    name,
    Type.Object(
      {
        from: time().schema,
        to: time().schema,
        aggregation: buildEnum(['five_minutes', 'hour', 'day'], {
          description: 'Points are aligned to this length of time in UTC; the first and the last may be shorter.',
        }),
        points: Type.Array(Type.Object({ from: time().schema, to: time().schema, ...fields }, closed), {
          maxItems: maxPoints,
        }),
      },
      closed,
    ),
  )

const availabilityChart = buildChartSchema('availability_chart_data', serviceLevelFields)
const eventAvailabilityChart = buildChartSchema('event_availability_chart_data', eventLevelFields)

/** The operations of the availability charts: the service level of each piece of a range. */
export function availabilityOperations(buildServiceOperation: ServiceOperationBuilder): Operation[] {
  return [
    buildServiceOperation(
      {
        id: 'read_availability_chart',
        path: '/services/{_id}/charts/availability',
        summary: 'Service Level chart data.',
        query: [...rangeParameters, ...methodParameters],
        result: availabilityChart,
      },
      async (service, call) => {
        const range = parseRange(call)
        const method = parseMethod(call)
        const history = { ...(await loadServiceHistory(service, range, call)), ...method }
        return {
          value: buildChart(range, call.now, (pieces) =>
            splitHistory(history, pieces).map((piece) => {
              const { from: _from, to: _to, ...figures } = computeServiceLevel(piece)
              return figures
            }),
          ),
        }
      },
    ),
    buildServiceOperation(
      {
        id: 'read_event_availability_chart',
        path: '/services/{_id}/event_charts/{_event_id}/availability',
        summary: 'Service Level chart data for one event.',
        query: rangeParameters,
        result: eventAvailabilityChart,
      },
      async (service, call) => {
        const eventId = await readEventId(call)
        const range = parseRange(call)
        const spans = await loadEventSpans({ serviceId: service, eventId }, range, call)
        return {
          value: buildChart(range, call.now, (pieces) => pieces.map((piece) => computeEventLevel(spans, piece))),
        }
      },
    ),
  ]
}

/** Splits only the past part of the range, because the future has no service level. */
function buildChart(range: Range, now: Date, computeFigures: (pieces: readonly Interval[]) => readonly object[]) {
  const size = chooseRollupSize(range)
  const pieces = splitRange(omitFuture(range, now), size)
  const figures = computeFigures(pieces)
  return {
    from: formatWireTime(range.from),
    to: formatWireTime(range.to),
    aggregation: size,
    points: pieces.map(({ start, end }, index) => ({
      from: formatWireTime(start),
      to: formatWireTime(end),
      ...figures[index],
    })),
  }
}

function splitRange({ from, to }: Range, size: RollupSize): Interval[] {
  const pieces: Interval[] = []
  for (let start = from.getTime(); start < to.getTime(); ) {
    const end = Math.min(toRollupBucket(start, size).start + getRollupBucketLengthMs(size), to.getTime())
    pieces.push({ start, end })
    start = end
  }
  return pieces
}
