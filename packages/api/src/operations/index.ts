import { type Operation, resourceOperations } from '@wachta/resource'
import type { Services } from '../services.ts'
import { activateAccount } from './account-activate.ts'
import { accountBlockOperations } from './account-block.ts'
import { closeAccount } from './account-close.ts'
import { accountCreateOperations } from './account-create.ts'
import { exportAccount } from './account-export.ts'
import { accountMetrics } from './account-metrics.ts'
import { observeAccount } from './account-observe.ts'
import { accountPasswordOperations } from './account-password.ts'
import { accountStatsOperations } from './account-stats.ts'
import { addressVerificationOperations } from './address-verification.ts'
import { apiKeyOperations } from './api-keys.ts'
import { applyOperation } from './apply.ts'
import { artifactOperations } from './artifacts.ts'
import { availableOperations } from './available.ts'
import { chartOperations } from './charts.ts'
import { withFields } from './chosen-fields.ts'
import { correctionBulkOperations } from './correction-bulk.ts'
import { readCorrectionEffect } from './correction-effect.ts'
import { customerPortal } from './customer-portal.ts'
import { diagnosticOperations } from './diagnostics.ts'
import { readEscalationStatus } from './escalation-statuses.ts'
import { possibleConditions } from './event-conditions.ts'
import { eventStatusOperations } from './event-statuses.ts'
import { bulkDeleteGroups } from './group-bulk.ts'
import { copyGroupShares } from './group-shares-copy.ts'
import { heartbeatOperations } from './heartbeat.ts'
import { historyOperations } from './history.ts'
import { liveOperation } from './live.ts'
import { mobileDeviceOperations } from './mobile.ts'
import { mobileNotificationOperations } from './mobile-notifications.ts'
import { occurrenceOperations } from './occurrences.ts'
import { offeredPackages } from './package-offer.ts'
import { reportTemplateOperations } from './report-template.ts'
import { securityEventOperations } from './security-events.ts'
import { sensorCredentialOperations } from './sensor-credentials.ts'
import { enrolSensor } from './sensor-enrolment.ts'
import { sensorStatusOperation } from './sensor-status.ts'
import { serviceAddressOperations } from './service-addresses.ts'
import { serviceArchiveOperations } from './service-archive.ts'
import { serviceBulkOperations } from './service-bulk.ts'
import { serviceForceOperations } from './service-force.ts'
import { extendedSettingFormats } from './service-type-formats.ts'
import { sessionCreateOperations } from './session-create.ts'
import { stepUpSession } from './session-step-up.ts'
import { signingKeyOperations } from './signing-keys.ts'
import { suspensionBulkOperations } from './suspension-bulk.ts'
import { systemOperations } from './system.ts'
import { templatePreviewOperations } from './template-preview.ts'
import { testContactOperations } from './test-contact.ts'
import { testSmsOperations } from './test-sms.ts'
import { twoFactorOperations } from './two-factor.ts'
import { usageStatsOperations } from './usage-stats.ts'
import { userSettingOperations } from './user-setting.ts'

/** Every operation of the interface: those that follow from the resources, and those written by hand. */
export function allOperations(services: Services): Operation[] {
  const { searcher } = services
  const all = [
    ...searcher.registry.all.flatMap((resource) => resourceOperations(resource, searcher)),
    ...accountCreateOperations(services),
    ...accountBlockOperations(services),
    ...accountPasswordOperations(services),
    ...twoFactorOperations(services),
    ...sessionCreateOperations(services),
    stepUpSession(services),
    ...securityEventOperations(services),
    ...userSettingOperations(services),
    ...systemOperations(services),
    ...accountStatsOperations(services),
    ...availableOperations(services),
    ...serviceAddressOperations(services),
    ...serviceArchiveOperations(services),
    ...serviceBulkOperations(services),
    ...serviceForceOperations(services),
    ...artifactOperations(services),
    ...diagnosticOperations(services),
    ...heartbeatOperations(services),
    ...correctionBulkOperations(services),
    ...suspensionBulkOperations(services),
    ...templatePreviewOperations(services),
    ...reportTemplateOperations(services),
    ...sensorCredentialOperations(services),
    ...usageStatsOperations,
    ...historyOperations(services),
    ...chartOperations(services),
    ...eventStatusOperations(services),
    ...occurrenceOperations(services),
    ...mobileDeviceOperations(services),
    ...mobileNotificationOperations(services),
    ...testContactOperations(services),
    ...testSmsOperations(services),
    ...addressVerificationOperations(services),
    ...signingKeyOperations(services),
    ...apiKeyOperations(services),
    readCorrectionEffect(services),
    readEscalationStatus(services),
    activateAccount,
    applyOperation(services),
    closeAccount(services),
    observeAccount(services),
    exportAccount(services),
    accountMetrics(services),
    customerPortal(services),
    offeredPackages(services),
    possibleConditions(services),
    bulkDeleteGroups(services),
    copyGroupShares(services),
    enrolSensor(services),
    liveOperation(services),
    sensorStatusOperation(services),
    extendedSettingFormats,
  ]
  return all.map(withFields)
}
