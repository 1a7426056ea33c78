export { openArchive } from './archive.ts'
export { openHistory } from './clickhouse/open-history.ts'
export { fillNext, HistoryMismatchError, settledAfterMs } from './fill.ts'
export {
  type CountedAnalysis,
  type FullAnalysis,
  type History,
  type HistoryStore,
  HistoryUnavailableError,
  type PhaseSums,
} from './history.ts'
export {
  findBoundary,
  loadAnalyses,
  loadAnalysesAt,
  loadAnalysis,
  loadCountedAnalyses,
  type RecordSource,
  splitRange,
} from './load-analyses.ts'
export { findFirstProgress, readFillProgress } from './progress.ts'
