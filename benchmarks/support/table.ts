import { median } from './measure.ts'
import type { RoundOf } from './rounds.ts'
import type { MeasuredUsage } from './usage.ts'

const columns = ['requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'wrong', 'subject µs', 'postgres µs', 'load µs', 'others']

/** One line for each subject: the median of the rounds, and the number of wrong responses in all rounds. */
export function formatTable<Name extends string>(
  titles: Readonly<Record<Name, string>>,
  rounds: readonly RoundOf<Name>[],
): string[] {
  return [
    `${''.padEnd(48)}${columns.map((name) => name.padStart(12)).join('')}`,
    ...Object.keys(titles).map((name) =>
      formatRow(
        titles[name as Name],
        rounds.map((round) => round[name as Name]),
      ),
    ),
  ]
}

function formatRow(title: string, rounds: readonly MeasuredUsage[]): string {
  const takeMedian = (name: keyof MeasuredUsage) => median(rounds.map((used) => used[name]))
  const wrong = rounds.reduce((sum, used) => sum + used.wrong, 0)
  const cells = [
    takeMedian('perSecond').toFixed(0),
    takeMedian('p50').toFixed(1),
    takeMedian('p95').toFixed(1),
    takeMedian('p99').toFixed(1),
    wrong,
    ...(['subject', 'postgres', 'load'] as const).map((name) => takeMedian(name).toFixed(0)),
    takeMedian('others').toFixed(1),
  ]
  return `${title.padEnd(48)}${cells.map((cell) => String(cell).padStart(12)).join('')}`
}
