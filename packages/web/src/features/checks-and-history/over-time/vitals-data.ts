import type { PerformanceRiverChartData } from '@wachta/client'
import type { ChartData } from '../../../ui/chart-data.ts'
import { buildGrid, buildShades, type ShadedChange, type ShadeNames } from '../performance-data.ts'
import type { VitalId } from '../vitals.ts'

/** The vitals that are drawn over time, in the order of the legend. */
export const chartedVitals = [
  'largest_contentful_paint',
  'first_contentful_paint',
  'first_byte_time',
  'page_load_time',
  'cumulative_layout_shift',
] as const satisfies readonly VitalId[]

export type ChartedVital = (typeof chartedVitals)[number]

/** The vitals by chart: times share one scale; the layout shift has its own. */
export const vitalGroups = {
  times: ['largest_contentful_paint', 'first_contentful_paint', 'first_byte_time', 'page_load_time'],
  shift: ['cumulative_layout_shift'],
} as const satisfies Record<string, readonly ChartedVital[]>

export type VitalGroup = keyof typeof vitalGroups

interface ChartedVitals {
  readonly charts: ReadonlyMap<ChartedVital, PerformanceRiverChartData | undefined>
  readonly changes: readonly ShadedChange[]
  /** Returns the budget in the unit of the vital; null if there is none. */
  readonly getBudget: (vital: ChartedVital) => number | null
}

interface VitalNames {
  readonly shades: ShadeNames
  readonly nameOf: (vital: ChartedVital) => string
  readonly budgetName: (vital: ChartedVital, budget: number) => string
}

/** Converts the medians of vitals to chart data, with their budgets as limits. */
export function buildVitalsChart(
  { charts, changes, getBudget }: ChartedVitals,
  group: VitalGroup,
  { shades, nameOf, budgetName }: VitalNames,
): ChartData | null {
  const drawnVitals = vitalGroups[group].flatMap((vital) => {
    const chart = charts.get(vital)
    return chart && chart.points.length > 0 ? [{ vital, chart }] : []
  })
  const [first] = drawnVitals.toSorted((one, other) => other.chart.points.length - one.chart.points.length)
  if (!first) return null
  const { times, mapToGrid } = buildGrid(first.chart)
  const getColor = (vital: ChartedVital) => `var(--part-${1 + (chartedVitals.indexOf(vital) % 4)})`
  return {
    times,
    lines: drawnVitals.map(({ vital, chart }) => ({
      label: nameOf(vital),
      color: getColor(vital),
      values: mapToGrid(chart.points, ({ p50 }) => p50),
    })),
    limits: drawnVitals.flatMap(({ vital }) => {
      const value = getBudget(vital)
      return value === null
        ? []
        : [{ label: budgetName(vital, value), color: getColor(vital), value, lineLabel: nameOf(vital) }]
    }),
    shades: buildShades(changes, first.chart.to, shades),
    ...(group === 'shift' && { minTop: 0.1 }),
  }
}
