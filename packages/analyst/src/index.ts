export { type AnalystOptions, serveAnalyst } from './analyst.ts'
export {
  type Arrival,
  type Closing,
  createDesk,
  type Decision,
  type Desk,
  type DeskOptions,
  type ForcedSlot,
  type WatchedService,
} from './desk/desk.ts'
export type { AnalysisKind, ClosedAnalysis } from './desk/open-slot.ts'
export type { DeadLetter, Positions, Stream, Watermark } from './desk/receipts.ts'
export { Fenced, type Lease, Rewound, readCounter, type Tenure } from './store/fenced.ts'
export { type LoadedGroup, loadGroup } from './store/load.ts'
export { afterAnalysis, afterTurn, initialStanding, type Standing, type StatusStart } from './store/standing.ts'
export { type Commit, type Committed, createStore, type Store, type StoreOptions } from './store/store.ts'
