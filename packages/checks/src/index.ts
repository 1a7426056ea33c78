export { allowAll, allowPublicOnly, createGuard, type Guard } from '@wachta/egress'
export { runCheck } from './check.ts'
export type { CheckContext } from './check-context.ts'
export type { CheckOrder } from './check-order.ts'
export { isFound } from './content/regular-expression.ts'
export type { ErrorType, ErrorTypeCategory } from './error-types/error-type.ts'
export { errorTypeCategories, errorTypes } from './error-types/index.ts'
export { CheckFailure, OverloadedError, UnsupportedError } from './failure.ts'
export { tryEchoPrograms } from './icmp/send-echoes.ts'
export { createMasks, type SecretMasks } from './masking.ts'
export { lookUpAddresses } from './network/name-lookup.ts'
export type { Endpoint, Network, TimedConnection } from './network/network.ts'
export { toNetworkFailure } from './network/network-failure.ts'
export { readShownChain } from './network/shown-certificates.ts'
export type { CheckOutcome } from './outcome.ts'
export type { BrowserChecks, KeptArtifact, Probe, ScriptChecks, StepOutcome } from './probe.ts'
export { addBootstrap, type Registries, type WhoisServer, wellKnownRegistries } from './registry/registries.ts'
export { createVariables, type ScenarioVariables } from './scenario/variables.ts'
export type { AddressViolation } from './types/address.ts'
export { toStepScreenshotType } from './types/browser-evidence.ts'
export { type BrowserAction, type BrowserStep, isScriptName, readBrowserSteps } from './types/browser-scenario.ts'
export { type ElementSelector, readSelector } from './types/browser-selector.ts'
export type { CheckTarget } from './types/check-target.ts'
export { type CheckType, canRun, defineCheckType } from './types/check-type.ts'
export { readHeader, toWebUrl } from './types/http-request.ts'
export { checkTypes, findCheckType } from './types/index.ts'
export { isBrowserHeader } from './types/patterns.ts'
export { readFlagSetting, readLinesSetting, readNumberSetting, readTextSetting } from './types/read-settings.ts'
export { type Setting, settingEditors } from './types/setting.ts'
export { findPatternViolations } from './types/setting-patterns.ts'
export {
  buildSettingsSchema,
  type CheckSettings,
  changesDestination,
  describeSettings,
  fillDefaultSettings,
  getDefaultSettings,
  listSecretSettingKeys,
  type SettingFormat,
  settingsFormats,
  settingsFormatsWithoutPatterns,
} from './types/settings-schema.ts'
export { createStatusFailure, isStatusIn } from './web/expectations.ts'
