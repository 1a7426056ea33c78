export { analysisChecks, recordedIn, type StoredAnalysis } from './analysis-checks.ts'
export { covers, type Declared, type Existing, type FieldChange, type PlanStep, planOf } from './apply-plan.ts'
export { type CorrectedInterval, type Correction, correctedIntervals, type StatusInterval } from './correction.ts'
export { type Interval, intersectIntervals, mergeIntervals, subtractIntervals, totalLength } from './interval.ts'
export { type Language, type Localized, languages } from './language.ts'
export { fromMinute, isMinuteOfWeek, type MinuteOfWeek, minutesOfWeek, toMinute } from './minute-of-week.ts'
export { exceededLimits, type PackageLimits } from './package-limits.ts'
export {
  type PackedCheck,
  packChecks,
  phases,
  type Timings,
  type UnknownReason,
  unknownReasons,
  unpackChecks,
} from './packed-checks.ts'
export {
  type Bucket,
  bucketLength,
  bucketOf,
  type CheckCounts,
  type CheckRollup,
  type ClosedAnalysis,
  type Distribution,
  mergeRollups,
  type RecordedCheck,
  type Rollup,
  type RollupSize,
  rollup,
  rollupSizes,
} from './rollup.ts'
export {
  type AccountedSeconds,
  type AccountingMethod,
  accountedSeconds,
  type ServiceHistory,
  type ServiceLevel,
  type ServiceStatus,
  type StatusChange,
  serviceLevel,
  statusChanges,
} from './service-level.ts'
export {
  closeRevision,
  type ExtendedSettings,
  effectiveFrom,
  type Revision,
  type RevisionContent,
  type RevisionPeriod,
  revisionInForce,
  revisionOf,
  sameRevision,
  type WatchedService,
} from './service-revision.ts'
export {
  type Advance,
  advance,
  type ClosedSlot,
  closable,
  initialState,
  type OpenSlot,
  type PublishedStatus,
  resumed,
  type ServiceState,
  type StateChange,
  statusAt,
  type Watermark,
} from './service-state.ts'
export { type LimitFault, limitFaults, type ServiceLimits, type ServiceUsage } from './service-usage.ts'
export {
  analysisId,
  type DeadlinePlan,
  deadline,
  freeSlot,
  grid,
  isOnGrid,
  nextSlot,
  openSlots,
  type SlotPlan,
  type StartPlan,
  slotTime,
  startOffset,
} from './slot.ts'
export { listedZones, zoneId, zoneName } from './time-zone.ts'
export {
  type Amendment,
  type Answers,
  amended,
  type CheckResult,
  isDecided,
  type Outcome,
  outcomeOf,
  type Verdict,
  verdictOf,
} from './verdict.ts'
export {
  isWithin,
  nextBoundary,
  type Suspension,
  type Suspensions,
  suspended,
  type WeeklyWindow,
  weeklyWindows,
} from './window.ts'
