export { allowAll, createGuard, type Guard, publicOnly } from '@wachta/egress'
export { runCheck } from './check.ts'
export type { CheckContext } from './check-context.ts'
export type { CheckOrder } from './check-order.ts'
export { isFound } from './content/regular-expression.ts'
export type { ErrorType, ErrorTypeCategory } from './error-types/error-type.ts'
export { errorTypeCategories, errorTypes } from './error-types/index.ts'
export { CheckFailure, OverloadedError, UnsupportedError } from './failure.ts'
export { tryEchoPrograms } from './icmp/send-echoes.ts'
export { masking, type SecretMasks } from './masking.ts'
export { lookUpAddresses } from './network/name-lookup.ts'
export type { Endpoint, Network, TimedConnection } from './network/network.ts'
export { networkFailure } from './network/network-failure.ts'
export { readShownChain } from './network/shown-certificates.ts'
export type { CheckOutcome } from './outcome.ts'
export type { BrowserChecks, KeptArtifact, Probe, ScriptChecks, StepOutcome } from './probe.ts'
export { type Registries, type WhoisServer, wellKnownRegistries, withBootstrap } from './registry/registries.ts'
export { createVariables, type ScenarioVariables } from './scenario/variables.ts'
export type { AddressFault } from './types/address.ts'
export { stepScreenshot } from './types/browser-evidence.ts'
export { type BrowserAction, type BrowserStep, isScriptName, readBrowserSteps } from './types/browser-scenario.ts'
export { type ElementSelector, readSelector } from './types/browser-selector.ts'
export type { CheckTarget } from './types/check-target.ts'
export { type CheckType, canRun, defineCheckType } from './types/check-type.ts'
export { readHeader, webUrl } from './types/http-request.ts'
export { checkType, checkTypes } from './types/index.ts'
export { flagSetting, linesSetting, numberSetting, textSetting } from './types/read-settings.ts'
export { type Setting, settingEditors } from './types/setting.ts'
export { patternViolations } from './types/setting-patterns.ts'
export {
  type CheckSettings,
  defaultSettings,
  describeSettings,
  fillDefaultSettings,
  leadsElsewhere,
  type SettingFormat,
  secretSettingKeys,
  settingsFormats,
  settingsFormatsWithoutPatterns,
  settingsSchema,
} from './types/settings-schema.ts'
export { isStatusIn, statusFailure } from './web/expectations.ts'
