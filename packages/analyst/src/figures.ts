import { Counter, Gauge, Histogram } from '@prometheus-io/client'
import type { Metrics } from '@wachta/runtime'
import type { Closing } from './desk/desk.ts'
import type { Committed } from './store/store.ts'

/** What operators see of an analyst, by group. */
export interface Figures {
  committed(group: number, closing: Closing, stored: Committed & { readonly seconds: number }): void
  standing(group: number, now: { expected: number; pending: number; behind_seconds: number }): void
  gone(group: number): void
  /** A piece of evidence was not kept. */
  dropped(reason: string): void
  /** So much began to fail at once that it may be us. */
  massChange(): void
}

export function createFigures(metrics: Metrics): Figures {
  const registers = [metrics]
  const labelNames = ['group'] as const
  const counter = (name: string, help: string) => new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers })
  const closed = counter('wachta_analyses_closed_total', 'Analyses that were stored.')
  const silent = counter('wachta_analyses_silent_total', 'Analyses in which no sensor spoke.')
  const amended = counter('wachta_analyses_amended_total', 'Analyses that late results were added to.')
  const letters = counter('wachta_dead_letters_total', 'Messages that could not be understood.')
  const strays = new Counter({
    name: 'wachta_strays_total',
    help: 'Results that nobody expected.',
    labelNames: ['group', 'reason'] as const,
    registers,
  })
  const expected = gauge('wachta_analyses_expected_per_second', 'Analyses that the schedules ask for.')
  const pending = gauge('wachta_results_pending', 'Results that wait for their slots to be closed.')
  const behind = gauge('wachta_results_behind_seconds', 'Age of the oldest result that is not processed.')
  const commits = new Histogram({
    name: 'wachta_commit_duration_seconds',
    help: 'How long a commit took.',
    labelNames,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const dropped = new Counter({
    name: 'wachta_artifacts_dropped_total',
    help: 'Pieces of evidence that were not kept.',
    labelNames: ['reason'] as const,
    registers,
  })
  const massChanges = new Counter({
    name: 'wachta_mass_changes_total',
    help: 'Times that very many services began to fail at once.',
    registers,
  })
  return {
    massChange: () => massChanges.inc(),
    dropped: (reason) => dropped.inc({ reason }),
    committed(number, closing, stored) {
      const group = String(number)
      closed.inc({ group }, stored.analyses.length)
      silent.inc({ group }, stored.analyses.filter(({ isSilent }) => isSilent).length)
      amended.inc({ group }, stored.amended)
      letters.inc({ group }, closing.letters.length)
      for (const { reason, count } of closing.strays) strays.inc({ group, reason }, count)
      commits.observe({ group }, stored.seconds)
    },
    standing(number, now) {
      const group = String(number)
      expected.set({ group }, now.expected)
      pending.set({ group }, now.pending)
      behind.set({ group }, now.behind_seconds)
    },
    gone(number) {
      const group = String(number)
      for (const one of [expected, pending, behind]) one.remove({ group })
    },
  }
}
