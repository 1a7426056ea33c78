export {
  type AccessFamily,
  type AccessScope,
  accessScopes,
  checkScopes,
  includesScope,
  intersectScopes,
  narrowToGroups,
  type ScopeRequirement,
  scopesBeyondGroups,
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
export { analysisChecks, jobSensorId, readRecorded as recordedIn, type StoredAnalysis } from './analysis-checks.ts'
export { planAnnouncements } from './announce.ts'
export {
  type AnnounceableIncident,
  type AnnounceableWindow,
  type Announcement,
  type AnnouncementScene,
  type AnnouncementSettings,
  type AnnouncingComponent,
  defaultIncidentPostDelay,
  defaultMaintenanceNotice,
  type IncidentPosts,
  incidentPostModes,
  type MaintenancePosts,
  maintenancePostModes,
  maxIncidentPostDelay,
  maxMaintenanceNotice,
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
  getShownPrefix as shownPrefix,
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
  oauthLifetimes,
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
  breakDown,
  breakdownKinds,
  type HourlyLevels,
  hourlyLevels,
  levelsByDate,
} from './breakdown.ts'
export {
  BucketLeases,
  type Division,
  type DivisionHost,
  type HostShare,
  type ShareClaim,
  type ShareGrant,
} from './bucket-leases.ts'
export { BucketShare, type KeptShare } from './bucket-share.ts'
export { type HourCell, hourCells, type LocalDay, lastDays } from './calendar.ts'
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
  getRenewalTime,
  type OrderLimits,
  type OrderOutcome,
  type OrderTime,
  orderLimitMs,
  orderMemoryMs,
  orderOutcomes,
  planOrder,
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
  correctIntervals as correctedIntervals,
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
export { computeGiveUpTime as givenUpAt, type MessageUrgency, nextAttempt } from './delivery-backoff.ts'
export { formatDuration, formatWallTime } from './delivery-time.ts'
export { type DigestCandidate, formDigests } from './digest.ts'
export { type ErrorBudget, errorBudget } from './error-budget.ts'
export { type EscalationTiming, firstDue, maxRepeats, type RepeatState, repeatsDue } from './escalation.ts'
export {
  advanceEvent,
  beginEvent,
  type EventChange,
  type EventEnd,
  type EventRule,
  type EventSignal,
  type EventState,
  type EventStep,
  endEvent,
  eventDue,
  type SeenSignal,
  settleEvent,
} from './event-state.ts'
export {
  type Absence,
  chooseFailoverSensors,
  type FailoverPlan,
  nextPresence,
  type Presence,
  type PresenceStep,
  present,
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
  totalLength,
} from './interval.ts'
export { type Language, type Localized, languages } from './language.ts'
export { toLegacyRule } from './legacy-rule.ts'
export { fromMinute, isMinuteOfWeek, type MinuteOfWeek, minutesPerWeek, toMinute } from './minute-of-week.ts'
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
  isHold,
  type LegacyRules,
  type MessageCandidate,
  type Stage,
  type Suppression,
  type SuppressionReason,
  stages,
} from './notification-stage.ts'
export { findOutages as outagesIn, type Outage, type OutageFigures, outageFigures } from './outages.ts'
export { findExceededLimits as exceededLimits, type PackageLimits } from './package-limits.ts'
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
export {
  type CapReason,
  callUnits,
  defaultPhoneLimits,
  type PhoneLimits,
  type PhoneShare,
  phoneShares,
  takeShares,
  trialLimit,
} from './phone-cap.ts'
export { isCostly, listSpellings, type PhoneNumber, readPhoneNumber } from './phone-number.ts'
export { createPrefixedToken, isWellFormedToken, type TokenPrefix } from './prefixed-token.ts'
export {
  type Assessment,
  assessSensor,
  judgeQuarantine,
  neverQuarantined,
  type PeerComparison,
  type QuarantineState,
  releaseDelay,
} from './quarantine.ts'
export {
  findQuietTime as quietAt,
  listQuietIntervals as quietIntervals,
  noQuietTimes,
  type QuietTime,
  type QuietTimes,
} from './quiet-times.ts'
export { type RateLimit, type TokenBucket, takeFromBucket } from './rate.ts'
export { bestEstimate, type ClockEstimate, type ClockSample } from './reference-clock.ts'
export { leastReferenceNetworks } from './reference-networks.ts'
export {
  lastReportPeriod,
  periodBefore,
  periodsSince,
  type ReportingPlan,
  type ReportPeriod,
  rangeBefore,
  reportingPlanIds,
} from './report-period.ts'
export {
  completeUntil,
  findMissingResults,
  getSpreadDelayMs,
  isReportDue,
  lateResultsMs,
  reportSpreadMs,
  type SensorProgress,
  settleMs,
} from './report-schedule.ts'
export {
  type Bucket,
  bucketLength,
  type CheckCounts,
  type CheckRollup,
  type ClosedAnalysis,
  type Distribution,
  mergeCheckRollups,
  mergeRollups,
  percentile,
  type RecordedCheck,
  type Rollup,
  type RollupSize,
  rollup,
  rollupSizes,
  summarizeChecks,
  toBucket,
} from './rollup.ts'
export { allBuckets, type BucketSpan, bucketCount, bucketOf } from './service-bucket.ts'
export {
  type AccountedInterval,
  type AccountedSeconds,
  type AccountingMethod,
  computeAccountedSeconds as accountedSeconds,
  defaultMethod,
  type LevelEffect,
  listAccountedIntervals as accountedIntervals,
  percentage,
  type ServiceHistory,
  type ServiceLevel,
  type ServiceStatus,
  type StatusChange,
  serviceLevel,
  statusChanges,
  sumAccounted,
} from './service-level.ts'
export {
  browserCategory,
  buildRevision,
  chosenSensors,
  closeRevision,
  type ExtendedSettings,
  effectiveFrom,
  findTimeoutMs,
  maxNestedSettingLength,
  type Revision,
  type RevisionContent,
  type RevisionPeriod,
  revisionInForce,
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
  resumeState as resumed,
  type ServiceState,
  type StateChange,
  statusAt,
  type Watermark,
} from './service-state.ts'
export { type LimitViolation, limitViolations, type ServiceLimits, type ServiceUsage } from './service-usage.ts'
export { shareBuckets } from './share-buckets.ts'
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
export { type MappedRole, type RoleMapping, resolveMappedRole } from './sso-role.ts'
export {
  type ComponentStatus,
  componentStatuses,
  type GroupRule,
  groupComponentStatus,
  incidentStates,
  maintenanceStates,
  type PageIndicator,
  type PostImpact,
  type PostState,
  pageIndicator,
  type ShownService,
  serviceComponentStatus,
  staleAfterMs,
  stampIntervalMs,
  worstStatus,
} from './status-page.ts'
export {
  type AccessFault,
  findAccessFaults,
  isReservedSlug,
  type PageAccess,
  type PageVisibility,
  pageVisibilities,
  toVisitorVisibility,
  type VisitorVisibility,
  visitorVisibilities,
} from './status-page-access.ts'
export {
  type ComponentFault,
  type ComponentSource,
  defaultGroupRule,
  defaultGroupShare,
  findComponentFaults,
  groupRules,
} from './status-page-component.ts'
export {
  canOwnerMend,
  type DomainClaim,
  type DomainProblem,
  type DomainState,
  domainProblems,
  domainStates,
  getCheckDelayMs,
  getDomainRecord,
  judgeClaim,
  normalizeDomain,
} from './status-page-domain.ts'
export {
  type DatedState,
  findPostFaults,
  getFirstState,
  getUsualImpact,
  isFinalState,
  type PostFault,
  type PostKind,
  type PostProgress,
  postImpacts,
  postKinds,
  postStates,
  settlePost,
} from './status-page-post.ts'
export {
  type BulletinTimes,
  browserLimits,
  confirmationMs,
  endedSubscriptionMs,
  isNews,
  isOpenToSubscribers,
  isVisitorChannel,
  ownerSubscriberChannels,
  type SubscribablePage,
  type SubscriberChannel,
  type SubscriberState,
  subscriberChannels,
  subscriberMessageMs,
  subscriberStates,
  subscriptionLimits,
  toMailbox,
  visitorSubscriberChannels,
} from './status-page-subscriber.ts'
export { stepScreenshotType } from './step-screenshot.ts'
export { type SuspensionVersions, suspensionsInForce, type Validity } from './suspension-version.ts'
export { dayMs, hourMs, minuteMs, secondMs } from './time-units.ts'
export { listedZones, zoneId, zoneName } from './time-zone.ts'
export { vendorReportedErrorIds, vendorStatusTypeId } from './vendor-status.ts'
export {
  type Amendment,
  amendAnswers as amended,
  type CheckResult,
  isDecided,
  isQuorum,
  judgeSlot,
  type SlotAnswers,
  type SlotOutcome,
  toSlotOutcome,
  type Verdict,
} from './verdict.ts'
export {
  applyPause as afterPause,
  applySlot as afterSlot,
  detectSignals,
  omitZeroLength as withoutMoments,
  type WatchedState,
  type WatchedStep,
} from './watched-state.ts'
export {
  computeTrialVerdict as triedVerdict,
  createReplay,
  findNotifiedFailures as notifiedFailures,
  type NotifiedFailure,
  type Replay,
  type TrialSettings,
} from './what-if.ts'
export {
  isSuspendedAt as suspended,
  isWithin,
  nextBoundary,
  type Suspension,
  type Suspensions,
  type WeeklyWindow,
  weeklyWindows,
} from './window.ts'
