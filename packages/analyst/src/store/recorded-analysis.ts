import type { AnalysisKind } from '../slots/open-slot.ts'

/** An analysis as its row says it; what it comes to follows from the checks. */
export interface RecordedAnalysis {
  readonly service_id: number
  readonly slot: number
  readonly kind: AnalysisKind
  readonly revision: number
  readonly error_tolerance: number
  readonly checks: Buffer
}
