import { Type } from 'typebox'
import { resolveService } from '../find.ts'
import { noOtherInputs, rangeInputs, serviceInput } from '../inputs.ts'
import { readRange } from '../times.ts'
import { tool } from '../tool.ts'
import { separateForeign } from '../untrusted.ts'

const maxPoints = 60

export const getChart = tool({
  name: 'get_chart',
  title: 'Chart as numbers',
  description: `Response times or availability over time as at most ${maxPoints} points, to see trends and compare periods.`,
  input: Type.Object(
    {
      service: serviceInput,
      figure: Type.Optional(Type.Enum(['response_time', 'availability'], { description: 'Default response_time' })),
      ...rangeInputs,
    },
    noOtherInputs,
  ),
  operations: ['list_services', 'read_performance_chart', 'read_availability_chart'],
  effect: 'none',
  showsUntrusted: true,
  async run({ service: nameOrId, figure = 'response_time', ...given }, { api, now }) {
    const service = await resolveService(api, nameOrId)
    const request = { path: { _id: service.id }, query: readRange(given, now) }
    if (figure === 'availability') {
      const { points, from, to } = await api.call('read_availability_chart', request)
      const shown = points.map((point) => ({
        from: point.from,
        percent: point.service_level,
        down_seconds: point.failure_seconds,
      }))
      return { ...separateForeign(service, { service: service.name }), from, to, points: takeNewest(shown) }
    }
    const { points, from, to, aggregation } = await api.call('read_performance_chart', request)
    const times = points.flatMap(({ response_time }) => (response_time === null ? [] : [response_time]))
    return {
      ...separateForeign(service, { service: service.name }),
      from,
      to,
      aggregation,
      minimum_ms: times.length > 0 ? times.reduce((one, other) => Math.min(one, other)) : null,
      average_ms: times.length > 0 ? Math.round(times.reduce((one, other) => one + other) / times.length) : null,
      maximum_ms: times.length > 0 ? times.reduce((one, other) => Math.max(one, other)) : null,
      points: mergeSpans(points),
    }
  },
})

interface MeasuredPoint {
  readonly time: string
  readonly response_time: number | null
  readonly ok_checks_count: number
  readonly error_checks_count: number
}

/** Merges neighbours, so that no peak or error disappears between points. */
function mergeSpans(points: readonly MeasuredPoint[]) {
  const size = Math.ceil(points.length / maxPoints)
  const spans = Array.from({ length: Math.ceil(points.length / Math.max(size, 1)) }, (_, index) =>
    points.slice(index * size, (index + 1) * size),
  )
  return spans.map((span) => {
    const times = span.flatMap(({ response_time }) => (response_time === null ? [] : [response_time]))
    return {
      time: span[0]?.time,
      average_ms: times.length > 0 ? Math.round(times.reduce((one, other) => one + other) / times.length) : null,
      maximum_ms: times.length > 0 ? Math.max(...times) : null,
      ok: span.reduce((sum, { ok_checks_count }) => sum + ok_checks_count, 0),
      errors: span.reduce((sum, { error_checks_count }) => sum + error_checks_count, 0),
    }
  })
}

/** The newest points, if there are too many: spans of availability cannot be averaged without their lengths. */
const takeNewest = <Point>(points: readonly Point[]): readonly Point[] => points.slice(-maxPoints)
