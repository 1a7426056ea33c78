import type { PerformancePhasesChartData } from '@wachta/client'
import type { ChartData } from '../../ui/chart-data.ts'
import { type Change, gridOf, type ShadeNames, shadesOf } from './performance-data.ts'

/** In the order in which a check goes through them. */
export const phases = ['lookup', 'connect', 'tls', 'first_byte', 'rest'] as const

/** The parts of response times, one on the other. */
export function phasesData(
  chart: PerformancePhasesChartData,
  changes: readonly Change[],
  names: ShadeNames & Readonly<Record<(typeof phases)[number], string>>,
): ChartData {
  const { times, onGrid } = gridOf(chart)
  return {
    times,
    isStacked: true,
    lines: phases.map((phase, place) => ({
      label: names[phase],
      color: `var(--part-${place + 1})`,
      values: onGrid(chart.points, (point) => point[phase]),
    })),
    shades: shadesOf(changes, chart.to, names),
  }
}
