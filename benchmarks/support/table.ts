import { median } from './measure.ts'
import type { RoundOf } from './rounds.ts'
import type { MeasuredUsage } from './usage.ts'

const columns = ['requests/s', 'p50 ms', 'p95 ms', 'p99 ms', 'wrong', 'subject µs', 'postgres µs', 'load µs', 'others']

/** One line for each subject: the median of the rounds, and the number of wrong responses in all rounds. */
export function table<Name extends string>(
  titles: Readonly<Record<Name, string>>,
  rounds: readonly RoundOf<Name>[],
): string[] {
  return [
    `${''.padEnd(48)}${columns.map((name) => name.padStart(12)).join('')}`,
    ...Object.keys(titles).map((name) =>
      row(
        titles[name as Name],
        rounds.map((round) => round[name as Name]),
      ),
    ),
  ]
}

function row(title: string, rounds: readonly MeasuredUsage[]): string {
  const of = (name: keyof MeasuredUsage) => median(rounds.map((used) => used[name]))
  const wrong = rounds.reduce((sum, used) => sum + used.wrong, 0)
  const cells = [
    of('perSecond').toFixed(0),
    of('p50').toFixed(1),
    of('p95').toFixed(1),
    of('p99').toFixed(1),
    wrong,
    ...(['subject', 'postgres', 'load'] as const).map((name) => of(name).toFixed(0)),
    of('others').toFixed(1),
  ]
  return `${title.padEnd(48)}${cells.map((cell) => String(cell).padStart(12)).join('')}`
}
