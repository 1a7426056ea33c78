import type { SlotTrace } from '@wachta/runtime'
import type { AnalysisToStore } from './slots/open-slot.ts'
import type { CommitResult } from './store/store.ts'

/**
 * Writes trace spans for a commit: for each early decision, for each closed slot, and for the commit of each slot.
 * Custom analyses (kind `c`) get none.
 */
export function traceCommit(
  trace: SlotTrace,
  { analyses, decided }: Pick<CommitResult, 'analyses' | 'decided'>,
  { seconds, at }: { readonly seconds: number; readonly at: number },
): void {
  const start = at - seconds * 1000
  for (const analysis of decided) trace({ ...toSpan(analysis, at), name: 'analyst decision', start })
  for (const analysis of analyses) {
    if (analysis.kind === 'c') continue
    trace({ ...toSpan(analysis, at), name: 'slot', start: analysis.slot, isRoot: true })
    trace({ ...toSpan(analysis, at), name: 'analyst commit', start })
  }
}

function toSpan({ service_id, slot, ok, error, unknown, failure }: AnalysisToStore, end: number) {
  return { service_id, slot, end, isFailure: error > 0, attributes: { ok, error, unknown, failure } }
}
