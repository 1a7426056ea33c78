import type { AnalysisKind } from '../slots/open-slot.ts'

/** A stored analysis without the values that are computed from its checks. */
export interface RecordedAnalysis {
  readonly service_id: number
  readonly slot: number
  readonly kind: AnalysisKind
  readonly revision: number
  readonly error_tolerance: number
  readonly checks: Buffer
}
