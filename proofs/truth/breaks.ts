import type { CloseResult } from '@wachta/analyst'
import { type AnalysisToStore, computeAnalysis } from '@wachta/analyst/src/slots/open-slot.ts'
import { packSlice, unpackChecks } from '@wachta/domain'

/** Rules that are broken on purpose; the proof must detect each. */
export const breaks = [
  'unknown-as-error',
  'before-tail',
  'no-quorum',
  'no-fence',
  'late-dropped',
  'no-self-check',
] as const

export type Break = (typeof breaks)[number]

export const isBreak = (name: string): name is Break => breaks.some((known) => known === name)

/** Returns what a centre without the rule would store. */
export function breakClosing(closing: CloseResult, broken: Break | undefined): CloseResult {
  if (broken === 'late-dropped') return { ...closing, late: [] }
  if (broken !== 'unknown-as-error' && broken !== 'no-quorum') return closing
  const distort = broken === 'no-quorum' ? ignoreQuorum : countUnknownAsError
  return { ...closing, steps: closing.steps.map((step) => (step.kind === 'pause_change' ? step : distort(step))) }
}

function ignoreQuorum(closed: AnalysisToStore): AnalysisToStore {
  const { ok, error, error_tolerance } = closed
  const failure = error > 0 && 100 * error >= error_tolerance * (ok + error)
  return { ...closed, failure, hasQuorum: ok + error > 0 }
}

function countUnknownAsError(closed: AnalysisToStore): AnalysisToStore {
  const checks = unpackChecks(closed.checks).map((check) =>
    check.result === 'unknown' ? { ...check, result: 'error' as const, error_type_id: 1, reason: null } : check,
  )
  return { ...closed, ...computeAnalysis(closed, closed, checks.map(packSlice)) }
}
