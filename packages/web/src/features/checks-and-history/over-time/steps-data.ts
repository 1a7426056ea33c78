import type { PerformanceStepsChartData } from '@wachta/client'
import type { ChartData } from '../../../ui/chart-data.ts'
import { buildGrid, buildShades, type ShadedChange, type ShadeNames } from '../performance-data.ts'

/** More steps than this cannot be distinguished in a stack: the longest are drawn separately, the others together. */
const maxSteps = 5
const colors = [1, 2, 3, 4, 6].map((part) => `var(--part-${part})`)
const othersColor = 'var(--part-5)'

interface StepNames {
  readonly shades: ShadeNames
  readonly nameOf: (step: number, name: string | null) => string
  readonly others: string
}

type Point = PerformanceStepsChartData['points'][number]

/** Converts the times of steps to stacked chart data. */
export function buildStepsChart(
  chart: PerformanceStepsChartData,
  changes: readonly ShadedChange[],
  { shades, nameOf, others }: StepNames,
): ChartData {
  const bySteps = Map.groupBy(chart.points, ({ step }) => step)
  const longest = [...bySteps]
    .toSorted(([, one], [, other]) => average(other) - average(one))
    .slice(0, maxSteps)
    .map(([step]) => step)
    .toSorted((one, other) => one - other)
  const otherPoints = [...bySteps].filter(([step]) => !longest.includes(step)).flatMap(([, points]) => points)
  const times = [...new Set(chart.points.map(({ time }) => time))].map((time) => ({ time }))
  const { times: grid, mapToGrid } = buildGrid({ ...chart, points: times })
  return {
    times: grid,
    isStacked: true,
    lines: [
      ...longest.map((step, index) => ({
        label: nameOf(step, chart.step_names[step - 1] ?? null),
        color: colors[index] ?? othersColor,
        values: mapToGrid(bySteps.get(step) ?? [], ({ response_time }) => response_time),
      })),
      ...(otherPoints.length === 0
        ? []
        : [{ label: others, color: othersColor, values: mapToGrid(...sumByTime(otherPoints)) }]),
    ],
    shades: buildShades(changes, chart.to, shades),
  }
}

const average = (points: readonly Point[]): number =>
  points.reduce((sum, { response_time }) => sum + (response_time ?? 0), 0) / Math.max(points.length, 1)

function sumByTime(points: readonly Point[]) {
  const sums = new Map<string, number>()
  for (const { time, response_time } of points) sums.set(time, (sums.get(time) ?? 0) + (response_time ?? 0))
  const summed = [...sums].map(([time, sum]) => ({ time, sum }))
  return [summed, ({ sum }: (typeof summed)[number]) => sum] as const
}
