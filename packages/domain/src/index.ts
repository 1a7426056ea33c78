export {
  type AccessFamily,
  type AccessScope,
  accessScopes,
  checkScopes,
  findScopesBeyondGroups,
  includesScope,
  intersectScopes,
  narrowToGroups,
  type ScopeRequirement,
} from './access-scope.ts'
export {
  type AccountRole,
  accountRoles,
  canBeLimitedToGroups,
  getRoleScopes,
  intersectGroups,
  isAccountRole,
  mayAssignRole,
  type RoleScope,
  type UserRole,
  userRoles,
} from './account-role.ts'
export {
  findErrorType,
  jobSensorId,
  listAnalysisChecks,
  readRollupInput,
  type StoredAnalysis,
} from './analysis-checks.ts'
export { planAnnouncements } from './announce.ts'
export {
  type AnnounceableIncident,
  type AnnounceableWindow,
  type Announcement,
  type AnnouncementScene,
  type AnnouncementSettings,
  type AnnouncingComponent,
  defaultIncidentPostDelaySeconds,
  defaultMaintenanceNoticeSeconds,
  type IncidentPosts,
  incidentPostModes,
  type MaintenancePosts,
  maintenancePostModes,
  maxIncidentPostDelaySeconds,
  maxMaintenanceNoticeSeconds,
  type OpenPost,
} from './announcement.ts'
export {
  type AnnouncementTemplates,
  announcementTexts,
  announcementTitles,
  announcementVariables,
  builtInAnnouncements,
  fillAnnouncement,
} from './announcement-text.ts'
export {
  type ApiKeyLifetime,
  type ApiKeyState,
  apiKeyPrefix,
  createApiKey,
  getApiKeyState,
  getShownPrefix,
  isWellFormedApiKey,
  shouldRecordUse,
} from './api-key.ts'
export {
  type ApplicationProblem,
  type ApplicationTerms,
  accessTokenPrefix,
  applicationGrantTypes,
  applicationScopes,
  clientSecretPrefix,
  commandClientId,
  deviceGrantType,
  dropAccountScopes,
  findApplicationProblems,
  getGrantEnd,
  identityScopes,
  isLoopbackUri,
  isRedirectUri,
  oauthLifetimeSeconds,
  refreshTokenPrefix,
} from './application.ts'
export {
  buildPlan,
  type DeclaredObject,
  type ExistingObject,
  isAsDeclared,
  type PlannedFieldChange,
  type PlanStep,
} from './apply-plan.ts'
export {
  type BreakdownKind,
  type BreakdownLevel,
  breakdownKinds,
  computeBreakdown,
  computeHourlyLevels,
  computeLevelsByDate,
  type HourlyLevels,
} from './breakdown.ts'
export {
  BucketLeases,
  type Division,
  type DivisionHost,
  type HostShare,
  type ShareClaim,
  type ShareGrant,
} from './bucket-leases.ts'
export { BucketShare, type SavedShare } from './bucket-share.ts'
export { type HourCell, type LocalDay, listHourCells, listLastDays } from './calendar.ts'
export {
  cellMarkPattern,
  findCellOfId,
  findCellOfSecret,
  type IdRange,
  idsPerCell,
  maxCellNumber,
  toCellMark,
  toIdRange,
} from './cell.ts'
export {
  type CertificateOrder,
  computeOrderTime,
  getRenewalTime,
  maxOrderDurationMs,
  type OrderLimits,
  type OrderOutcome,
  type OrderTime,
  orderMemoryMs,
  orderOutcomes,
} from './certificate-order.ts'
export { CheckScanner } from './check-scanner.ts'
export {
  type CheckSlice,
  detachSlice,
  findSlices,
  type JudgedCheck,
  joinSlices,
  packSlice,
  sliceChecks,
  unpackSlice,
} from './check-slices.ts'
export {
  type CorrectedInterval,
  type Correction,
  correctIntervals,
  type StatusInterval,
} from './correction.ts'
export {
  findPipelineProblems,
  isHealthy,
  isMostlyUnknown,
  type PipelineProblem,
  type PipelineState,
  pipelineProblems,
  type ShardState,
} from './dead-mans-switch.ts'
export { computeGiveUpTime, computeNextAttempt, type MessageUrgency } from './delivery-backoff.ts'
export { formatDuration, formatWallTime } from './delivery-time.ts'
export { type DigestCandidate, groupIntoDigests } from './digest.ts'
export { computeErrorBudget, type ErrorBudget } from './error-budget.ts'
export {
  computeFirstDueTime,
  computeRepeatState,
  type EscalationTiming,
  maxRepeats,
  type RepeatState,
} from './escalation.ts'
export {
  advanceEvent,
  applyDueChanges,
  beginEvent,
  type EventChange,
  type EventEnd,
  type EventRule,
  type EventSignal,
  type EventState,
  type EventStep,
  endEvent,
  findEventDueTime,
  type TimedSignal,
} from './event-state.ts'
export {
  type Absence,
  chooseFailoverSensors,
  computeNextPresence,
  type FailoverPlan,
  initialPresence,
  type Presence,
  type PresenceStep,
} from './failover.ts'
export {
  type CausedIncident,
  groupByCause,
  type IncidentGroup,
  type PossibleCause,
} from './incident-groups.ts'
export {
  createOverlapFinder,
  type Interval,
  intersectIntervals,
  mergeIntervals,
  subtractIntervals,
  sumLengths,
} from './interval.ts'
export { type Language, type Localized, languages } from './language.ts'
export { toLegacyRule } from './legacy-rule.ts'
export { isMinuteOfWeek, type MinuteOfWeek, minutesPerWeek, splitMinuteOfWeek, toMinute } from './minute-of-week.ts'
export type { NotificationRecipient, Progress } from './notification-recipient.ts'
export {
  type Alert,
  type NotificationRound,
  type RoundMessage,
  type RoundOutcome,
  recheckMs,
  runRound,
} from './notification-rounds.ts'
export {
  findSuppression,
  isTemporaryReason,
  type LegacyRules,
  type MessageCandidate,
  type Stage,
  type Suppression,
  type SuppressionReason,
  stages,
} from './notification-stage.ts'
export { computeOutageFigures, findOutages, type Outage, type OutageFigures } from './outages.ts'
export { findExceededLimits, type PackageLimits } from './package-limits.ts'
export {
  checkLayout,
  type PackedCheck,
  packChecks,
  phases,
  readChecks,
  type Timings,
  type UnknownReason,
  unknownReasons,
  unpackChecks,
} from './packed-checks.ts'
export {
  entryMs,
  getTokenStatus,
  parseVisitorClaims,
  passwordVisitMs,
  renewVisitMs,
  type TokenStatus,
  userVisitMs,
  type VisitorClaims,
  type VisitorDemand,
  type VisitorPurpose,
  visitorPurposes,
  writeVisitorClaims,
} from './page-visitor.ts'
export { tryParseJson } from './parse-json.ts'
export {
  type CapReason,
  callUnits,
  defaultPhoneLimits,
  listPhoneShares,
  type PhoneLimits,
  type PhoneShare,
  takeShares,
  trialLimit,
} from './phone-cap.ts'
export { isCostly, listSpellings, type PhoneNumber, parsePhoneNumber } from './phone-number.ts'
export { createPrefixedToken, isWellFormedToken, type TokenPrefix } from './prefixed-token.ts'
export {
  type Assessment,
  assessSensor,
  getReleaseDelayMs,
  judgeQuarantine,
  neverQuarantined,
  type PeerComparison,
  type QuarantineState,
} from './quarantine.ts'
export {
  findQuietTime,
  listQuietIntervals,
  noQuietTimes,
  type QuietTime,
  type QuietTimes,
} from './quiet-times.ts'
export { type RateLimit, type TokenBucket, takeFromBucket } from './rate.ts'
export { type ClockEstimate, type ClockSample, chooseBestEstimate } from './reference-clock.ts'
export { minReferenceNetworks } from './reference-networks.ts'
export {
  getLastReportPeriod,
  getPreviousPeriod,
  getPreviousRange,
  listPeriodsSince,
  type ReportingPlan,
  type ReportPeriod,
  reportingPlanIds,
} from './report-period.ts'
export {
  findMissingResults,
  getCompleteUntil,
  getSpreadDelayMs,
  isReportDue,
  lateResultsMs,
  minReportDelayMs,
  reportSpreadMs,
  type SensorProgress,
} from './report-schedule.ts'
export {
  type CheckCounts,
  type CheckRollup,
  type ClosedAnalysis,
  computeRollup,
  type Distribution,
  estimatePercentile,
  getRollupBucketLengthMs,
  mergeCheckRollups,
  mergeRollups,
  type RecordedCheck,
  type Rollup,
  type RollupBucket,
  type RollupSize,
  rollupSizes,
  summarizeChecks,
  toRollupBucket,
} from './rollup.ts'
export { type BucketSpan, bucketCount, createFullShare, findBucket } from './service-bucket.ts'
export {
  type AccountedInterval,
  type AccountedSeconds,
  type AccountingMethod,
  computeAccountedSeconds,
  computePercentage,
  computeServiceLevel,
  computeStatusChanges,
  defaultMethod,
  type LevelEffect,
  listAccountedIntervals,
  type ServiceHistory,
  type ServiceLevel,
  type ServiceStatus,
  type StatusChange,
  sumAccounted,
} from './service-level.ts'
export {
  browserCategory,
  buildRevision,
  computeEffectiveFrom,
  type ExtendedSettings,
  endRevisionsAt,
  findRevisionInForce,
  getChosenSensors,
  getTimeoutMs,
  isSameRevision,
  maxNestedSettingLength,
  type Revision,
  type RevisionContent,
  type RevisionPeriod,
  type WatchedService,
} from './service-revision.ts'
export {
  type Advance,
  advanceState,
  type ClosedSlot,
  createInitialState,
  findClosableSlots,
  getPublishedStatus,
  type OpenSlot,
  type PublishedStatus,
  resumeState,
  type ServiceState,
  type StateChange,
  type Watermark,
} from './service-state.ts'
export { findLimitViolations, type LimitViolation, type ServiceLimits, type ServiceUsage } from './service-usage.ts'
export { shareBuckets } from './share-buckets.ts'
export {
  countOpenSlots,
  type DeadlinePlan,
  findFreeSlot,
  findNextSlot,
  getDeadline,
  getStartOffset,
  isPlannedSlot,
  listSlots,
  parseAnalysisId,
  type SlotPlan,
  type StartPlan,
  toAnalysisId,
} from './slot.ts'
export { type MappedRole, type RoleMapping, resolveMappedRole } from './sso-role.ts'
export {
  type ComponentStatus,
  componentStatuses,
  findWorstStatus,
  type GroupRule,
  getGroupComponentStatus,
  getServiceComponentStatus,
  incidentStates,
  maintenanceStates,
  type PageIndicator,
  type PostImpact,
  type PostState,
  type ShownService,
  staleAfterMs,
  stampIntervalMs,
  summarizeStatuses,
} from './status-page.ts'
export {
  type AccessProblem,
  findAccessProblems,
  isReservedSlug,
  type PageAccess,
  type PageVisibility,
  pageVisibilities,
  toVisitorVisibility,
  type VisitorVisibility,
  visitorVisibilities,
} from './status-page-access.ts'
export {
  type ComponentProblem,
  type ComponentSource,
  defaultGroupRule,
  defaultGroupShare,
  findComponentProblems,
  groupRules,
} from './status-page-component.ts'
export {
  canOwnerFix,
  type DomainClaim,
  type DomainProblem,
  type DomainState,
  domainProblems,
  domainStates,
  getDomainCheckDelayMs,
  getDomainRecord,
  judgeClaim,
  normalizeDomain,
} from './status-page-domain.ts'
export {
  applyUpdates,
  type DatedState,
  findPostProblems,
  getDefaultImpact,
  getInitialPostState,
  isFinalState,
  type PostKind,
  type PostProblem,
  type PostProgress,
  postImpacts,
  postKinds,
  postStates,
} from './status-page-post.ts'
export {
  type BulletinTimes,
  browserLimits,
  confirmationMs,
  endedSubscriptionMs,
  isOpenToSubscribers,
  isVisitorChannel,
  ownerSubscriberChannels,
  type SubscribablePage,
  type SubscriberChannel,
  type SubscriberState,
  shouldNotifySubscribers,
  subscriberChannels,
  subscriberMessageMs,
  subscriberStates,
  subscriptionLimits,
  toMailbox,
  visitorSubscriberChannels,
} from './status-page-subscriber.ts'
export { stepScreenshotType } from './step-screenshot.ts'
export { listSuspensionsInForce, type SuspensionVersions, type Validity } from './suspension-version.ts'
export { dayMs, hourMs, minuteMs, secondMs } from './time-units.ts'
export { listedZones, toZoneId, toZoneName } from './time-zone.ts'
export { vendorReportedErrorIds, vendorStatusTypeId } from './vendor-status.ts'
export {
  type Amendment,
  amendAnswers,
  type CheckResult,
  findDecidedOutcome,
  isQuorum,
  judgeSlot,
  type SlotAnswers,
  type SlotOutcome,
  toSlotOutcome,
  type Verdict,
} from './verdict.ts'
export {
  applyPause,
  applySlot,
  detectSignals,
  omitZeroLength,
  type WatchedState,
  type WatchedStep,
} from './watched-state.ts'
export {
  computeTrialVerdict,
  createReplay,
  findNotifiedFailures,
  type NotifiedFailure,
  type Replay,
  type TrialSettings,
} from './what-if.ts'
export {
  findNextBoundary,
  isSuspendedAt,
  isWithin,
  listWeeklyIntervals,
  type Suspension,
  type Suspensions,
  type WeeklyWindow,
} from './window.ts'
