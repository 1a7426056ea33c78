export { covers, type Declared, type Existing, type FieldChange, type PlanStep, planOf } from './apply-plan.ts'
export { type CorrectedInterval, type Correction, correctedIntervals, type StatusInterval } from './correction.ts'
export { type Interval, intersectIntervals, mergeIntervals, subtractIntervals, totalLength } from './interval.ts'
export { type Language, type Localized, languages } from './language.ts'
export { fromMinute, isMinuteOfWeek, type MinuteOfWeek, minutesOfWeek, toMinute } from './minute-of-week.ts'
export { exceededLimits, type PackageLimits } from './package-limits.ts'
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
export { type LimitFault, limitFaults, type ServiceLimits, type ServiceUsage } from './service-usage.ts'
export { listedZones, zoneId, zoneName } from './time-zone.ts'
export {
  isWithin,
  nextBoundary,
  type Suspension,
  type Suspensions,
  suspended,
  type WeeklyWindow,
  weeklyWindows,
} from './window.ts'
