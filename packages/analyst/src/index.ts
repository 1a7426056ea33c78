export { type AnalystOptions, serveAnalyst } from './analyst.ts'
export type { Decision } from './slots/early-decisions.ts'
export type { ForcedSlot } from './slots/forced-slots.ts'
export type { AnalysisKind, AnalysisToStore } from './slots/open-slot.ts'
export type { DeadLetter, Positions, SensorWatermark, Stream } from './slots/receipts.ts'
export type { Arrival } from './slots/result-intake.ts'
export {
  type AggregatedService,
  type CloseResult,
  createSlotAggregator,
  type SlotAggregator,
  type SlotAggregatorOptions,
} from './slots/slot-aggregator.ts'
export { FencedError, type FencedLease, type Lease, RewoundError, readCounter } from './store/fenced.ts'
export { type LoadedShard, loadShard } from './store/load.ts'
export {
  applyAnalysis,
  applyPauseChange,
  type CurrentState,
  createInitialCurrentState,
  type StatusStart,
} from './store/service-status.ts'
export { type Commit, type CommitResult, createStore, type Store, type StoreOptions } from './store/store.ts'
