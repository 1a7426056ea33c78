export { type AnalystOptions, serveAnalyst } from './analyst.ts'
export type { Decision } from './slots/early-decisions.ts'
export type { ForcedSlot } from './slots/forced-slots.ts'
export type { AnalysisKind, ClosedAnalysis } from './slots/open-slot.ts'
export type { DeadLetter, Positions, Stream, Watermark } from './slots/receipts.ts'
export type { Arrival } from './slots/result-intake.ts'
export {
  type Closing,
  createSlotAggregator,
  type SlotAggregator,
  type SlotAggregatorOptions,
  type WatchedService,
} from './slots/slot-aggregator.ts'
export { Fenced, type Lease, Rewound, readCounter, type Tenure } from './store/fenced.ts'
export { type LoadedShard, loadShard } from './store/load.ts'
export {
  afterAnalysis,
  afterPauseChange,
  initialServiceStatus,
  type ServiceStatus,
  type StatusStart,
} from './store/service-status.ts'
export { type Commit, type Committed, createStore, type Store, type StoreOptions } from './store/store.ts'
