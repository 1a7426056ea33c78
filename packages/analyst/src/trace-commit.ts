import type { SlotTrace } from '@wachta/runtime'
import type { ClosedAnalysis } from './desk/open-slot.ts'

/** Writes down the slots that a commit has closed: each as a whole, and the commit as a part of it. */
export function traceCommit(
  trace: SlotTrace,
  analyses: readonly ClosedAnalysis[],
  { seconds, at }: { readonly seconds: number; readonly at: number },
): void {
  for (const { service_id, slot, ok, error, unknown, failure, kind } of analyses) {
    if (kind === 'c') continue
    const about = { service_id, slot, end: at, isFailure: error > 0, attributes: { ok, error, unknown, failure } }
    trace({ ...about, name: 'slot', start: slot, isWhole: true })
    trace({ ...about, name: 'analyst commit', start: at - seconds * 1000 })
  }
}
