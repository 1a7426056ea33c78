import type { PerformanceRiverChartData, Sensor, StatusChange } from '@wachta/client'
import type { ChartData, ChartShade, ChartValues, Marker } from '../../ui/chart-data.ts'

export interface Performance {
  readonly from: string
  readonly to: string
  readonly all: PerformanceRiverChartData
  readonly lines: readonly {
    readonly sensor: Pick<Sensor, 'id' | 'name' | 'color'>
    readonly points: PerformanceRiverChartData['points']
  }[]
  readonly changes: readonly ShadedChange[]
}

export type ShadedChange = Pick<StatusChange, 'status' | 'start_time' | 'end_time'>

/** Names of the statuses that are shaded in the background of the chart. */
export type ShadeNames = Readonly<Record<'failure' | 'paused' | 'unknown', string>>

const steps = { five_minutes: 300, hour: 3600, day: 86_400 } as const

const looks = {
  failure: { color: 'var(--failure-tint)', rail: 'var(--failure-fill)' },
  paused: { color: 'var(--paused-tint)', rail: 'var(--paused-fill)', isHatched: true },
  unknown: { color: 'var(--unknown-tint)', rail: 'var(--unknown-fill)' },
} as const

/**
 * Converts the response of the API to chart data, with the same times for all lines. A future marker gets an additional
 * time at the end.
 */
export function performanceData(
  { from, to, all, lines, changes }: Performance,
  names: ShadeNames & { readonly median: string; readonly band: string },
  markers: readonly Marker[] = [],
): ChartData {
  const { times, onGrid } = buildGrid({ from, to, aggregation: all.aggregation, points: all.points })
  const coming = findComing(markers, times, steps[all.aggregation])
  const withComing = (values: ChartValues): ChartValues => [...values, ...coming.map(() => null)]
  const median = withComing(onGrid(all.points, ({ p50 }) => p50))
  return {
    times: [...times, ...coming],
    band: { label: names.band, low: median, high: withComing(onGrid(all.points, ({ p95 }) => p95)) },
    median: { label: names.median, color: 'var(--accent)', values: median },
    lines: lines.map(({ sensor, points }) => ({
      label: sensor.name,
      color: sensor.color,
      values: withComing(onGrid(points, ({ average }) => average)),
    })),
    shades: buildShades(changes, to, names),
    markers,
  }
}

/** Returns the grid times of markers after the end of the grid. */
function findComing(markers: readonly Marker[], times: readonly number[], step: number): number[] {
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY
  const coming = markers.map(({ at }) => Math.floor(at / step) * step).filter((at) => at > last)
  return [...new Set(coming)].toSorted((one, other) => one - other)
}

interface ChartFrame {
  readonly from: string
  readonly to: string
  readonly aggregation: keyof typeof steps
  readonly points: readonly { readonly time: string }[]
}

/** Returns the times of a range, and a function that arranges points by these times. */
export function buildGrid({ from, to, aggregation, points }: ChartFrame) {
  const step = steps[aggregation]
  const first = Math.floor(seconds(from) / step) * step
  const times = Array.from({ length: Math.ceil((seconds(to) - first) / step) }, (_, index) => first + index * step)
  const usual = findMedianGap(
    points.map(({ time }) => seconds(time)),
    step,
  )
  const onGrid = <Point extends { readonly time: string }>(
    some: readonly Point[],
    figureOf: (point: Point) => number | null,
  ) => {
    const byTime = new Map(some.map((point) => [seconds(point.time), figureOf(point)]))
    return bridgeGaps(
      times.map((time) => byTime.get(time) ?? null),
      usual,
    )
  }
  return { times, onGrid }
}

export const buildShades = (changes: readonly ShadedChange[], to: string, names: ShadeNames): ChartShade[] =>
  changes.flatMap(({ status, start_time, end_time }) => {
    if (status === 'ok') return []
    return [{ from: seconds(start_time), to: seconds(end_time ?? to), label: names[status], ...looks[status] }]
  })

/** Returns the name of the status at a time; empty if the service was up. */
export const findShadeName = (shades: readonly ChartShade[], time: number): string =>
  shades.find(({ from, to }) => from <= time && time < to)?.label ?? ''

/** Returns the median distance between two points, in steps: a service may be checked less often than once per step. */
function findMedianGap(times: readonly number[], step: number): number {
  const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? time)) / step)
  return gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 1
}

/** Fills gaps of up to the usual length with undefined, so that the line continues; in longer ones (null) it breaks. */
export function bridgeGaps(values: readonly (number | null)[], usual: number): (number | null | undefined)[] {
  const result: (number | null | undefined)[] = [...values]
  let last = -1
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    if (last >= 0 && index - last <= Math.ceil(usual * 1.5)) result.fill(undefined, last + 1, index)
    last = index
  }
  return result
}

const seconds = (time: string): number => Date.parse(time) / 1000
