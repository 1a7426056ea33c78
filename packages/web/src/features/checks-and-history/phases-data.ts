import type { PerformancePhasesChartData } from '@wachta/client'
import type { ChartData } from '../../ui/chart-data.ts'
import { buildGrid, buildShades, type ShadedChange, type ShadeNames } from './performance-data.ts'

/** The phases in the order in which they occur in a check; `rest` is the content download. */
export const drawnPhases = ['lookup', 'connect', 'tls', 'first_byte', 'rest'] as const

/** Converts the phases of response times to stacked chart data. */
export function buildPhasesChart(
  chart: PerformancePhasesChartData,
  changes: readonly ShadedChange[],
  names: ShadeNames & Readonly<Record<(typeof drawnPhases)[number], string>>,
): ChartData {
  const { times, mapToGrid } = buildGrid(chart)
  return {
    times,
    isStacked: true,
    lines: drawnPhases.map((phase, index) => ({
      label: names[phase],
      color: `var(--part-${index + 1})`,
      values: mapToGrid(chart.points, (point) => point[phase]),
    })),
    shades: buildShades(changes, chart.to, names),
  }
}
