import type { SlotTrace } from '@wachta/runtime'
import type { AnalysisToStore } from './slots/open-slot.ts'
import type { Committed } from './store/store.ts'

/** Traces what a commit stored: slots decided early, slots closed as a whole, and the commit as a part of each. */
export function traceCommit(
  trace: SlotTrace,
  { analyses, decided }: Pick<Committed, 'analyses' | 'decided'>,
  { seconds, at }: { readonly seconds: number; readonly at: number },
): void {
  const start = at - seconds * 1000
  for (const analysis of decided) trace({ ...spanOf(analysis, at), name: 'analyst decision', start })
  for (const analysis of analyses) {
    if (analysis.kind === 'c') continue
    trace({ ...spanOf(analysis, at), name: 'slot', start: analysis.slot, isWhole: true })
    trace({ ...spanOf(analysis, at), name: 'analyst commit', start })
  }
}

function spanOf({ service_id, slot, ok, error, unknown, failure }: AnalysisToStore, end: number) {
  return { service_id, slot, end, isFailure: error > 0, attributes: { ok, error, unknown, failure } }
}
