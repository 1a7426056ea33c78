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

const stepSeconds = { five_minutes: 300, hour: 3600, day: 86_400 } as const

const shadeStyles = {
  failure: { color: 'var(--failure-tint)', rail: 'var(--failure-fill)' },
  paused: { color: 'var(--paused-tint)', rail: 'var(--paused-fill)', isHatched: true },
  unknown: { color: 'var(--unknown-tint)', rail: 'var(--unknown-fill)' },
} as const

/**
 * Converts the response of the API to chart data, with the same times for all lines. For a marker in the future, a time
 * is added at the end.
 */
export function buildPerformanceChart(
  { from, to, all, lines, changes }: Performance,
  names: ShadeNames & { readonly median: string; readonly band: string },
  markers: readonly Marker[] = [],
): ChartData {
  const { times, mapToGrid } = buildGrid({ from, to, aggregation: all.aggregation, points: all.points })
  const futureTimes = findFutureTimes(markers, times, stepSeconds[all.aggregation])
  const padToFuture = (values: ChartValues): ChartValues => [...values, ...futureTimes.map(() => null)]
  const median = padToFuture(mapToGrid(all.points, ({ p50 }) => p50))
  return {
    times: [...times, ...futureTimes],
    band: { label: names.band, low: median, high: padToFuture(mapToGrid(all.points, ({ p95 }) => p95)) },
    median: { label: names.median, color: 'var(--accent)', values: median },
    lines: lines.map(({ sensor, points }) => ({
      label: sensor.name,
      color: sensor.color,
      values: padToFuture(mapToGrid(points, ({ average }) => average)),
    })),
    shades: buildShades(changes, to, names),
    markers,
  }
}

/** Returns the grid times of markers after the end of the grid. */
function findFutureTimes(markers: readonly Marker[], times: readonly number[], step: number): number[] {
  const last = times.at(-1) ?? Number.POSITIVE_INFINITY
  const futureTimes = markers.map(({ at }) => Math.floor(at / step) * step).filter((at) => at > last)
  return [...new Set(futureTimes)].toSorted((one, other) => one - other)
}

interface ChartFrame {
  readonly from: string
  readonly to: string
  readonly aggregation: keyof typeof stepSeconds
  readonly points: readonly { readonly time: string }[]
}

/** Returns the grid times of a range, and a function that maps points to this grid. */
export function buildGrid({ from, to, aggregation, points }: ChartFrame) {
  const step = stepSeconds[aggregation]
  const first = Math.floor(toSeconds(from) / step) * step
  const times = Array.from({ length: Math.ceil((toSeconds(to) - first) / step) }, (_, index) => first + index * step)
  const medianGap = findMedianGap(
    points.map(({ time }) => toSeconds(time)),
    step,
  )
  const mapToGrid = <Point extends { readonly time: string }>(
    linePoints: readonly Point[],
    getValue: (point: Point) => number | null,
  ) => {
    const byTime = new Map(linePoints.map((point) => [toSeconds(point.time), getValue(point)]))
    return bridgeGaps(
      times.map((time) => byTime.get(time) ?? null),
      medianGap,
    )
  }
  return { times, mapToGrid }
}

export const buildShades = (changes: readonly ShadedChange[], to: string, names: ShadeNames): ChartShade[] =>
  changes.flatMap(({ status, start_time, end_time }) => {
    if (status === 'ok') return []
    return [
      { from: toSeconds(start_time), to: toSeconds(end_time ?? to), label: names[status], ...shadeStyles[status] },
    ]
  })

/** Returns the name of the status at a time; empty if the service was up. */
export const findShadeName = (shades: readonly ChartShade[], time: number): string =>
  shades.find(({ from, to }) => from <= time && time < to)?.label ?? ''

/** Returns the median distance between points, in steps: a service may be checked less often than once per step. */
function findMedianGap(times: readonly number[], step: number): number {
  const gaps = times.slice(1).map((time, index) => (time - (times[index] ?? time)) / step)
  return gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 1
}

/** Fills gaps of usual length with undefined, where the line continues; longer gaps stay null and interrupt it. */
export function bridgeGaps(values: readonly (number | null)[], medianGap: number): (number | null | undefined)[] {
  const result: (number | null | undefined)[] = [...values]
  let last = -1
  for (const [index, value] of values.entries()) {
    if (value === null) continue
    if (last >= 0 && index - last <= Math.ceil(medianGap * 1.5)) result.fill(undefined, last + 1, index)
    last = index
  }
  return result
}

const toSeconds = (time: string): number => Date.parse(time) / 1000
